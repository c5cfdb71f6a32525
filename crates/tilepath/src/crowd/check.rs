//! Checks whether loaded data is a valid crowd, so that every later call can rely on it.

use super::{
    agent::{Member, NONE, Queue, State, WHOLE},
    corridor::{Corridor, Corridors},
    ground::{CrowdGround, NO_DIRECTION},
    members::Crowd,
    rules::InvalidCrowdRule,
    token::Token,
    turn::{Departure, LAST, LONGEST},
};
use crate::ground::{Grid, GridError};
use glam::IVec2;

/// The latest valid time in microseconds, so that sums of two times stay in range.
const LATEST: u64 = 1 << 62;

/// The most places of a loaded crowd: four in each cell of the largest map. They take half a gigabyte. Without this limit, a few bytes
/// could ask for much more.
pub(crate) const MOST_PLACES: usize = 4 * Grid::MAX_CELLS;

/// Why loaded data is not a valid crowd.
#[derive(Debug, thiserror::Error)]
pub(super) enum InvalidCrowd {
    /// The size of the map is invalid.
    #[error(transparent)]
    Size(#[from] GridError),
    /// A rule is out of its range.
    #[error(transparent)]
    Rule(#[from] InvalidCrowdRule),
    /// The cells of the crowd have too many places in all.
    #[error("a crowd with {0} places: must be at most {MOST_PLACES}")]
    Places(usize),
    /// Another condition of a valid crowd is broken. The text says which.
    #[error("not a crowd: {0}")]
    Broken(&'static str),
}

/// Returns an error with the text `fault` unless `holds`.
pub(super) const fn ensure(holds: bool, fault: &'static str) -> Result<(), InvalidCrowd> {
    if holds { Ok(()) } else { Err(InvalidCrowd::Broken(fault)) }
}

/// Checks a loaded crowd. Does not check whether two agents have the same place or crossing diagonals.
pub(super) fn check(crowd: &Crowd) -> Result<(), InvalidCrowd> {
    let Crowd { corridors, ground, agents, states, call, .. } = crowd;
    check_corridors(corridors, ground, *call)?;
    for (member, &state) in agents.iter().zip(states).filter(|(_, state)| **state != State::Vacant) {
        check_place(member, state, crowd)?;
        check_step(member, state, ground)?;
        check_counts(member, state, corridors, *call)?;
    }
    let is_agent = |number: &u32| (*number as usize) < agents.len();
    let displaced = crowd.displaced.iter().all(|(agent, _)| is_agent(&agent.0));
    let paces = crowd.paces.noted.iter().chain(&crowd.paces.halted).all(is_agent);
    let leavers = crowd.occupancy.leavers.iter().all(|leaver| *leaver == NONE || is_agent(leaver));
    ensure(displaced && paces && leavers, "an unknown agent")
}

fn check_place(member: &Member, state: State, crowd: &Crowd) -> Result<(), InvalidCrowd> {
    ensure(member.size > 0, "an agent without a size")?;
    ensure((member.from as usize) < crowd.ground.len(), "an agent comes from beyond the map")?;
    if state == State::Outside {
        return ensure(member.cell == NONE, "an agent outside has a cell");
    }
    ensure((member.cell as usize) < crowd.ground.len(), "an agent is beyond the map")?;
    ensure(crowd.bodies.fit(&crowd.ground, member.size, member.cell), "an agent is in a wall")?;
    ensure(member.place < crowd.occupancy.capacity(), "an agent has a place that no cell has")
}

fn check_step(member: &Member, state: State, ground: &CrowdGround) -> Result<(), InvalidCrowd> {
    let Member { from, cell, direction, starts, done, ends, .. } = *member;
    ensure(done < WHOLE && starts <= LATEST, "an agent walks at an impossible time")?;
    if state != State::Moving {
        return ensure(direction == NO_DIRECTION, "an agent that stands has a direction");
    }
    ensure(starts <= ends, "a step ends before it begins")?;
    let to = match direction {
        NO_DIRECTION => Some(from),
        0..NO_DIRECTION => ground.beside_on_map(from, direction),
        _ => None,
    };
    ensure(to == Some(cell), "a step leads elsewhere")
}

fn check_counts(member: &Member, state: State, corridors: &Corridors, call: u32) -> Result<(), InvalidCrowd> {
    let Member { since, no_room_at, queue, queue_at, .. } = *member;
    ensure([since, no_room_at, queue_at].iter().all(|&at| at <= call), "an agent is ahead of its time")?;
    let Departure { set_out, way } = member.turn;
    ensure(set_out <= LAST && way <= LONGEST, "an agent set out at an impossible time")?;
    ensure(member.progress.rested <= LATEST, "an agent has rested for ever")?;
    ensure(member.blocked.is_none() || state == State::Waiting, "an agent waits that does not stand")?;
    // The corridor of an outdated queue need not exist: the queue is found again before its next use.
    let is_known = queue == Queue::NONE || (queue.corridor as usize) < corridors.all.len();
    ensure(is_known || !corridors.are_those_of(queue_at), "an agent queues for an unknown corridor")
}

fn check_corridors(corridors: &Corridors, ground: &CrowdGround, call: u32) -> Result<(), InvalidCrowd> {
    let Corridors { all, of_cell, .. } = corridors;
    ensure(corridors.refused <= call && corridors.changed <= call, "corridors are ahead of their time")?;
    let is_known = |number: &u32| (*number as usize) < all.len();
    let is_cell_known = |number: &u32| *number == NONE || is_known(number);
    let are_known = of_cell.iter().all(is_cell_known) && corridors.vacant.iter().all(is_known);
    ensure(are_known, "an unknown corridor")?;
    for Corridor { lanes, token, .. } in all.iter() {
        ensure(is_known(&lanes[0]) && lanes.iter().all(is_cell_known), "an unknown lane")?;
        check_token(token, call)?;
    }
    for (cell, &number) in (0..).zip(of_cell.iter()).filter(|(_, number)| **number != NONE) {
        let corridor = corridors.get(number);
        check_ends(corridor, ground)?;
        if corridors.is_lane(number) {
            ensure(is_on_lane(corridor, cell, ground), "a cell is not in its lane")?;
        }
    }
    Ok(())
}

fn check_ends(corridor: &Corridor, ground: &CrowdGround) -> Result<(), InvalidCrowd> {
    let leads_out =
        |(&end, &beyond): (&u32, &u8)| (end as usize) < ground.len() && beyond & !ground.legal(end) == 0;
    ensure(corridor.ends.iter().zip(&corridor.beyond).all(leads_out), "a corridor leads elsewhere")
}

/// Returns whether a cell is on a lane. The lane must be a straight line of cells that continues at both ends.
fn is_on_lane(lane: &Corridor, cell: u32, ground: &CrowdGround) -> bool {
    let Corridor { ends: [first, last], cells, .. } = *lane;
    let gaps = cells.saturating_sub(1);
    let length = ground.cell(last) - ground.cell(first);
    let way = ground.cell(cell) - ground.cell(first);
    let (is_row, is_column) = (length.y == 0, length.x == 0);
    let is_straight = is_row != is_column && length.element_sum() as u32 == gaps;
    let is_between = way.cmpge(IVec2::ZERO).all() && way.cmple(length).all();
    let step = length.clamp(IVec2::ZERO, IVec2::ONE);
    let goes_on = [ground.cell(first) - step, ground.cell(last) + step];
    is_straight && is_between && goes_on.iter().all(|&beyond| ground.index(beyond).is_some())
}

fn check_token(token: &Token, call: u32) -> Result<(), InvalidCrowd> {
    let Token { owner, end, refused, entered, .. } = *token;
    ensure(owner.is_none_or(|owner| owner < 2) && end < 2, "a corridor has two ends")?;
    let mut calls = refused.into_iter().chain(entered);
    ensure(calls.all(|at| at <= call), "a corridor is ahead of its time")
}
