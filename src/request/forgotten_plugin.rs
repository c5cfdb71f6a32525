//! Warns if a request is inserted into an app without the plugin.

use crate::systems::PathfindingSchedule;
use bevy::ecs::{lifecycle::HookContext, world::DeferredWorld};
use bevy::prelude::*;

/// Marks an app in which the check for the plugin is scheduled or done, so that it happens once.
#[derive(Resource)]
struct PluginIsLookedFor;

/// Schedules the check for the plugin when a request is inserted into a world without it.
pub(super) fn look_for_plugin(mut world: DeferredWorld, _: HookContext) {
    if !world.contains_resource::<PathfindingSchedule>() && !world.contains_resource::<PluginIsLookedFor>() {
        world.commands().queue(look_at_the_end_of_the_frame);
    }
}

/// Schedules the check for the end of the first frame, because the plugin may still be added before this frame.
fn look_at_the_end_of_the_frame(world: &mut World) {
    if world.contains_resource::<PluginIsLookedFor>() {
        return;
    }
    // A world without schedules belongs to no app. While `Last` runs, it is missing: then the next request tries again.
    let Some(mut schedules) = world.get_resource_mut::<Schedules>() else { return };
    let Some(last) = schedules.get_mut(Last) else { return };
    last.add_systems(warn_of_forgotten_plugin.run_if(run_once));
    world.insert_resource(PluginIsLookedFor);
}

fn warn_of_forgotten_plugin(plugin: Option<Res<PathfindingSchedule>>) {
    if plugin.is_none() {
        error!("an entity has a PathRequest that nobody answers: add PathfindingPlugin to the app");
    }
}
