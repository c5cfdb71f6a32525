//! Rates per second, averaged over half a second.

use crate::{meter::Meter, rules::HordeSystems};
use bevy::prelude::*;
use bevy_tilepath::PathfindingStats;
use std::time::{Duration, Instant};

/// Rates in real time.
#[derive(Resource, Default)]
pub struct Rates {
    pub frames: f64,
    pub requests: f64,
    /// Milliseconds of each of the plugin's system sets per frame.
    pub sets: [f64; 4],
    last: Option<Reading>,
}

/// The totals at one moment.
struct Reading {
    at: Instant,
    sums: [f64; 4],
    frames: u32,
    requests: u64,
}

const SPAN: Duration = Duration::from_millis(500);

pub fn plugin(app: &mut App) {
    app.init_resource::<Rates>().add_systems(Update, read.in_set(HordeSystems::Show));
}

fn read(mut rates: ResMut<Rates>, meter: Res<Meter>, stats: Res<PathfindingStats>) {
    let now =
        Reading { at: Instant::now(), sums: meter.sums, frames: meter.frames, requests: stats.requests() };
    let Some(last) = &rates.last else {
        rates.last = Some(now);
        return;
    };
    let span = now.at - last.at;
    if span < SPAN {
        return;
    }
    let frames = f64::from(now.frames - last.frames);
    let sets = core::array::from_fn(|set| (now.sums[set] - last.sums[set]) / frames);
    let requests = (now.requests - last.requests) as f64;
    *rates = Rates {
        frames: frames / span.as_secs_f64(),
        requests: requests / span.as_secs_f64(),
        sets,
        last: Some(now),
    };
}
