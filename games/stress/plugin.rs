//! The scenes as a plugin, with or without a window.

use crate::{
    agent::{self, Agent},
    arena,
    args::Args,
    choice::{Choice, is_horde},
    figures::{self, Figures},
    horde, stage,
    systems::StressSystems,
};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};
use kit::occupying;

/// Adds what is chosen first, and the order of the systems. With `endless` the agents of the horde start again once they reach the base.
pub fn add(app: &mut App, args: &Args, choice: Choice, endless: bool) {
    app.add_plugins((PathfindingPlugin, PathfindingDiagnosticsPlugin))
        .insert_resource(choice)
        .init_resource::<Figures>()
        .add_observer(agent::mark);
    if args.congestion {
        app.init_resource::<Congestion>();
    }
    app.configure_sets(
        Update,
        (
            StressSystems::Input,
            StressSystems::SetUp,
            (StressSystems::Stream, StressSystems::Script, StressSystems::Orders).chain().run_if(is_horde),
            PathfindingSystems::SyncGrid,
        )
            .chain(),
    );
    app.configure_sets(
        Update,
        (PathfindingSystems::FollowPath, StressSystems::Count, StressSystems::Show).chain(),
    );
    occupying::plugin::<Agent>(app, args.occupying(choice.scene), Update, StressSystems::SetUp);
    horde::add(app, endless);
    let set_up = (stage::clear, arena::set_up, horde::set_up.run_if(is_horde), figures::reset);
    let forget = figures::forget.run_if(resource_changed::<occupying::Occupying>);
    app.add_systems(
        Update,
        (
            (set_up.chain().run_if(resource_changed::<Choice>), forget).chain().in_set(StressSystems::SetUp),
            (agent::unmark, figures::count, arena::go_on)
                .chain()
                .run_if(not(is_horde))
                .in_set(StressSystems::Count),
        ),
    );
}
