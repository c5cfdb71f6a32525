//! The upper bar: figures of the agents, of the plugin, and of the towers.

use super::{layout, rates::Rates};
use crate::{
    choice::{Choice, Scene},
    figures::{Figures, SETS},
    horde::{orders::Tally, tower::Tower},
    systems::StressSystems,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathfindingStats;
use kit::{
    clock::speed_text,
    figures::{self, Said, Says},
    game_window::WideOnly,
    hud::{self, ACCENT, BAD, GOOD, VALUE},
};

/// What the figures are made of.
#[derive(SystemParam)]
struct State<'w, 's> {
    choice: Res<'w, Choice>,
    figures: Res<'w, Figures>,
    rates: Res<'w, Rates>,
    stats: Res<'w, PathfindingStats>,
    tally: Option<Res<'w, Tally>>,
    clock: Res<'w, Time<Virtual>>,
    towers: Query<'w, 's, (), With<Tower>>,
}

/// The scenes that have a figure.
#[derive(Component, Clone, Copy, PartialEq)]
enum Of {
    All,
    /// All, but only wide windows have room for it.
    Wide,
    Arrangements,
    Horde,
}

type Row = &'static [(Of, &'static str, Says<State<'static, 'static>>)];

/// The figures, in rows.
const ROWS: [Row; 3] = [
    &[
        (Of::All, "SCENE", |state| Said::colored(ACCENT, state.choice.scene.title().trim_start())),
        (Of::All, "FRAME", |state| format!("{:.1} ms", state.rates.frame).into()),
        (Of::All, "PATHFINDING", |state| milliseconds(state.rates.all_sets)),
        (Of::Wide, "REQUESTS", |state| format!("{}/s", grouped(state.rates.requests.round() as u64)).into()),
        (Of::Wide, "BUDGET", |state| format!("{:.0} %", state.rates.budget).into()),
        (Of::All, "SPEED", |state| speed_text(&state.clock).into()),
    ],
    &[
        (Of::All, "AGENTS", |state| grouped(state.figures.agents as u64).into()),
        (Of::All, "ARRIVED", |state| {
            let color = if state.figures.is_over { GOOD } else { VALUE };
            Said::colored(color, grouped(state.figures.arrived as u64))
        }),
        (Of::All, "SECONDS", |state| format!("{:.1}", state.figures.seconds).into()),
        (Of::All, "STUCK", |state| {
            let stuck = state.figures.stuck;
            Said::colored(if stuck > 0 { BAD } else { VALUE }, stuck)
        }),
        (Of::Arrangements, "BLOCKED NOW", |state| state.figures.blocked.into()),
        (Of::Arrangements, "NEAREST", |state| state.distance(state.figures.nearest)),
        (Of::Arrangements, "EVER", |state| state.distance(state.figures.nearest_ever)),
        (Of::Horde, "TOWERS", |state| {
            let tally = state.tally.as_deref().copied().unwrap_or_default();
            format!("{} (+{} -{})", state.towers.iter().len(), tally.placed, tally.removed).into()
        }),
        (Of::Horde, "REFUSED", |state| state.tally.as_ref().map_or(0, |tally| tally.refused).into()),
    ],
    &[
        (Of::Wide, SETS[0], |state| milliseconds(state.rates.sets[0])),
        (Of::Wide, SETS[1], |state| milliseconds(state.rates.sets[1])),
        (Of::Wide, SETS[2], |state| milliseconds(state.rates.sets[2])),
        (Of::Wide, SETS[3], |state| milliseconds(state.rates.sets[3])),
        (Of::Wide, "FIELDS", |state| {
            format!("{} in {} KiB", state.stats.fields, state.stats.field_bytes >> 10).into()
        }),
        (Of::Wide, "BUILT", |state| grouped(state.stats.field_builds).into()),
        (Of::Wide, "REPAIRED", |state| {
            let each = state.stats.repaired_cells.checked_div(state.stats.field_repairs).unwrap_or(0);
            format!("{}, {} cells each", grouped(state.stats.field_repairs), grouped(each)).into()
        }),
    ],
];
pub fn plugin(app: &mut App) {
    let show = show.run_if(resource_changed::<Choice>);
    app.add_systems(Startup, spawn)
        .add_systems(Update, (show, figures::update::<State>).in_set(StressSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(layout::TOP)).id();
    for figures in ROWS {
        let row = commands.spawn(hud::row(bar)).id();
        for &(of, label, says) in figures {
            let figure = figures::figure::<State>(&label.to_uppercase(), says, 13.0);
            let mut figure = commands.spawn((ChildOf(row), figure));
            match of {
                Of::All => {}
                Of::Wide => drop(figure.insert(WideOnly { wanted: true })),
                of => drop(figure.insert(of)),
            }
        }
    }
}

/// Shows the figures that the scene has.
fn show(choice: Res<Choice>, mut figures: Query<(&Of, &mut Node)>) {
    let here = if choice.scene == Scene::Horde { Of::Horde } else { Of::Arrangements };
    for (&of, mut node) in &mut figures {
        node.display = if of == here { Display::DEFAULT } else { Display::None };
    }
}

impl State<'_, '_> {
    /// A distance of two agents. One that is too short is bad.
    fn distance(&self, tiles: f32) -> Said {
        let text = if tiles >= 1.0 { "1+".into() } else { format!("{tiles:.2}") };
        Said::colored(if tiles < self.choice.nearest() { BAD } else { VALUE }, text)
    }
}

fn milliseconds(time: f64) -> Said {
    format!("{time:.2} ms").into()
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}
