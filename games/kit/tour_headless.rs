//! The tour without a window: every layout for some seconds, with a check that viruses come to the centres of tiles.

use super::{
    headless::{self, fnv_1a},
    probes::{InWalls, count_in_walls},
    tour::{Layouts, Tally, Tour, Virus},
};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::PathfindingSystems;
use std::{process::ExitCode, time::Duration};

const FRAME: Duration = Duration::from_millis(50);
/// Frames for each layout: half a minute.
const FRAMES: u32 = 600;

/// Runs each of the layouts. Fails if no virus arrives in one of them, or one does not stand on the centre of its tile, or is in a wall.
pub fn run(tour: Tour, count: usize) -> ExitCode {
    let mut app = headless::app(None, TimeUpdateStrategy::ManualDuration(FRAME));
    app.add_plugins((TransformPlugin, tour))
        .init_resource::<InWalls>()
        .add_systems(Update, count_in_walls::<Virus>.after(PathfindingSystems::FollowPath));
    app.finish();
    app.cleanup();
    let (mut nobody_came, mut off_center, mut places) = (false, false, Vec::new());
    for nth in 0..count {
        if nth > 0 {
            app.world_mut().resource_mut::<Layouts>().show_next();
        }
        (0..FRAMES).for_each(|_| app.update());
        let world = app.world_mut();
        let mut viruses = world.query_filtered::<&Transform, With<Virus>>();
        places.extend(viruses.iter(world).flat_map(|at| at.translation.truncate().to_array()));
        let (tally, name) = (world.resource::<Tally>(), world.resource::<Layouts>().shown().name);
        println!("{name}: {} arrivals, {} off the centre", tally.arrived, tally.off_center);
        nobody_came |= tally.arrived == 0;
        off_center |= tally.off_center > 0;
    }
    let in_walls = app.world().resource::<InWalls>().0 > 0;
    let violations = [
        (nobody_came, "no virus ever came to its goal"),
        (off_center, "a virus arrived beside the centre of its tile"),
        (in_walls, "viruses were in walls"),
    ];
    headless::conclude(violations, fnv_1a(places.into_iter().map(f32::to_bits)))
}
