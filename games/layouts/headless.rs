//! Every layout for some seconds without a window, with a check that viruses come to the centres of tiles.

use crate::{
    args::Args,
    layout::{ALL, Layouts},
    overlay,
    tour::{Tally, Tour, Virus},
};
use bevy::prelude::*;
use kit::headless::{self, fnv_1a};
use std::process::ExitCode;

/// Frames for each layout: half a minute.
const FRAMES: u32 = 600;

/// Runs each of the layouts. Fails if no virus arrives in one of them, if one does not stand on the centre of its tile then, or by what the
/// overlay checks.
pub fn run(args: &Args) -> ExitCode {
    let mut app = headless::app(None, headless::frames_per_second(20), |app| {
        app.add_plugins((TransformPlugin, Tour { layouts: args.layout.clone(), send: args.send }))
            .add_plugins(overlay::headless::plugin);
    });
    let (mut nobody_came, mut off_center, mut fault, mut places) = (false, false, None, Vec::new());
    for nth in 0..ALL.len() {
        if nth > 0 {
            app.world_mut().resource_mut::<Layouts>().show_next();
        }
        (0..FRAMES).for_each(|_| app.update());
        fault = fault.or(overlay::headless::fault(&mut app));
        let world = app.world_mut();
        let mut viruses = world.query_filtered::<&Transform, With<Virus>>();
        places.extend(viruses.iter(world).flat_map(|at| at.translation.truncate().to_array()));
        let (tally, name) = (world.resource::<Tally>(), world.resource::<Layouts>().shown().name);
        println!("{name}: {} arrivals, {} off the centre", tally.arrived, tally.off_center);
        nobody_came |= tally.arrived == 0;
        off_center |= tally.off_center > 0;
    }
    let violations = [
        (nobody_came, "no virus ever came to its goal"),
        (off_center, "a virus arrived beside the centre of its tile"),
        (fault.is_some(), fault.unwrap_or_default()),
    ];
    headless::conclude(violations, fnv_1a(places.into_iter().map(f32::to_bits)))
}
