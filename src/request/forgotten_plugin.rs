//! Logs that a request was inserted into an app without the plugin.

use crate::systems::PathfindingSchedule;
use bevy::ecs::{lifecycle::HookContext, world::DeferredWorld};
use bevy::prelude::*;

/// Whether the plugin was forgotten is in the log, or is about to be checked.
#[derive(Resource)]
struct PluginIsLookedFor;

/// Looks for the plugin when a request is inserted into a world without it.
pub(super) fn look_for_plugin(mut world: DeferredWorld, _: HookContext) {
    if !world.contains_resource::<PathfindingSchedule>() && !world.contains_resource::<PluginIsLookedFor>() {
        world.commands().queue(look_at_the_end_of_the_frame);
    }
}

/// The plugin may still be added before the first frame: only the end of that frame shows whether it was forgotten.
fn look_at_the_end_of_the_frame(world: &mut World) {
    if world.contains_resource::<PluginIsLookedFor>() {
        return;
    }
    // A world without schedules belongs to no app. If this schedule is missing because it runs now, the next request tries again.
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
