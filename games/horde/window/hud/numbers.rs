//! The upper bar: the counts of the horde, and the time of the plugin's system sets.

use super::rates::Rates;
use crate::{agent::Agent, meter, rules::HordeSystems, tally::Tally, tower::Tower, window::layout::TOP_BAR};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathfindingStats;
use kit::{clock::speed_text, hud, occupying::Occupying};

/// One figure in the bar.
#[derive(Component, Clone, Copy)]
enum Figure {
    Agents,
    Arrived,
    Requests,
    Towers,
    Refused,
    Fields,
    Builds,
    Repairs,
    Frames,
    Budget,
    Set(usize),
    AllSets,
    CrowdAgent,
    Speed,
}

const UPPER: [(&str, Figure); 8] = [
    ("AGENTS", Figure::Agents),
    ("ARRIVED", Figure::Arrived),
    ("REQUESTS", Figure::Requests),
    ("TOWERS", Figure::Towers),
    ("REFUSED", Figure::Refused),
    ("FIELDS", Figure::Fields),
    ("BUILT", Figure::Builds),
    ("REPAIRED", Figure::Repairs),
];
const LOWER: [(&str, Figure); 9] = [
    ("FPS", Figure::Frames),
    (meter::SETS[0], Figure::Set(0)),
    (meter::SETS[1], Figure::Set(1)),
    (meter::SETS[2], Figure::Set(2)),
    (meter::SETS[3], Figure::Set(3)),
    ("together", Figure::AllSets),
    ("BUDGET", Figure::Budget),
    ("OCCUPIES", Figure::CrowdAgent),
    ("SPEED", Figure::Speed),
];

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, update.in_set(HordeSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(TOP_BAR)).id();
    for figures in [&UPPER[..], &LOWER[..]] {
        let row = commands.spawn(hud::row(bar)).id();
        for &(label, figure) in figures {
            commands.spawn((ChildOf(row), hud::figure(&label.to_uppercase(), figure, 13.0)));
        }
    }
}

/// What the figures are made of.
#[derive(SystemParam)]
struct State<'w, 's> {
    tally: Res<'w, Tally>,
    rates: Res<'w, Rates>,
    stats: Res<'w, PathfindingStats>,
    occupying: Res<'w, Occupying>,
    clock: Res<'w, Time<Virtual>>,
    agents: Query<'w, 's, (), With<Agent>>,
    towers: Query<'w, 's, (), With<Tower>>,
}

impl State<'_, '_> {
    fn text(&self, figure: Figure) -> String {
        let milliseconds = |ms: f64| format!("{ms:.2} ms");
        match figure {
            Figure::Agents => grouped(self.agents.iter().len() as u64),
            Figure::Arrived => grouped(self.tally.arrived),
            Figure::Requests => format!("{}/s", grouped(self.rates.requests.round() as u64)),
            Figure::Towers => {
                format!("{} (+{} -{})", self.towers.iter().len(), self.tally.placed, self.tally.removed)
            }
            Figure::Refused => grouped(self.tally.refused.into()),
            Figure::Fields => format!("{} in {} KiB", self.stats.fields, self.stats.field_bytes >> 10),
            Figure::Builds => grouped(self.stats.field_builds),
            Figure::Repairs => {
                let each = self.stats.repaired_cells.checked_div(self.stats.field_repairs).unwrap_or(0);
                format!("{}, {} cells each", grouped(self.stats.field_repairs), grouped(each))
            }
            Figure::Frames => format!("{:.0}", self.rates.frames),
            Figure::Budget => format!("{:.0} %", self.rates.budget),
            Figure::Set(set) => milliseconds(self.rates.sets[set]),
            Figure::AllSets => milliseconds(self.rates.all_sets),
            Figure::CrowdAgent => self.occupying.name().into(),
            Figure::Speed => speed_text(&self.clock),
        }
    }
}

fn update(state: State, mut spans: Query<(&Figure, &mut TextSpan)>) {
    for (&figure, mut span) in &mut spans {
        hud::write(&mut span, state.text(figure));
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
