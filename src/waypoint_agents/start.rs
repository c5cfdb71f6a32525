//! Where the path of an agent begins: at the nearest waypoint, or at either end of the link that the agent is on.

use crate::waypoints::{WaypointGraph, WaypointStep};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{Cost, NodeId};

/// The nodes at which a path may begin, with the cost to get there.
pub(super) type Starts = SmallVec<[(NodeId, Cost); 2]>;

/// Where the path of an agent at a position may begin. Empty if there are no waypoints.
///
/// The agent's link counts only if no other waypoint is nearer than the link: its ends may have moved away from the agent.
pub(super) fn starts_of(graph: &WaypointGraph, step: &WaypointStep, at: Vec2) -> Starts {
    let link = step.link.filter(|&link| !has_left_link(graph, link, at));
    let on_link = link.map_or_else(Starts::new, |link| starts_on_link(graph, link, at));
    if !on_link.is_empty() {
        return on_link;
    }
    graph.graph().nearest(at).map(|node| (node, Cost::ZERO)).into_iter().collect()
}

/// Where the path of an agent on a link may begin: it goes on, or turns back. If the link is gone, at the nearer end. Empty if no end is
/// there any more.
fn starts_on_link(graph: &WaypointGraph, [from, to]: [Entity; 2], at: Vec2) -> Starts {
    let end = |waypoint| Some((graph.node(waypoint)?, graph.position(waypoint)?));
    let free = |(node, _): (NodeId, Vec2)| Starts::from_iter([(node, Cost::ZERO)]);
    let (start, end) = match (end(from), end(to)) {
        (Some(start), Some(end)) if from != to => (start, end),
        (_, Some(end)) => return free(end),
        (Some(start), None) => return free(start),
        (None, None) => return Starts::new(),
    };
    let Some(onward) = graph.link_cost(from, to) else {
        let is_nearer = at.distance_squared(start.1) < at.distance_squared(end.1);
        return free(if is_nearer { start } else { end });
    };
    let (length, left) = (start.1.distance(end.1), at.distance(end.1));
    let share = if length > 0.0 { f64::from(left / length).clamp(0.0, 1.0) } else { 0.0 };
    let part = |cost: Cost, share: f64| Cost::from_units((f64::from(cost.units()) * share).round() as u32);
    let back = graph.link_cost(to, from).map(|back| (start.0, part(back, 1.0 - share)));
    [Some((end.0, part(onward, share))), back].into_iter().flatten().collect()
}

/// Whether an agent and its link were moved apart: another waypoint is nearer to the agent than the link.
pub(super) fn has_left_link(graph: &WaypointGraph, [from, to]: [Entity; 2], at: Vec2) -> bool {
    let (Some(start), Some(end)) = (graph.position(from), graph.position(to)) else { return false };
    let along = end - start;
    let share = (at - start).dot(along) / along.length_squared();
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let from_link = at.distance_squared(start + along * share);
    let nearest = graph.nearest(at).filter(|&nearest| nearest != from && nearest != to);
    let place = nearest.and_then(|nearest| graph.position(nearest));
    place.is_some_and(|place| at.distance_squared(place) < from_link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waypoints::{Waypoint, WaypointLinks, WaypointSync, sync_waypoints};
    use bevy::ecs::system::RunSystemOnce;

    /// Three waypoints on a line, 10 units apart: the first two linked both ways, the second leads to the third.
    fn line() -> (World, [Entity; 3]) {
        let mut world = World::new();
        world.init_resource::<WaypointGraph>();
        world.init_resource::<WaypointSync>();
        let at = |x: f32| (Waypoint, Transform::from_xyz(x, 0.0, 0.0));
        let ends = [0.0, 10.0, 20.0].map(|x| world.spawn(at(x)).id());
        world.entity_mut(ends[0]).insert(WaypointLinks::to([ends[1]]));
        world.entity_mut(ends[1]).insert(WaypointLinks::to([ends[0], ends[2]]));
        world.run_system_once(sync_waypoints).unwrap();
        (world, ends)
    }

    fn starts(world: &World, link: Option<[Entity; 2]>, x: f32) -> Vec<(Entity, f64)> {
        let graph = world.resource::<WaypointGraph>();
        let step = WaypointStep { link, ..default() };
        let starts = starts_of(graph, &step, Vec2::new(x, 0.0));
        let named = |(node, cost)| (graph.waypoint(node).unwrap(), WaypointGraph::in_world_units(cost));
        starts.into_iter().map(named).collect()
    }

    #[test]
    fn an_agent_on_a_link_may_go_on_or_turn_back_where_a_link_leads_back() {
        let (world, [a, b, c]) = line();
        assert_eq!(starts(&world, Some([a, b]), 2.5), [(b, 7.5), (a, 2.5)]);
        assert_eq!(starts(&world, Some([b, c]), 12.5), [(c, 7.5)]);
        assert_eq!(starts(&world, Some([b, b]), 10.0), [(b, 0.0)]);
        assert_eq!(starts(&world, Some([a, c]), 4.0), [(a, 0.0)], "no such link");
        assert_eq!(starts(&world, None, 14.0), [(b, 0.0)]);
    }

    #[test]
    fn an_agent_has_left_its_link_when_a_waypoint_is_nearer_than_the_link() {
        let (world, [a, b, _]) = line();
        let graph = world.resource::<WaypointGraph>();
        let left = |x, y| has_left_link(graph, [a, b], Vec2::new(x, y));
        assert!(!left(5.0, 0.0) && !left(5.0, 40.0) && !left(-30.0, 3.0));
        assert!(!left(14.0, 0.0) && left(16.0, 0.0));
    }
}
