//! The upper bar: ore, units, trouble.

use crate::{
    job::Job,
    plugin::GameSystems,
    site::Mine,
    tally::Tally,
    trouble::Trouble,
    unit::{Unit, UnitKind},
    window::{layout, select::Selected},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{clock::speed_text, game_window::WideOnly, hud};

/// One figure in the bar.
#[derive(Component, Clone, Copy)]
enum Figure {
    Ore,
    Ground,
    Selected,
    Idle,
    Trouble,
    Speed,
}

/// The figures with their labels, and whether narrow windows show them too.
const FIGURES: [(&str, Figure, bool); 6] = [
    ("ORE", Figure::Ore, true),
    ("IN THE GROUND", Figure::Ground, false),
    ("SELECTED", Figure::Selected, true),
    ("IDLE WORKERS", Figure::Idle, true),
    ("STUCK, WITHOUT A PATH", Figure::Trouble, false),
    ("SPEED", Figure::Speed, true),
];

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, update.in_set(GameSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(layout::TOP)).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, figure, always) in FIGURES {
        let mut entity = commands.spawn((ChildOf(row), hud::figure(label, figure, 14.0)));
        if !always {
            entity.insert(WideOnly);
        }
    }
}

/// What the figures are made of.
#[derive(SystemParam)]
struct State<'w, 's> {
    tally: Res<'w, Tally>,
    clock: Res<'w, Time<Virtual>>,
    mines: Query<'w, 's, &'static Mine>,
    selected: Query<'w, 's, &'static Unit, With<Selected>>,
    units: Query<'w, 's, (&'static Unit, &'static Job)>,
    troubles: Query<'w, 's, &'static Trouble>,
}

impl State<'_, '_> {
    fn text(&self, figure: Figure) -> String {
        match figure {
            Figure::Ore => self.tally.ore.to_string(),
            Figure::Ground => {
                let left: u32 = self.mines.iter().map(|mine| mine.ore).sum();
                match self.mines.iter().len() {
                    0 => "none".to_string(),
                    1 => format!("{left} in 1 mine"),
                    mines => format!("{left} in {mines} mines"),
                }
            }
            Figure::Selected => selected(self.selected.iter().map(|unit| unit.kind)),
            Figure::Idle => {
                let is_idle =
                    |(unit, job): &(&Unit, &Job)| unit.kind == UnitKind::Worker && **job == Job::Idle;
                self.units.iter().filter(is_idle).count().to_string()
            }
            Figure::Trouble => {
                let no_path = |trouble: &&Trouble| matches!(trouble, Trouble::NoPath(_));
                let without = self.troubles.iter().filter(no_path).count();
                format!("{}, {without}", self.troubles.iter().len() - without)
            }
            Figure::Speed => speed_text(&self.clock),
        }
    }
}

/// Such as "3 workers, 1 soldier".
pub fn selected(kinds: impl Iterator<Item = UnitKind> + Clone) -> String {
    let count = |kind: UnitKind| match kinds.clone().filter(|&other| other == kind).count() {
        0 => None,
        1 => Some(format!("1 {}", kind.name())),
        count => Some(format!("{count} {}s", kind.name())),
    };
    let counts: Vec<String> = UnitKind::ALL.into_iter().filter_map(count).collect();
    if counts.is_empty() { "nobody".to_string() } else { counts.join(", ") }
}

fn update(state: State, mut spans: Query<(&Figure, &mut TextSpan)>) {
    for (&figure, mut span) in &mut spans {
        hud::write(&mut span, state.text(figure));
    }
}
