//! The crowd as a plugin, with or without a window.

use crate::{
    agent::{self, Agent},
    choice::Choice,
    figures::{self, Figures},
    shared::occupying::{self, Occupying},
    stage,
};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};

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
    pub choice: Choice,
    pub occupying: Occupying,
}

impl Plugin for CrowdPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PathfindingPlugin, PathfindingDiagnosticsPlugin))
            .insert_resource(self.choice)
            .init_resource::<Figures>()
            .add_observer(agent::mark);
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
