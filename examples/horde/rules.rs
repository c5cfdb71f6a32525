//! The rules: what happens in a frame, in order.

use crate::{
    agent::{self, Dice, Profiles, Stream},
    board::Board,
    meter,
    orders::{self, Orders},
    tally::Tally,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// What a run is to be.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Rules {
    pub agents: u32,
    pub seed: u64,
    /// Whether agents begin again where they have come to the base.
    pub endless: bool,
}

/// Frames in which time went on since the program began.
#[derive(Resource, Default, Clone, Copy)]
pub struct Tick(pub u32);

/// What the horde is after.
#[derive(Component)]
pub struct Base;

/// What happens in a frame, in order. The plugin works between `Orders` and `Resolve`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HordeSystems {
    /// Keys and mouse are read.
    Input,
    /// Agents come in.
    Stream,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out.
    Orders,
    /// Agents have walked: what came of it is counted.
    Resolve,
    /// What is to be seen is brought in step.
    Show,
}

/// The rules, with or without a window.
pub struct RulesPlugin {
    pub board: Board,
    pub rules: Rules,
}

impl Plugin for RulesPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((PathfindingPlugin, meter::plugin))
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
            .add_systems(Startup, spawn_base)
            .add_systems(First, count_ticks);
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
            (agent::stream_in.in_set(HordeSystems::Stream), orders::carry_out.in_set(HordeSystems::Orders)),
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
