//! How long each of the plugin's system sets takes, measured by systems between them.

use crate::rules::HordeSystems;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Instant;

/// The names of the sets, in order.
pub const SETS: [&str; 4] = ["sync grid", "update fields", "search", "follow path"];

/// Durations of the sets, in milliseconds. The commands and events of a set count as its own.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Meter {
    /// When each set started in this frame, and when the last one ended.
    times: [Option<Instant>; SETS.len() + 1],
    /// The duration of all sets in the first frame, in which the map is prepared for searches.
    pub first: f64,
    /// The sum of each set over all later frames.
    pub sums: [f64; SETS.len()],
    /// The longest duration of each set in one of these frames.
    pub most: [f64; SETS.len()],
    /// The longest duration of all sets together in one of these frames.
    pub most_of_all: f64,
    pub frames: u32,
}

pub fn plugin(app: &mut App) {
    use PathfindingSystems::{FollowPath, Search, SyncGrid, UpdateFields};
    app.init_resource::<Meter>().add_systems(
        Update,
        (
            note_time::<0>.after(HordeSystems::Orders).before(SyncGrid),
            note_time::<1>.after(SyncGrid).before(UpdateFields),
            note_time::<2>.after(UpdateFields).before(Search),
            note_time::<3>.after(Search).before(FollowPath),
            (note_time::<4>, add_up).chain().after(FollowPath).before(HordeSystems::Resolve),
        ),
    );
}

fn note_time<const NTH: usize>(mut meter: ResMut<Meter>) {
    meter.times[NTH] = Some(Instant::now());
}

fn add_up(mut meter: ResMut<Meter>) {
    let meter = &mut *meter;
    let mut took = [0.0; SETS.len()];
    for (set, times) in meter.times.windows(2).enumerate() {
        let (Some(from), Some(to)) = (times[0], times[1]) else { return };
        took[set] = to.duration_since(from).as_secs_f64() * 1000.0;
    }
    let all = took.iter().sum();
    if meter.first == 0.0 {
        meter.first = all;
        return;
    }
    for (set, took) in took.into_iter().enumerate() {
        meter.sums[set] += took;
        meter.most[set] = meter.most[set].max(took);
    }
    meter.most_of_all = meter.most_of_all.max(all);
    meter.frames += 1;
}
