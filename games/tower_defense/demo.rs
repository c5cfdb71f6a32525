//! The demo: about twenty seconds that show what danger does, by a script of towers, viruses and words.

use crate::{
    board::Board,
    game::{Game, GameSystems, Phase, Serials, TICKS_PER_SECOND},
    orders::{GameBegan, Order, Orders},
    tower::TowerKind,
    virus::{Virus, VirusKind},
    waves::spawn_virus,
};
use bevy::prelude::*;

/// How far the demo has come.
#[derive(Resource, Default)]
pub struct Demo {
    /// Ticks since it began.
    ticks: u32,
    caption: &'static str,
}

/// What happens at some moment.
enum Act {
    Say(&'static str),
    Build(TowerKind, IVec2),
    /// A virus of each of these kinds comes through every spawn.
    Come(&'static [VirusKind]),
}

use Act::{Build, Come, Say};
use TowerKind::{Alarm, Cannon, Gun};
use VirusKind::{Berserker, Coward, Normal};

const fn at(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

/// The acts, each with its second, in order.
const ACTS: &[(f32, Act)] = &[
    (0.0, Say("Viruses take the cheapest path to the processor.")),
    (0.2, Come(&[Normal])),
    (1.2, Come(&[Coward])),
    (2.2, Come(&[Normal])),
    (3.0, Say("Every tower spreads danger ...")),
    (3.2, Build(Gun, at(12, 11))),
    (3.6, Come(&[Coward])),
    (3.9, Build(Gun, at(15, 8))),
    (4.6, Build(Cannon, at(22, 12))),
    (5.2, Come(&[Coward])),
    (5.4, Build(Gun, at(21, 7))),
    (6.4, Say("... and all of them replan at once.")),
    (7.0, Come(&[Coward])),
    (8.6, Say("Cowards take a long path round danger.")),
    (8.8, Come(&[Coward, Berserker])),
    (9.8, Come(&[Berserker])),
    (11.4, Say("Berserkers fear nothing, and eat towers.")),
    (12.6, Come(&[Coward])),
    (15.0, Say("An alarm on their road, and the cowards turn round.")),
    (15.3, Build(Alarm, at(20, 4))),
    (16.0, Come(&[Coward])),
    (17.5, Come(&[Normal])),
];

/// Ticks from the beginning to the end of the demo.
const LENGTH: u32 = 20 * TICKS_PER_SECOND;
/// The second at which all that the demo shows is on the board: cowards on their detour, berserkers in the danger.
pub const STILL: u32 = 13;

pub fn plugin(app: &mut App) {
    app.init_resource::<Demo>()
        .add_observer(|_: On<GameBegan>, mut demo: ResMut<Demo>| *demo = Demo::default())
        .add_systems(FixedUpdate, play.in_set(GameSystems::Script));
}

impl Demo {
    pub const fn is_over(&self) -> bool {
        self.ticks >= LENGTH
    }

    /// What is to be said now.
    pub const fn caption(&self) -> &'static str {
        self.caption
    }
}

fn play(
    mut commands: Commands,
    mut demo: ResMut<Demo>,
    mut orders: ResMut<Orders>,
    mut serials: ResMut<Serials>,
    game: Res<Game>,
    board: Res<Board>,
) {
    if game.phase != Phase::Staged {
        return;
    }
    let now = demo.ticks;
    demo.ticks += 1;
    for (_, act) in ACTS.iter().filter(|(second, _)| (second * TICKS_PER_SECOND as f32) as u32 == now) {
        match act {
            Say(words) => demo.caption = words,
            &Build(kind, cell) => orders.give(Order::Build { cell, kind }),
            Come(kinds) => {
                for (kind, spawn) in
                    kinds.iter().flat_map(|kind| board.spawns.iter().map(move |spawn| (*kind, *spawn)))
                {
                    // Twice the hit points, so that one sees them walk.
                    let virus = Virus::new(kind, 2.0 * kind.stats().hp);
                    spawn_virus(&mut commands, virus, board.center_of(spawn), serials.next());
                }
            }
        }
    }
}
