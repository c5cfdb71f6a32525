//! Compares two states of a game, to name what differs.

use super::difference::{StateDifference, Subject};
use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{Agent, AgentPath},
        fleet::Fleet,
        world::FleetWorld,
    },
    graph::NavGraph,
    ground::DangerLayer,
    map::NavMap,
};
use core::fmt::Debug;
use glam::IVec2;

impl FleetWorld {
    /// The first difference to another world. `None` if both have the same [hash](FleetWorld::state_hash).
    ///
    /// Agents come first, in the order of their indices: what can be asked about each. Then come the map, the graph of waypoints, the
    /// profiles and the settings. A difference in anything else is named by the hash of the part that differs.
    ///
    /// Takes O(n) for n cells, agents and cells of paths.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<StateDifference> {
        let (one_hash, other_hash) = (self.state_hash(), other.state_hash());
        if one_hash == other_hash && one_hash.is_some() {
            return None;
        }
        let named = of_agents(&self.fleet, &other.fleet)
            .or_else(|| of_maps(&self.map, &other.map))
            .or_else(|| of_graphs(&self.graph, &other.graph))
            .or_else(|| {
                let world = Comparison(Subject::World);
                world
                    .field("profiles", &self.profiles, &other.profiles)
                    .or_else(|| world.field("geometry", &self.geometry, &other.geometry))
            })
            .or_else(|| {
                Comparison(Subject::Fleet).field("settings", &self.fleet.settings, &other.fleet.settings)
            })
            .or_else(|| {
                let [one, other] = [self, other].map(|world| world.fleet.state_hash());
                Comparison(Subject::Fleet).field("hash of the rest", &one, &other)
            });
        named.or_else(|| Comparison(Subject::World).field("hash of the rest", &one_hash, &other_hash))
    }
}

/// Compares a part of two games.
#[derive(Clone, Copy)]
struct Comparison(Subject);

impl Comparison {
    /// Compares a field by its text, in which floats have all their digits.
    fn field<T: Debug + ?Sized>(self, field: &str, one: &T, other: &T) -> Option<StateDifference> {
        let (one, other) = (format!("{one:?}"), format!("{other:?}"));
        (one != other).then(|| StateDifference { subject: self.0, field: field.into(), one, other })
    }

    /// Compares two lists: first item by item, then by their lengths.
    fn list<T: Debug>(self, field: &str, one: &[T], other: &[T]) -> Option<StateDifference> {
        let pairs = one.iter().zip(other).enumerate();
        let item = pairs.map(|(nth, (one, other))| self.field(&format!("{field} {nth}"), one, other));
        let item = item.flatten().next();
        item.or_else(|| self.field(&format!("number of {field}s"), &one.len(), &other.len()))
    }
}

/// The first agent that differs, and how.
fn of_agents(one: &Fleet, other: &Fleet) -> Option<StateDifference> {
    let count = one.agents.slots.len().max(other.agents.slots.len());
    (0..count).find_map(|index| match (one.agents.id_at(index), other.agents.id_at(index)) {
        (None, None) => None,
        (Some(id), Some(other_id)) if id == other_id => of_agent(id, one, other),
        (id, other_id) => {
            let missing = |id: Option<AgentId>| id.map_or("nobody".into(), |id| format!("agent {id}"));
            let subject = id.or(other_id).map_or(Subject::Fleet, Subject::Agent);
            let (one, other) = (missing(id), missing(other_id));
            Some(StateDifference { subject, field: "presence".into(), one, other })
        }
    })
}

fn of_agent(id: AgentId, one: &Fleet, other: &Fleet) -> Option<StateDifference> {
    let (first, second) = (one.agent(id)?, other.agent(id)?);
    let agent = Comparison(Subject::Agent(id));
    agent
        .field("position", &one.position(id), &other.position(id))
        .or_else(|| agent.field("status", &first.status, &second.status))
        .or_else(|| agent.field("request", &first.request(), &second.request()))
        .or_else(|| of_paths(agent, first, second))
        .or_else(|| agent.field("start of the path", &one.path_start(id), &other.path_start(id)))
        .or_else(|| agent.field("pace", &one.pace(id), &other.pace(id)))
        .or_else(|| agent.field("crowd", &first.crowd, &second.crowd))
        .or_else(|| agent.field("ground", &first.ground, &second.ground))
        .or_else(|| agent.field("waypoint", &first.waypoint, &second.waypoint))
        .or_else(|| agent.field("is active", &first.is_active, &second.is_active))
        .or_else(|| agent.field("is steered", &first.is_steered, &second.is_steered))
        .or_else(|| agent.list("own obstacle", first.own_obstacles(), second.own_obstacles()))
        .or_else(|| agent.field("progress", &one.progress(id), &other.progress(id)))
        .or_else(|| agent.field("step", &one.step(id), &other.step(id)))
        .or_else(|| agent.field("cell in the crowd", &one.cell_in_crowd(id), &other.cell_in_crowd(id)))
        .or_else(|| agent.field("goals", &first.plan.goals, &second.plan.goals))
        .or_else(|| agent.field("record of the answer", &recorded(first), &recorded(second)))
}

/// What is remembered of the last answer. The time that its search took is no state.
fn recorded(agent: &Agent) -> impl Debug {
    let record = agent.record();
    (record.cause, record.asked, record.answered, record.nodes_expanded)
}

fn of_paths(agent: Comparison, one: &Agent, other: &Agent) -> Option<StateDifference> {
    match (&one.path, &other.path) {
        (AgentPath::OverCells(first), AgentPath::OverCells(second)) => agent
            .list("cell of the path", first.path.cells(), second.path.cells())
            .or_else(|| agent.field("cost of the path", &first.path.cost(), &second.path.cost()))
            .or_else(|| agent.field("target of the path", &first.target, &second.target)),
        (AgentPath::OverWaypoints(first), AgentPath::OverWaypoints(second)) => {
            agent.list("waypoint of the path", &first.waypoints, &second.waypoints)
        }
        (first, second) => agent.field("path", first, second),
    }
}

fn of_maps(one: &NavMap, other: &NavMap) -> Option<StateDifference> {
    let map = Comparison(Subject::Map);
    map.field("bounds", &one.grid().bounds(), &other.grid().bounds())
        .or_else(|| map.field("topology", &one.topology(), &other.topology()))
        .or_else(|| of_cells(map, one, other))
        .or_else(|| map.field("revision", &one.revision(), &other.revision()))
        .or_else(|| {
            let [one, other] =
                [one, other].map(|map| map.cost_fields().map(|field| field.profile()).collect());
            let (one, other): (Vec<_>, Vec<_>) = (one, other);
            map.list("prepared profile", &one, &other)
        })
        .or_else(|| {
            let [one, other] = [one, other].map(|map| map.landmark_profiles().collect());
            let (one, other): (Vec<_>, Vec<_>) = (one, other);
            map.list("profile with landmarks", &one, &other)
        })
        .or_else(|| {
            let [one, other] = [one, other].map(|map| map.cost_fields().map(|field| field.trial).collect());
            let (one, other): (Vec<_>, Vec<_>) = (one, other);
            map.list("comparison of engines", &one, &other)
        })
}

/// The first cell that differs. Both maps have the same bounds.
fn of_cells(map: Comparison, one: &NavMap, other: &NavMap) -> Option<StateDifference> {
    let danger = |map: &NavMap, layer: usize, cell: IVec2| {
        let units = map.danger_layers().get(layer).map_or(&[][..], DangerLayer::units);
        map.grid().index(cell).and_then(|index| units.get(index)).copied().unwrap_or_default()
    };
    let layers = one.danger_layers().len().max(other.danger_layers().len());
    one.grid().bounds().cells().find_map(|cell| {
        let differs = one.terrain(cell) != other.terrain(cell)
            || one.grid().class(cell) != other.grid().class(cell)
            || !one.obstacle_classes(cell).eq(other.obstacle_classes(cell))
            || (0..layers).any(|layer| danger(one, layer, cell) != danger(other, layer, cell));
        differs.then_some(())?;
        let at = format!("({}, {})", cell.x, cell.y);
        let [ones, others] = [one, other].map(|map| map.obstacle_classes(cell).collect::<Vec<_>>());
        map.field(&format!("terrain of {at}"), &one.terrain(cell), &other.terrain(cell))
            .or_else(|| map.field(&format!("obstacles on {at}"), &ones, &others))
            .or_else(|| {
                map.field(&format!("class of {at}"), &one.grid().class(cell), &other.grid().class(cell))
            })
            .or_else(|| {
                (0..layers).find_map(|layer| {
                    let field = format!("danger {layer} of {at}");
                    map.field(&field, &danger(one, layer, cell), &danger(other, layer, cell))
                })
            })
    })
}

fn of_graphs(one: &NavGraph, other: &NavGraph) -> Option<StateDifference> {
    let graph = Comparison(Subject::Graph);
    let [waypoints, others] = [one, other].map(|graph| graph.iter().collect::<Vec<_>>());
    let edges = || {
        waypoints.iter().find_map(|&(waypoint, _)| {
            let [edges, others] = [one, other].map(|graph| graph.edges(waypoint).collect::<Vec<_>>());
            graph.list(&format!("edge of {waypoint}:"), &edges, &others)
        })
    };
    graph
        .list("waypoint", &waypoints, &others)
        .or_else(edges)
        .or_else(|| graph.field("revision", &one.revision(), &other.revision()))
}
