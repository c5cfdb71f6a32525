//! Whether the agents of an example keep their cells to themselves, which can change at any time.

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_tilepath::CrowdAgent;
use bevy_tilepath::bevy_version::OnAdd;

/// Whether agents keep their cells to themselves.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Occupying(pub bool);

impl Occupying {
    /// What the HUD shows.
    pub const fn name(self) -> &'static str {
        if self.0 { "on" } else { "off" }
    }
}

/// Gives every agent a `CrowdAgent`, or takes it away, as the resource `Occupying` says. `A` is the component that marks an agent. Agents that
/// are spawned later follow the resource, too. A change takes effect in `set` of the schedule.
pub fn plugin<A: Component>(
    app: &mut App,
    occupying: Occupying,
    schedule: impl ScheduleLabel,
    set: impl SystemSet,
) {
    app.insert_resource(occupying)
        .add_observer(join::<A>)
        .add_systems(schedule, join_or_leave::<A>.run_if(resource_changed::<Occupying>).in_set(set));
}

fn join<A: Component>(added: OnAdd<A>, mut commands: Commands, occupying: Res<Occupying>) {
    if occupying.0 {
        commands.entity(added.entity).try_insert(CrowdAgent::default());
    }
}

fn join_or_leave<A: Component>(
    mut commands: Commands,
    occupying: Res<Occupying>,
    agents: Query<(Entity, Has<CrowdAgent>), With<A>>,
) {
    for (agent, _) in agents.iter().filter(|(_, occupies)| *occupies != occupying.0) {
        if occupying.0 {
            commands.entity(agent).try_insert(CrowdAgent::default());
        } else {
            commands.entity(agent).try_remove::<CrowdAgent>();
        }
    }
}
