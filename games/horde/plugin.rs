//! The horde as a plugin, with or without a window.

use crate::{
    agent::{self, Agent, Dice, Profiles, Stream},
    board::Board,
    orders::{self, Orders},
    rules::{Base, HordeSystems, Rules, Tick},
    tally::Tally,
};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingDiagnosticsPlugin, prelude::*};
use kit::occupying::{self, Occupying};

/// The horde: its board, its rules, and the order of its systems.
pub struct HordePlugin {
    pub board: Board,
    pub rules: Rules,
    pub occupying: Occupying,
}

impl Plugin for HordePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PathfindingPlugin, PathfindingDiagnosticsPlugin))
            .insert_resource(self.board.nav_grid())
            .insert_resource(self.board.clone())
            .insert_resource(self.rules)
            .insert_resource(Dice(fastrand::Rng::with_seed(self.rules.seed)))
            .init_resource::<Profiles>()
            .init_resource::<Stream>()
            .init_resource::<Orders>()
            .init_resource::<Tally>()
            .init_resource::<Tick>()
            .add_observer(agent::arrive)
            .add_observer(agent::note_stuck)
            .add_systems(Startup, spawn_base)
            .add_systems(First, count_ticks);
        occupying::plugin::<Agent>(app, self.occupying, HordeSystems::Stream);
        app.configure_sets(
            Update,
            (
                HordeSystems::Input,
                HordeSystems::Stream,
                HordeSystems::Script,
                HordeSystems::Orders,
                PathfindingSystems::SyncGrid,
            )
                .chain(),
        );
        app.configure_sets(
            Update,
            (PathfindingSystems::FollowPath, HordeSystems::Resolve, HordeSystems::Show).chain(),
        );
        app.add_systems(
            Update,
            (
                (agent::stream_in, agent::start_again.run_if(|rules: Res<Rules>| rules.endless))
                    .chain()
                    .in_set(HordeSystems::Stream),
                orders::carry_out.in_set(HordeSystems::Orders),
            ),
        );
    }
}

fn count_ticks(mut tick: ResMut<Tick>, time: Res<Time>) {
    tick.0 += u32::from(!time.delta().is_zero());
}

fn spawn_base(mut commands: Commands, board: Res<Board>) {
    let side = (2 * Board::BASE_RADIUS + 1) as f32;
    let at = Board::geometry().center_of(board.base).extend(0.0);
    commands.spawn((Base, Transform::from_translation(at), NavObstacle::rect(Vec2::splat(side))));
}
