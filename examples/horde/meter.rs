//! How long each of the plugin's system sets takes, by a look at the clock between them.

use crate::rules::HordeSystems;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Instant;

/// The names of the sets, in order.
pub const SETS: [&str; 4] = ["sync grid", "update fields", "search", "follow path"];

/// Times of each set, in milliseconds. Commands and events that a set sends off count as its own.
#[derive(Resource, Clone, Copy, Default, Debug)]
pub struct Meter {
    /// When each set began this frame, and when the last ended.
    stamps: [Option<Instant>; SETS.len() + 1],
    /// What all of them took in the first frame, in which the map is made ready for searches.
    pub first: f64,
    /// Since then.
    pub sums: [f64; SETS.len()],
    /// The longest in one frame.
    pub most: [f64; SETS.len()],
    /// The longest that all of them took in one frame.
    pub most_of_all: f64,
    pub frames: u32,
}

pub fn plugin(app: &mut App) {
    use PathfindingSystems::{FollowPath, Search, SyncGrid, UpdateFields};
    app.init_resource::<Meter>().add_systems(
        Update,
        (
            stamp::<0>.after(HordeSystems::Orders).before(SyncGrid),
            stamp::<1>.after(SyncGrid).before(UpdateFields),
            stamp::<2>.after(UpdateFields).before(Search),
            stamp::<3>.after(Search).before(FollowPath),
            (stamp::<4>, add_up).chain().after(FollowPath).before(HordeSystems::Resolve),
        ),
    );
}

fn stamp<const NTH: usize>(mut meter: ResMut<Meter>) {
    meter.stamps[NTH] = Some(Instant::now());
}

fn add_up(mut meter: ResMut<Meter>) {
    let meter = &mut *meter;
    let mut took = [0.0; SETS.len()];
    for (set, stamps) in meter.stamps.windows(2).enumerate() {
        let (Some(from), Some(to)) = (stamps[0], stamps[1]) else { return };
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
