//! The horde: agents of three kinds stream from the spawns to a base, and take other paths wherever a tower is built or removed.

pub mod board;
mod generate;
pub mod orders;
pub mod script;
pub mod site;
pub mod stream;
pub mod tower;

use crate::{choice::Choice, stage::Stage, systems::StressSystems};
use bevy::prelude::*;
use board::Board;
use orders::{Orders, Tally};
use stream::{Endless, Profiles, Stream, Tick};

/// Adds the rules of the horde.
pub fn add(app: &mut App, endless: bool) {
    app.insert_resource(Endless(endless))
        .init_resource::<Profiles>()
        .init_resource::<Tick>()
        .add_observer(stream::arrive)
        .add_observer(stream::note_stuck)
        .add_systems(First, stream::count_ticks);
    app.add_systems(
        Update,
        (
            (stream::stream_in, stream::start_again.run_if(|endless: Res<Endless>| endless.0))
                .chain()
                .in_set(StressSystems::Stream),
            orders::carry_out.in_set(StressSystems::Orders),
            stream::count.run_if(crate::choice::is_horde).in_set(StressSystems::Count),
        ),
    );
}

/// Sets up the map of the seed, with its base.
pub fn set_up(mut commands: Commands, choice: Res<Choice>, time: Res<Time>) {
    let board = generate::board(choice.seed);
    let goals = vec![vec![board.base]];
    commands.insert_resource(board.nav_grid());
    commands.insert_resource(Stage::new(
        board.terrain.clone(),
        Board::geometry(),
        goals,
        time.elapsed_secs(),
    ));
    commands.insert_resource(Stream::new(choice.seed));
    commands.insert_resource(Orders::default());
    commands.insert_resource(Tally::default());
    commands.spawn(board.base_bundle());
    commands.insert_resource(board);
}
