//! The order of the overlay's systems among those of Bevy.

use crate::support::*;
use bevy::{
    camera::CameraPlugin,
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    mesh::MeshPlugin,
    prelude::*,
    sprite::SpritePlugin,
};
use bevy_tilepath::{PathfindingDebug, PathfindingDebugPlugin, prelude::*};
use core::any::TypeId;
use std::collections::{BTreeSet, HashMap};

/// The pairs of conflicting systems of a schedule whose order is undefined.
fn ambiguities(app: &mut App, schedule: InternedScheduleLabel) -> BTreeSet<[TypeId; 2]> {
    app.init_schedule(schedule);
    app.world_mut().schedule_scope(schedule, |world, schedule| {
        schedule.initialize(world).unwrap();
        let types: HashMap<_, _> =
            schedule.systems().unwrap().map(|(key, system)| (key, system.system_type())).collect();
        let conflicts = schedule.graph().conflicting_systems().iter();
        conflicts
            .map(|(one, other, _)| {
                let mut pair = [types[one], types[other]];
                pair.sort_unstable();
                pair
            })
            .collect()
    })
}

/// An app with the systems of Bevy that read or write what the overlay draws with.
fn bevy_app() -> App {
    let mut app = bare_app();
    app.add_plugins((CameraPlugin, MeshPlugin, SpritePlugin));
    app
}

/// Systems of Bevy may conflict with each other. No system of the plugin may conflict with them, or with another of the plugin.
#[test]
fn the_order_of_the_systems_is_defined() {
    let (mut without, mut app) = (bevy_app(), bevy_app());
    app.add_plugins((PathfindingPlugin, PathfindingDebugPlugin, PathfindingDiagnosticsPlugin));
    for schedule in [First.intern(), PreUpdate.intern(), Update.intern(), PostUpdate.intern(), Last.intern()]
    {
        let known = ambiguities(&mut without, schedule);
        let new = ambiguities(&mut app, schedule).difference(&known).count();
        assert_eq!(new, 0, "ambiguities in {schedule:?}");
    }
    // A system without an order is found.
    app.add_systems(PostUpdate, |mut debug: ResMut<PathfindingDebug>| debug.set_changed());
    let known = ambiguities(&mut without, PostUpdate.intern());
    assert!(ambiguities(&mut app, PostUpdate.intern()).difference(&known).count() > 0);
}
