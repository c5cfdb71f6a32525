//! The agents, and where they are sent: all to one waypoint, or each to another at random.

use crate::network::Network;
use bevy::{prelude::*, time::common_conditions::on_timer};
use bevy_tilepath::{SearchTrace, prelude::*};
use std::time::Duration;

/// World units per second.
const SPEED: f32 = 70.0;
const COUNT: usize = 14;

/// An agent, with its number. The search of the first one is traced.
#[derive(Component)]
pub struct Agent(pub usize);

/// The agent whose search and path are shown.
pub type Leader = (&'static Agent, &'static PathResult, &'static PathFollower);

/// The result and the progress of the agent whose search and path are shown.
pub fn leader<'a>(agents: &'a Query<Leader>) -> Option<(&'a PathResult, &'a PathFollower)> {
    agents.iter().find(|(agent, ..)| agent.0 == 0).map(|(_, result, follower)| (result, follower))
}

/// Where agents are sent, and how they search.
#[derive(Resource)]
pub struct Orders {
    pub heuristic: Heuristic,
    /// The waypoint to which all go. Without one, each goes somewhere at random.
    pub gather_at: Option<Entity>,
    pub arrivals: u32,
    random: fastrand::Rng,
}

impl Orders {
    pub fn new(seed: u64, dijkstra: bool) -> Self {
        let heuristic = if dijkstra { Heuristic::Zero } else { Heuristic::Auto };
        Self { heuristic, gather_at: None, arrivals: 0, random: fastrand::Rng::with_seed(seed) }
    }

    pub fn algorithm(&self) -> &'static str {
        if self.heuristic == Heuristic::Zero { "Dijkstra" } else { "A*" }
    }

    pub fn toggle_algorithm(&mut self) {
        let other = if self.heuristic == Heuristic::Zero { Heuristic::Auto } else { Heuristic::Zero };
        self.heuristic = other;
    }

    fn any(&mut self, network: &Network) -> Entity {
        network.0[self.random.usize(..network.0.len())]
    }

    fn request(&mut self, network: &Network) -> PathRequest {
        let target = self.gather_at.unwrap_or_else(|| self.any(network));
        PathRequest::to_entity(target).with_heuristic(self.heuristic)
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<SearchTrace>()
        // Nothing is wrong with an agent whose road was cut.
        .insert_resource(PathfindingSettings { log_failures: false, ..default() })
        .add_observer(go_on)
        .add_systems(Update, (obey, try_another.run_if(on_timer(Duration::from_secs(1)))));
}

/// Spawns the agents at waypoints.
pub fn spawn(
    mut commands: Commands,
    network: Res<Network>,
    mut orders: ResMut<Orders>,
    mut trace: ResMut<SearchTrace>,
    places: Query<&Transform>,
) {
    for number in 0..COUNT {
        let start = orders.any(&network);
        let at = places.get(start).map_or(Vec3::ZERO, |place| place.translation).truncate();
        let (place, request) = (Transform::from_translation(at.extend(10.0)), orders.request(&network));
        let follower = PathFollower::with_speed(SPEED);
        let agent = commands.spawn((Agent(number), OnWaypoints, place, request, follower)).id();
        if number == 0 {
            trace.only = Some(agent);
        }
    }
}

/// An agent that has arrived goes somewhere else, unless all are to gather.
fn go_on(
    reached: On<GoalReached>,
    mut orders: ResMut<Orders>,
    network: Res<Network>,
    mut commands: Commands,
) {
    let orders = orders.bypass_change_detection();
    orders.arrivals += 1;
    if orders.gather_at.is_none() {
        commands.entity(reached.entity).try_insert(orders.request(&network));
    }
}

/// Agents that can't get where they want go somewhere else.
fn try_another(
    mut orders: ResMut<Orders>,
    network: Res<Network>,
    agents: Query<(Entity, &PathResult), With<Agent>>,
    mut commands: Commands,
) {
    let orders = orders.bypass_change_detection();
    if orders.gather_at.is_none() {
        for (agent, _) in agents.iter().filter(|(_, result)| result.failure().is_some()) {
            commands.entity(agent).insert(orders.request(&network));
        }
    }
}

/// Gives every agent a request by new orders.
fn obey(
    mut orders: ResMut<Orders>,
    network: Res<Network>,
    agents: Query<(Entity, &PathRequest), With<Agent>>,
    mut commands: Commands,
    mut gathered_at: Local<Option<Entity>>,
) {
    if !orders.is_changed() || orders.is_added() {
        return;
    }
    let orders = orders.bypass_change_detection();
    let are_elsewhere = core::mem::replace(&mut *gathered_at, orders.gather_at) != orders.gather_at;
    for (agent, request) in &agents {
        let new = if are_elsewhere { orders.request(&network) } else { request.clone() };
        commands.entity(agent).insert(new.with_heuristic(orders.heuristic));
    }
}
