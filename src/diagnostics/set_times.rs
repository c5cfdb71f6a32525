//! How long each system set takes: read at its edges, within the set, so that systems of the game before and after it do not count.

#![expect(clippy::indexing_slicing, reason = "`NTH` is below the number of sets")]

use crate::systems::{PathfindingSystems, SetWork};
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use core::time::Duration;

const SETS: [PathfindingSystems; 4] = PathfindingSystems::ALL;

/// The times of the sets in this frame, in the order in which they run.
#[derive(Resource, Default)]
pub(super) struct SetTimes {
    begun: [Option<Instant>; SETS.len()],
    took: [Option<Duration>; SETS.len()],
}

impl SetTimes {
    /// The times of the sets that ran since this was asked last.
    pub(super) fn take(&mut self) -> [Option<Duration>; SETS.len()] {
        core::mem::take(&mut self.took)
    }
}

/// Adds the systems that read the clock.
pub(super) fn add_systems(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<SetTimes>();
    measure::<0>(app, schedule);
    measure::<1>(app, schedule);
    measure::<2>(app, schedule);
    measure::<3>(app, schedule);
}

fn measure<const NTH: usize>(app: &mut App, schedule: InternedScheduleLabel) {
    let (set, work) = (SETS[NTH], SetWork(SETS[NTH]));
    app.add_systems(schedule, (begin::<NTH>.before(work), end::<NTH>.after(work)).in_set(set));
}

fn begin<const NTH: usize>(mut times: ResMut<SetTimes>) {
    times.begun[NTH] = Some(Instant::now());
}

/// Runs after the commands of the set were applied.
fn end<const NTH: usize>(mut times: ResMut<SetTimes>) {
    times.took[NTH] = times.begun[NTH].take().map(|begun| begun.elapsed());
}
