//! The upper bar: how many there are, and what they take.

use super::{LABEL, VALUE, bar, font, rates::Rates, row, write};
use crate::{agent::Agent, meter, rules::HordeSystems, tally::Tally, tower::Tower};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::{GoalFields, PathfindingStats};

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
    Set(usize),
    AllSets,
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
const LOWER: [(&str, Figure); 7] = [
    ("FPS", Figure::Frames),
    (meter::SETS[0], Figure::Set(0)),
    (meter::SETS[1], Figure::Set(1)),
    (meter::SETS[2], Figure::Set(2)),
    (meter::SETS[3], Figure::Set(3)),
    ("together", Figure::AllSets),
    ("SPEED", Figure::Speed),
];

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, update.in_set(HordeSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(bar(true)).id();
    for figures in [&UPPER[..], &LOWER[..]] {
        let row = commands.spawn(row(bar)).id();
        for &(label, figure) in figures {
            commands.spawn((
                ChildOf(row),
                Text::new(format!("{} ", label.to_uppercase())),
                font(13.0),
                TextColor(LABEL),
                TextLayout::no_wrap(),
                children![(figure, TextSpan::default(), font(14.0), TextColor(VALUE))],
            ));
        }
    }
}

/// All that the figures are told from.
#[derive(SystemParam)]
struct State<'w, 's> {
    tally: Res<'w, Tally>,
    rates: Res<'w, Rates>,
    stats: Res<'w, PathfindingStats>,
    fields: Res<'w, GoalFields>,
    clock: Res<'w, Time<Virtual>>,
    agents: Query<'w, 's, (), With<Agent>>,
    towers: Query<'w, 's, (), With<Tower>>,
}

impl State<'_, '_> {
    fn tell(&self, figure: Figure) -> String {
        let milliseconds = |ms: f64| format!("{ms:.2} ms");
        match figure {
            Figure::Agents => grouped(self.agents.iter().len() as u64),
            Figure::Arrived => grouped(self.tally.arrived),
            Figure::Requests => format!("{}/s", grouped(self.rates.requests.round() as u64)),
            Figure::Towers => {
                format!("{} (+{} -{})", self.towers.iter().len(), self.tally.placed, self.tally.removed)
            }
            Figure::Refused => grouped(self.tally.refused.into()),
            Figure::Fields => format!("{} in {} KiB", self.fields.len(), self.fields.bytes() >> 10),
            Figure::Builds => grouped(self.stats.field_builds),
            Figure::Repairs => {
                let each = self.stats.repaired_cells.checked_div(self.stats.field_repairs).unwrap_or(0);
                format!("{}, {} cells each", grouped(self.stats.field_repairs), grouped(each))
            }
            Figure::Frames => format!("{:.0}", self.rates.frames),
            Figure::Set(set) => milliseconds(self.rates.sets[set]),
            Figure::AllSets => milliseconds(self.rates.sets.iter().sum()),
            Figure::Speed if self.clock.is_paused() => "paused".to_string(),
            Figure::Speed => format!("{}x", self.clock.relative_speed()),
        }
    }
}

fn update(state: State, mut spans: Query<(&Figure, &mut TextSpan)>) {
    for (&figure, mut span) in &mut spans {
        write(&mut span, state.tell(figure));
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
