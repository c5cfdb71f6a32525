//! The bars: how each game stands above its board; the network and whether the games are in sync below.

use super::{
    layout,
    shown::{Shown, Stage},
};
use crate::player::FRAMES_PER_SECOND;
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    clock::speed_text,
    figures::{self, Said, Says, figure},
    hud::{self, BAD, GOOD, LABEL},
};

const FONT: f32 = 15.0;

/// What the figures are made of.
#[derive(SystemParam)]
struct State<'w> {
    shown: Res<'w, Shown>,
    clock: Res<'w, Time<Virtual>>,
}

/// A label, the width of the column in percent, and the value.
type Figure = (&'static str, f32, Says<State<'static>>);

/// The figures of a player, in two rows.
const fn of_player<const PLAYER: usize>() -> [[Figure; 4]; 2] {
    [
        [
            ("MONEY", 19.0, |state| state.shown.views[PLAYER].game.money[PLAYER].into()),
            ("SHOT", 16.0, |state| state.shown.views[PLAYER].game.kills.into()),
            ("LOST", 16.0, |state| state.shown.views[PLAYER].game.lost.into()),
            ("", 32.0, |state| {
                let refusal = state.shown.views[PLAYER].game.refusals[PLAYER];
                Said::colored(BAD, refusal.map_or(String::new(), |refusal| refusal.to_string()))
            }),
        ],
        [
            ("FRAME", 23.0, |state| state.shown.views[PLAYER].frame.into()),
            ("CONFIRMED", 27.0, |state| state.shown.views[PLAYER].confirmed.into()),
            ("ROLLBACKS", 24.0, |state| state.shown.views[PLAYER].rollbacks.count.into()),
            ("DEEPEST", 26.0, |state| {
                format!("{} frames", state.shown.views[PLAYER].rollbacks.deepest).into()
            }),
        ],
    ]
}

/// The figures below the boards.
const BELOW: [Figure; 4] =
    [
        ("LATENCY", 25.0, |state| {
            let frames = state.shown.latency;
            format!("{frames} frames, {} ms", frames * 1000 / FRAMES_PER_SECOND).into()
        }),
        ("LINK", 13.0, |state| {
            if state.shown.is_cut { Said::colored(BAD, "CUT") } else { Said::colored(GOOD, "up") }
        }),
        ("GAMES", 44.0, |state| match state.shown.desync {
            Some(frame) => Said::colored(BAD, format!("OUT OF SYNC since frame {frame}")),
            None if state.shown.confirmed < 1 => "connecting".into(),
            None => Said::colored(GOOD, format!("in sync, {} frames compared", state.shown.confirmed)),
        }),
        ("SPEED", 12.0, |state| speed_text(&state.clock).into()),
    ];

const HINTS: [&str; 5] = [
    "Click: build, or take down (left half player 1, right half player 2)",
    "Up, Down: latency",
    "L: cut the link",
    "Space: pause",
    "+, -: speed",
];

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, (spawn_above, spawn_below))
        .add_systems(Update, figures::update::<State<'static>>.in_set(Stage::Draw));
}

/// Each player has its half of the bar, as wide as its board.
fn spawn_above(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(layout::TOP)).id();
    let rows = [0, 1].map(|_| commands.spawn(hud::row(bar)).id());
    for (player, figures) in [of_player::<0>(), of_player::<1>()].into_iter().enumerate() {
        let [upper, lower] = rows.map(|row| commands.spawn((half(), ChildOf(row))).id());
        let name = hud::text(format!("PLAYER {}", player + 1), FONT + 3.0, layout::COLORS[player]);
        commands.spawn((name, column(17.0), ChildOf(upper)));
        for (row, figures) in [upper, lower].into_iter().zip(figures) {
            for (label, width, says) in figures {
                commands.spawn((figure::<State>(label, says, FONT), column(width), ChildOf(row)));
            }
        }
    }
}

fn spawn_below(mut commands: Commands) {
    let bar = commands.spawn(hud::bottom_bar(layout::BOTTOM)).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, width, says) in BELOW {
        commands.spawn((figure::<State>(label, says, FONT), column(width), ChildOf(row)));
    }
    let row = commands.spawn(hud::row(bar)).id();
    for hint in HINTS {
        commands.spawn((hud::text(hint, FONT - 1.0, LABEL), ChildOf(row)));
    }
}

/// Half of a row.
fn half() -> Node {
    Node { width: percent(49.3), align_items: AlignItems::Center, ..default() }
}

/// Values that change leave the next column where it is.
fn column(width: f32) -> Node {
    Node { width: percent(width), ..default() }
}
