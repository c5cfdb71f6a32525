//! How a request differs from the last one of its agent.

use super::{
    agent::Agent,
    answer::AgentPath,
    grounds::Grounds,
    place::{Goals, GroundKind},
};
use crate::fleet::requests::{Request, Target};

/// How a request differs from the last one of its agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fleet) enum RequestChange {
    /// The last request, or one that has the same answer: a position is elsewhere in its cell, or nearest to the same waypoint, or the
    /// priority is another.
    SameSearch,
    /// The targets are the same, but not the options of the search.
    SameTargets,
    /// The agent has other targets, or had no request.
    OtherTargets,
}

impl RequestChange {
    pub(in crate::fleet) fn of(agent: &Agent, request: &Request, grounds: &Grounds) -> Self {
        let Some(last) = agent.request() else { return Self::without_request(agent, request, grounds) };
        let have_same_places = have_same_places(agent.ground, last, request, grounds);
        let are_same_options = last.options == request.options
            && last.danger_aversion == request.danger_aversion
            && last.profile == request.profile
            && last.in_cell == request.in_cell;
        match are_same_options {
            true if have_same_places => Self::SameSearch,
            _ if have_same_places && agent.has_group_of(last, request, grounds) => Self::SameTargets,
            _ => Self::OtherTargets,
        }
    }

    /// An agent on waypoints that has cancelled its request keeps its place on the edge.
    fn without_request(agent: &Agent, request: &Request, grounds: &Grounds) -> Self {
        let cancelled = agent.request.as_ref().filter(|_| agent.ground.keeps_cancelled());
        match cancelled {
            Some(last) if agent.has_group_of(last, request, grounds) => Self::SameTargets,
            _ => Self::OtherTargets,
        }
    }
}

impl Agent {
    /// Whether agents with these two requests are in the same group.
    fn has_group_of(&self, last: &Request, request: &Request, grounds: &Grounds) -> bool {
        grounds.key_of(self.ground, last) == grounds.key_of(self.ground, request)
    }

    /// Replaces the request by one that has the same answer: the answer then leads to the targets of the new request.
    pub(in crate::fleet) fn rename_targets(&mut self, request: &Request) {
        let Some(last) = self.request.as_ref() else { return };
        rename(&mut self.plan.goals, last, request);
        let target = match &mut self.path {
            AgentPath::OverCells(own) => &mut own.target,
            AgentPath::OverWaypoints(path) => &mut path.target,
            AgentPath::None | AgentPath::OnField(_) => return,
        };
        if let Some(known) = target {
            *known = renamed(*known, last, request);
        }
    }
}

/// Makes the goals of one request those of another, which leads to the same places.
pub(in crate::fleet) fn rename(goals: &mut Goals, last: &Request, request: &Request) {
    for (_, target) in goals {
        *target = renamed(*target, last, request);
    }
}

fn renamed(target: Target, last: &Request, request: &Request) -> Target {
    let nth = last.targets.iter().position(|&other| other == target);
    nth.and_then(|nth| request.targets.get(nth)).copied().unwrap_or(target)
}

/// Whether two requests have the same targets in the same order, wherever a position is inside its cell.
fn have_same_places(ground: GroundKind, last: &Request, request: &Request, grounds: &Grounds) -> bool {
    let is_same =
        |(one, other): (&Target, &Target)| one == other || is_same_place(ground, *one, *other, grounds);
    last.targets.len() == request.targets.len() && last.targets.iter().zip(&request.targets).all(is_same)
}

/// Whether two positions are in the same cell, or nearest to the same waypoint.
fn is_same_place(ground: GroundKind, one: Target, other: Target, grounds: &Grounds) -> bool {
    let (Target::Position(one), Target::Position(other)) = (one, other) else { return false };
    let place = |at| grounds.place_at(ground, at);
    place(one).is_some_and(|one| place(other) == Some(one))
}
