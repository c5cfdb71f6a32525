//! The upper bar: ore, units, trouble.

use crate::{
    plugin::GameSystems,
    site::Mine,
    tally::Tally,
    trouble::Trouble,
    unit::{Job, Unit, UnitKind},
    window::{layout, select::Selected},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    clock::speed_text,
    figures::{self, Says},
    game_window::WideOnly,
    hud,
};

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

/// The figures with their labels, and whether narrow windows show them too.
const FIGURES: [(&str, bool, Says<State<'static, 'static>>); 6] = [
    ("ORE", true, |state| state.tally.ore.into()),
    ("IN THE GROUND", false, |state| {
        let left: u32 = state.mines.iter().map(|mine| mine.ore).sum();
        match state.mines.iter().len() {
            0 => "none".into(),
            1 => format!("{left} in 1 mine").into(),
            mines => format!("{left} in {mines} mines").into(),
        }
    }),
    ("SELECTED", true, |state| selected(state.selected.iter().map(|unit| unit.kind)).into()),
    ("IDLE WORKERS", true, |state| {
        let is_idle = |(unit, job): &(&Unit, &Job)| unit.kind == UnitKind::Worker && **job == Job::Idle;
        state.units.iter().filter(is_idle).count().into()
    }),
    ("STUCK, WITHOUT A PATH", false, |state| {
        let no_path = |trouble: &&Trouble| matches!(trouble, Trouble::NoPath(_));
        let without = state.troubles.iter().filter(no_path).count();
        format!("{}, {without}", state.troubles.iter().len() - without).into()
    }),
    ("SPEED", true, |state| speed_text(&state.clock).into()),
];

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, figures::update::<State>.in_set(GameSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(layout::TOP)).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, always, says) in FIGURES {
        let mut entity = commands.spawn((ChildOf(row), figures::figure::<State>(label, says, 14.0)));
        if !always {
            entity.insert(WideOnly { wanted: true });
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
