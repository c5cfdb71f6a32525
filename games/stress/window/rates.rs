//! Rates per second and times per frame, read from the diagnostics twice a second so that one can read the digits.

use crate::{figures::SETS, systems::StressSystems};
use bevy::{
    diagnostic::{Diagnostic, DiagnosticPath, DiagnosticsStore},
    platform::time::Instant,
    prelude::*,
};
use bevy_tilepath::PathfindingDiagnosticsPlugin as Paths;
use std::time::Duration;

/// Rates in real time, over the last half second.
#[derive(Resource, Default)]
pub struct Rates {
    /// What a frame took, in milliseconds.
    pub frame: f64,
    pub requests: f64,
    /// Milliseconds of each of the plugin's system sets per frame.
    pub sets: [f64; SETS.len()],
    /// The same of all sets together.
    pub all_sets: f64,
    /// Percent of the expansion budget that searches use in a frame.
    pub budget: f64,
    /// When they were read.
    read: Option<Instant>,
}

const SPAN: Duration = Duration::from_millis(500);

pub fn plugin(app: &mut App) {
    app.init_resource::<Rates>().add_systems(Update, read.in_set(StressSystems::Show));
}

fn read(mut rates: ResMut<Rates>, diagnostics: Res<DiagnosticsStore>) {
    let now = Instant::now();
    let since = *rates.read.get_or_insert(now);
    if now - since < SPAN {
        return;
    }
    let recent = |path: &DiagnosticPath| diagnostics.get(path).map(|figure| Recent::of(figure, since, now));
    let mean = |path: &DiagnosticPath| recent(path).map_or(0.0, |recent| recent.sum / recent.count.max(1.0));
    *rates = Rates {
        frame: recent(&Paths::TIME).map_or(0.0, |recent| 1000.0 * recent.seconds / recent.count.max(1.0)),
        requests: recent(&Paths::REQUESTS).map_or(0.0, |recent| recent.sum / recent.seconds),
        sets: Paths::SET_TIMES.map(|path| mean(&path)),
        all_sets: mean(&Paths::TIME),
        budget: mean(&Paths::BUDGET_USED),
        read: Some(now),
    };
}

/// The latest measurements of a figure.
struct Recent {
    sum: f64,
    count: f64,
    /// How long they took.
    seconds: f64,
}

impl Recent {
    /// Those after `since`, as far as they are kept.
    fn of(figure: &Diagnostic, since: Instant, now: Instant) -> Self {
        let oldest = figure.measurements().next().map_or(since, |oldest| oldest.time);
        let since = since.max(oldest);
        let values = || figure.measurements().filter(|one| one.time > since).map(|one| one.value);
        Self { sum: values().sum(), count: values().count() as f64, seconds: (now - since).as_secs_f64() }
    }
}
