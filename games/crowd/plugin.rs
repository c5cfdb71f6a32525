//! The crowd as a plugin, with or without a window.

use crate::{
    agent::{self, Agent},
    args::Args,
    choice::Choice,
    figures::{self, Figures},
    stage,
};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};
use kit::occupying::{self, Occupying};

/// What happens in a frame, in order. The plugin of the paths works between `SetUp` and `Count`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CrowdSystems {
    /// Keys and mouse are read.
    Input,
    /// What was chosen is set up.
    SetUp,
    /// Agents have walked, and what they did is counted.
    Count,
    /// What the window shows is updated.
    Show,
}

/// The crowd: what is chosen first, and the order of its systems.
pub struct CrowdPlugin {
    choice: Choice,
    occupying: Occupying,
    is_congested: bool,
}

impl CrowdPlugin {
    /// The crowd that the command line asks for, in an arrangement.
    pub const fn new(args: &Args, arrangement: usize) -> Self {
        let Args { agents, seed, shape: tiles, capacity, .. } = *args;
        Self {
            choice: Choice { arrangement, agents, seed, tiles, capacity },
            occupying: Occupying(!args.no_occupies),
            is_congested: args.congestion,
        }
    }
}

impl Plugin for CrowdPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PathfindingPlugin, PathfindingDiagnosticsPlugin))
            .insert_resource(self.choice)
            .init_resource::<Figures>()
            .add_observer(agent::mark);
        if self.is_congested {
            app.init_resource::<Congestion>();
        }
        app.configure_sets(
            Update,
            (CrowdSystems::Input, CrowdSystems::SetUp, PathfindingSystems::SyncGrid).chain(),
        );
        app.configure_sets(
            Update,
            (PathfindingSystems::FollowPath, CrowdSystems::Count, CrowdSystems::Show).chain(),
        );
        occupying::plugin::<Agent>(app, self.occupying, CrowdSystems::SetUp);
        let set_up = (stage::set_up, figures::reset).run_if(resource_changed::<Choice>);
        let forget = figures::forget.run_if(resource_changed::<Occupying>);
        app.add_systems(Update, (set_up, forget).chain().in_set(CrowdSystems::SetUp))
            .add_systems(Update, (agent::unmark, figures::count).chain().in_set(CrowdSystems::Count));
    }
}
