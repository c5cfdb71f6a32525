//! An app with the game and bevy_ggrs.

use crate::rolled_back_game::{CarriedBy, Drift, Key, Script, add_game, carry, seen};
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_ggrs::{
    AdvanceWorld, AdvanceWorldSystems, GgrsConfig, GgrsPlugin, GgrsSchedule, LoadWorld, LoadWorldSystems,
    Rollback, RollbackApp, Session,
};
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use core::{
    hash::{Hash, Hasher},
    time::Duration,
};
use std::hash::DefaultHasher;

pub type Config = GgrsConfig<u8, usize>;

/// The hash of everything that a player sees of a frame.
#[derive(Resource, Clone, Copy, Default)]
pub struct Seen(pub u64);

/// How many times the game went back.
#[derive(Resource, Default)]
pub struct Rollbacks(pub u32);

pub fn app(seed: u64, session: Session<Config>) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, GgrsPlugin::<Config>::default()))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .insert_resource(session)
        .add_plugins(
            PathfindingPlugin::in_schedule(GgrsSchedule)
                .restored_in(AdvanceWorld, AdvanceWorldSystems::First),
        )
        .rollback_resource_with_clone::<PathfindingState>()
        .rollback_component_with_clone::<Transform>()
        .rollback_component_with_copy::<NavId>()
        .rollback_component_with_copy::<Key>()
        .rollback_component_with_copy::<Drift>()
        .rollback_component_with_copy::<CarriedBy>()
        .rollback_resource_with_clone::<CostProfiles>()
        .rollback_resource_with_clone::<PathfindingSettings>()
        .rollback_resource_with_clone::<Congestion>()
        .rollback_resource_with_clone::<Script>()
        .rollback_resource_with_clone::<Seen>()
        .checksum_resource::<Seen>(|seen| seen.0)
        .init_resource::<Seen>()
        .init_resource::<Rollbacks>()
        .add_systems(LoadWorld, |mut rollbacks: ResMut<Rollbacks>| rollbacks.0 += 1)
        .add_systems(LoadWorld, carry.in_set(LoadWorldSystems::Mapping))
        .add_observer(|added: On<Add, Key>, mut commands: Commands| {
            commands.entity(added.entity).try_insert_if_new(Rollback);
        })
        .add_systems(GgrsSchedule, look.after(PathfindingSystems::FollowPath));
    add_game(&mut app, seed, GgrsSchedule);
    app
}

/// Notes what a player sees of the frame.
fn look(world: &mut World) {
    let mut hash = DefaultHasher::new();
    seen(world).hash(&mut hash);
    world.resource_mut::<Seen>().0 = hash.finish();
}
