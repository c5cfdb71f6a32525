//! What must hold for every step: no agent is faster than its speed, and an agent in a wall was there when the wall was built.

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use core::time::Duration;
use std::collections::{HashMap, HashSet};

/// Agents before a frame, and agents on their way out of a wall.
#[derive(Default)]
pub struct Watch {
    pub in_fixed_steps: bool,
    before: Vec<Seen>,
    /// The position of each agent at the end of the last frame.
    last: HashMap<Entity, Vec2>,
    /// Agents that the game put in their places: from there they may be put beside other agents.
    put: HashSet<Entity>,
    /// The map, its cells and their capacity.
    seen: Option<(u64, CellGeometry, u8)>,
    fixed: Duration,
    /// Agents on whose cells walls were built, until they stand in their new cells. Each with how it walked in the last frame: straight, perhaps past
    /// the centres of other cells.
    walk_out: HashMap<Entity, Vec2>,
}

#[derive(Clone, Copy)]
struct Seen {
    agent: Entity,
    at: Vec2,
    cell: Option<IVec2>,
    speed: f32,
}

/// The position of an agent that keeps its cell. `None` for agents with a parent, which move with it.
fn position(world: &World, agent: Entity) -> Option<Vec2> {
    let agent = world.get_entity(agent).ok()?;
    let takes_part = agent.contains::<CrowdAgent>() && agent.contains::<PathFollower>();
    let is_elsewhere =
        agent.contains::<OnWaypoints>() || agent.contains::<Disabled>() || agent.contains::<ChildOf>();
    let at = agent.get::<Transform>()?.translation.truncate();
    (takes_part && !is_elsewhere && at.is_finite()).then_some(at)
}

fn cell_at(world: &World, at: Vec2) -> Option<IVec2> {
    let nav = world.resource::<NavGrid>();
    nav.cell_at(at).filter(|&cell| nav.class(cell).is_some())
}

/// Whether a cell is a wall to an agent.
fn is_wall_to(world: &World, agent: Entity, cell: IVec2) -> bool {
    let request = world.get::<PathRequest>(agent);
    let profile = request.map_or(ProfileId::default(), PathRequest::profile);
    let profile = world.resource::<CostProfiles>().get(profile);
    let map = world.resource::<NavGrid>().map();
    map.zip(profile).is_some_and(|(map, profile)| !map.is_free(profile, cell))
}

/// Whether the straight way between two points leads into a wall. An agent that loses its cell does not walk such a way.
fn leads_through_wall(world: &World, agent: Entity, from: Vec2, to: Vec2) -> bool {
    let points = (0..=512).map(|nth| from.lerp(to, nth as f32 / 512.0));
    let is_wall = |cell: &IVec2| is_wall_to(world, agent, *cell);
    points.filter_map(|point| cell_at(world, point)).skip_while(is_wall).any(|cell| is_wall(&cell))
}

/// Whether an agent has a cell. An agent without one waits for room, and is put there.
fn has_room(world: &World, last: &HashMap<Entity, Vec2>, agent: Entity) -> bool {
    let layer = |agent| world.get::<CrowdAgent>(agent).map(|occupies| occupies.layer);
    let Some(cell) = last.get(&agent).and_then(|&at| cell_at(world, at)) else { return true };
    let is_beside =
        |(other, at): &(&Entity, &Vec2)| layer(**other) == layer(agent) && cell_at(world, **at) == Some(cell);
    let capacity = usize::from(world.resource::<PathfindingSettings>().cell_capacity.max(1));
    last.iter().filter(is_beside).count() <= capacity && !is_wall_to(world, agent, cell)
}

impl Watch {
    /// Notes where agents are, after all that the game did to them.
    pub fn begin(&mut self, world: &World, agents: &[Entity]) {
        self.before.clear();
        let nav = world.resource::<NavGrid>();
        let capacity = world.resource::<PathfindingSettings>().cell_capacity;
        let seen = nav.map().map(|map| (map.id(), *nav.geometry().unwrap(), capacity));
        if self.seen != seen {
            self.seen = seen;
            self.put.extend(agents);
        }
        for &agent in agents {
            let Some(at) = position(world, agent) else { continue };
            let speed = world.get::<PathFollower>(agent).unwrap().speed.max(0.0);
            if self.last.get(&agent) != Some(&at) {
                self.put.insert(agent);
            }
            self.before.push(Seen { agent, at, cell: cell_at(world, at), speed });
        }
    }

    /// Asserts how the agents have walked.
    pub fn end(&mut self, world: &World) {
        // A frame may hold one fixed step more.
        let fixed = world.resource::<Time<Fixed>>();
        let more = if self.in_fixed_steps { fixed.timestep().as_secs_f32() } else { 0.0 };
        let seconds = world.resource::<Time>().delta_secs() + more;
        let has_run = !self.in_fixed_steps || fixed.elapsed() != self.fixed;
        self.fixed = fixed.elapsed();
        let nav = world.resource::<NavGrid>();
        self.last.clear();
        for seen in core::mem::take(&mut self.before) {
            let Some(at) = position(world, seen.agent) else { continue };
            self.last.insert(seen.agent, at);
            let Some(geometry) = nav.geometry() else { continue };
            let Some(cell) = cell_at(world, at) else { continue };
            let is_put = self.put.contains(&seen.agent);
            let tile = geometry.center_of(IVec2::ZERO).distance(geometry.center_of(IVec2::X));
            let may = if seconds > 0.0 { seen.speed * seconds } else { 0.0 };
            let walked = at.distance(seen.at);
            let is_fast = walked > may * 1.001 + tile * 0.002;
            let is_round = || leads_through_wall(world, seen.agent, seen.at, at);
            assert!(is_put || !is_fast || is_round(), "{} walked {walked} of {may}, to {at}", seen.agent);
            if is_wall_to(world, seen.agent, cell) {
                let was_there = seen.cell == Some(cell) || self.walk_out.contains_key(&seen.agent);
                let has_request = world.get::<PathRequest>(seen.agent).is_some();
                assert!(
                    is_put || was_there || !has_request,
                    "{} has entered the wall at {cell}, from {:?} at {} to {}",
                    seen.agent,
                    seen.cell,
                    geometry.tiles_at(seen.at),
                    geometry.tiles_at(at)
                );
                self.walk_out.insert(seen.agent, at - seen.at);
            } else if seen.cell.is_some_and(|cell| is_wall_to(world, seen.agent, cell)) {
                // The wall was built on it, and it has left it in this frame.
                self.walk_out.insert(seen.agent, at - seen.at);
            } else if let Some(walk) = self.walk_out.get_mut(&seen.agent) {
                let goes_straight_on = walked > may * 0.99
                    && (at - seen.at).normalize_or_zero().dot(walk.normalize_or_zero()) > 0.999;
                *walk = at - seen.at;
                if !goes_straight_on && geometry.tiles_at(at).distance(geometry.tiles_of(cell)) < 0.1 {
                    self.walk_out.remove(&seen.agent);
                }
            }
        }
        if has_run {
            self.put.retain(|&agent| !has_room(world, &self.last, agent));
        }
    }

    /// Treats an agent as one that the game put in its place.
    pub fn forget(&mut self, agent: Entity) {
        self.put.insert(agent);
    }

    /// Whether a wall was built on an agent that has not left it yet.
    pub fn walks_out(&self, agent: Entity) -> bool {
        self.walk_out.contains_key(&agent)
    }
}
