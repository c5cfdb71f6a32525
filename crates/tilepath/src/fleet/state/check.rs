//! Checks a fleet that was read from a save: every index must lie inside its list.

use crate::{
    fleet::{
        agent_id::AgentId,
        agents::{Agent, AgentPath, Agents},
        fields::{RequestGroup, RequestGroups},
        fleet::Fleet,
        requests::RequestKey,
    },
    path::Path,
};

/// All agents with their names.
pub(in crate::fleet) fn all(agents: &Agents) -> impl Iterator<Item = (AgentId, &Agent)> {
    (0..agents.slots.len())
        .filter_map(|index| agents.id_at(index))
        .filter_map(|id| Some((id, agents.get(id)?)))
}

/// Checks a fleet. The error says what is wrong with a state that no calls could have made.
pub(in crate::fleet) fn fleet(fleet: &Fleet) -> Result<(), String> {
    agents(&fleet.agents)?;
    groups(&fleet.groups)?;
    for (id, agent) in all(&fleet.agents) {
        let is_sound = match &agent.path {
            AgentPath::None | AgentPath::OnField(_) => true,
            AgentPath::OverCells(own) => has_all_costs(&own.path),
            AgentPath::OverWaypoints(path) => path.edges.len() + 1 == path.waypoints.len(),
        };
        if !is_sound {
            return Err(format!("the path of agent {id} has not a cost for each step"));
        }
        let group = agent.plan.group.and_then(|group| fleet.groups.get(group));
        let request = agent.request();
        if group.is_some_and(|group| request.is_some_and(|request| !group.key().may_be_of(request))) {
            return Err(format!("agent {id} is in the group of another request"));
        }
    }
    fleet.crowds.check(&fleet.agents.walks)
}

fn agents(agents: &Agents) -> Result<(), String> {
    let slots = agents.slots.len();
    let walks = &agents.walks;
    let columns = [
        walks.is_walking.len(),
        walks.stops.len(),
        walks.crowds.len(),
        walks.is_noted.len(),
        walks.places.len(),
        walks.steps.len(),
        walks.paces.len(),
        walks.tracks.len(),
    ];
    if columns.iter().any(|&rows| rows != slots) {
        return Err(format!("a fleet of {slots} agents with columns of {columns:?} rows"));
    }
    let mut free = agents.free.clone();
    free.sort_unstable();
    let vacant = (0..).zip(&agents.slots).filter(|(_, slot)| slot.agent.is_none()).map(|(index, _)| index);
    if !vacant.eq(free) {
        return Err("a fleet whose free numbers are not those without an agent".into());
    }
    Ok(())
}

fn groups(groups: &RequestGroups<RequestKey>) -> Result<(), String> {
    let mut free = groups.free.clone();
    free.sort_unstable();
    let places = || (0..).zip(&groups.groups);
    let vacant = places().filter(|(_, group)| group.is_none()).map(|(index, _): (u32, _)| index);
    let is_listed = |(index, group): (u32, &Option<_>)| {
        group.as_ref().is_none_or(|group: &RequestGroup<RequestKey>| {
            group.id().index == index && groups.by_key.get(group.key()) == Some(&group.id())
        })
    };
    let count = groups.groups.iter().flatten().count();
    if !vacant.eq(free) || !places().all(is_listed) || groups.by_key.len() != count {
        return Err("groups of requests that are not listed by what they ask for".into());
    }
    Ok(())
}

/// Whether a path has a cost for each cell. Its cells need not be neighbours: a link may lead from one to the next.
fn has_all_costs(path: &Path) -> bool {
    path.cells.len() == path.costs.len()
}
