//! The game as a plugin, with or without a window.

use crate::{
    board::{self, Board},
    gather,
    orders::{self, Orders},
    site,
    tally::Tally,
    trouble,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The rules of the game on a board.
pub struct GamePlugin(pub Board);

/// What happens in a frame, in order. The plugin works between `Orders` and `Work`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSystems {
    /// Keys and mouse are read.
    Input,
    /// A script may give its orders here.
    Script,
    /// Orders are carried out.
    Orders,
    /// Units have walked, and do their work.
    Work,
    /// What the window shows is updated.
    Show,
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(PathfindingPlugin)
            // Who has no path has a sign over its head, which says more than the log.
            .insert_resource(PathfindingSettings { log_failures: false, ..default() })
            .insert_resource(self.0.clone())
            .init_resource::<Orders>()
            .init_resource::<Tally>()
            .init_resource::<site::UnitProfiles>()
            .add_observer(trouble::note_stuck)
            .add_observer(trouble::note_failure)
            .add_systems(Startup, (site::spawn, board::spawn_units));
        app.configure_sets(
            Update,
            (GameSystems::Input, GameSystems::Script, GameSystems::Orders, PathfindingSystems::SyncGrid)
                .chain(),
        );
        app.configure_sets(
            Update,
            (PathfindingSystems::FollowPath, GameSystems::Work, GameSystems::Show).chain(),
        );
        app.add_systems(
            Update,
            (
                orders::carry_out.in_set(GameSystems::Orders),
                (orders::come_to_rest, gather::work, trouble::end).chain().in_set(GameSystems::Work),
            ),
        );
    }
}
