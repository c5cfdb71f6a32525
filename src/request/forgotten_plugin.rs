//! A request in an app without the plugin, which the log names.

use crate::systems::PathfindingSchedule;
use bevy::ecs::{lifecycle::HookContext, world::DeferredWorld};
use bevy::prelude::*;

/// The log has said, or is about to say, whether the plugin was forgotten.
#[derive(Resource)]
struct PluginIsLookedFor;

/// Looks for the plugin when a request is inserted into a world without it.
pub(super) fn look_for_plugin(mut world: DeferredWorld, _: HookContext) {
    if !world.contains_resource::<PathfindingSchedule>() && !world.contains_resource::<PluginIsLookedFor>() {
        world.commands().queue(look_at_the_end_of_the_frame);
    }
}

/// The plugin may still be added, until the first frame: only its end says whether it was forgotten.
fn look_at_the_end_of_the_frame(world: &mut World) {
    if world.contains_resource::<PluginIsLookedFor>() {
        return;
    }
    // A world without schedules is none of an app, and one that is in this schedule now looks at the next request.
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
