//! serde for crowds. The saved data is all that decides the future of a crowd. Other data is computed again, or forgotten.

use super::{
    agent::{Alert, Member, MemberId, NONE, State},
    answer::CrowdAnswer,
    around::Memory,
    bodies::Bodies,
    cell_changes::CellChanges,
    check::{InvalidCrowd, MOST_PLACES, check, ensure},
    corridor::{Corridor, Corridors},
    edge_stops::{EdgeStops, StoppedCell},
    ground::CrowdGround,
    jams::{Jam, SavedJam},
    members::{Crowd, Paces},
    occupancy::Occupancy,
    rules::CrowdRules,
    sparse::Sparse,
    work::CrowdWork,
};
use crate::ground::{CellRect, CostProfile, Grid, MapRevision, Topology};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Crowd")]
struct CrowdData<'a> {
    revision: MapRevision,
    profile: Cow<'a, CostProfile>,
    rules: CrowdRules,
    topology: Topology,
    bounds: CellRect,
    /// How walls on edges stop steps.
    walls: Cow<'a, [StoppedCell]>,
    /// One bit for each cell: 1 if the cell is free. Each byte holds eight cells, the first cell in the lowest bit.
    free: Vec<u8>,
    corridors: CorridorsData<'a>,
    capacity: u8,
    /// For each place, the agent that left it last.
    leavers: Sparse,
    /// For each number, its agent. `None` if no agent has the number.
    members: Vec<Option<(State, Alert, Cow<'a, Member>)>>,
    #[serde(deserialize_with = "crate::counters::read")]
    call: u32,
    last_call: u64,
    displaced: Vec<MemberId>,
    changes: ChangesData,
    /// Agents whose steps must be timed again. Then agents that stand still on their steps.
    repaced: Cow<'a, [u32]>,
    halted: Cow<'a, [u32]>,
    jams: Vec<SavedJam>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Corridors")]
struct CorridorsData<'a> {
    of_cell: Sparse,
    all: Cow<'a, [Corridor]>,
    vacant: Cow<'a, [u32]>,
    refused: u32,
    changed: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "CellChanges")]
struct ChangesData {
    count: u32,
    /// For each cell, the number of its last change. The count starts when the agent that has been blocked longest was blocked.
    /// Earlier changes matter to no agent and are left out.
    recent: Sparse,
}

impl Serialize for Crowd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { ground, corridors, occupancy, agents, cell_changes, .. } = self;
        let members = agents.iter().zip(&self.states).zip(&self.alerts).map(|((member, &state), &alert)| {
            (state != State::Vacant).then_some((state, alert, Cow::Borrowed(member)))
        });
        let first = first_awaited(agents, cell_changes.count);
        let recent = cell_changes.last.iter().map(|&last| {
            if cell_changes.count.wrapping_sub(last) < cell_changes.count.wrapping_sub(first) {
                last.wrapping_sub(first)
            } else {
                0
            }
        });
        let data = CrowdData {
            revision: self.revision,
            profile: Cow::Borrowed(&self.profile),
            rules: self.rules,
            topology: ground.topology,
            bounds: ground.bounds,
            walls: Cow::Borrowed(&*ground.walls.cells),
            free: packed((0..ground.len() as u32).map(|cell| ground.is_free(cell))),
            corridors: CorridorsData {
                of_cell: Sparse::new(corridors.of_cell.iter().copied(), NONE),
                all: Cow::Borrowed(&corridors.all),
                vacant: Cow::Borrowed(&corridors.vacant),
                refused: corridors.refused,
                changed: corridors.changed,
            },
            capacity: occupancy.capacity(),
            leavers: Sparse::new(self.noticed_leavers(), NONE),
            members: members.collect(),
            call: self.call,
            last_call: self.last_call,
            displaced: self.displaced.iter().map(|&(agent, _)| agent).collect(),
            changes: ChangesData { count: cell_changes.count, recent: Sparse::new(recent, 0) },
            repaced: Cow::Borrowed(&self.paces.noted),
            halted: Cow::Borrowed(&self.paces.halted),
            jams: self.jams.iter().map(Jam::saved).collect(),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Crowd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        CrowdData::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

impl TryFrom<CrowdData<'_>> for Crowd {
    type Error = InvalidCrowd;

    fn try_from(data: CrowdData) -> Result<Self, InvalidCrowd> {
        Grid::check_bounds(data.bounds)?;
        data.rules.check()?;
        let cells = data.bounds.size().element_product() as usize;
        ensure(data.free.len() == cells.div_ceil(8), "a map of another size")?;
        let places = cells * usize::from(data.capacity);
        if places > MOST_PLACES {
            return Err(InvalidCrowd::Places(places));
        }
        let is_free = |at: usize| data.free[at / 8] & 1 << (at % 8) != 0;
        let are_sound = data.walls.is_sorted_by(|one, next| one.cell < next.cell)
            && data.walls.iter().all(|stopped| (stopped.cell as usize) < cells);
        ensure(are_sound, "walls on edges of another map")?;
        let walls = EdgeStops::of_cells(&data.walls);
        let ground = CrowdGround::with_walls(data.bounds, data.topology, walls, |cell| {
            data.bounds.index(cell).is_some_and(is_free)
        });
        let mut occupancy = Occupancy::new(cells, data.capacity);
        occupancy.leavers = listed(&data.leavers, occupancy.leavers.len(), NONE)?.into();
        let (mut agents, mut states, mut alerts, mut vacant) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (number, member) in (0..).zip(data.members) {
            ensure(
                member.as_ref().is_none_or(|member| member.0 != State::Vacant),
                "a member that is Vacant",
            )?;
            let nobody = || (State::Vacant, Alert::Now, Cow::Owned(Member::new(0, 0, 0, 0, 0)));
            let (state, alert, member) = member.unwrap_or_else(nobody);
            if state == State::Vacant {
                vacant.push(number);
            }
            states.push(state);
            alerts.push(alert);
            agents.push(member.into_owned());
        }
        vacant.reverse();
        let displaced = data.displaced.into_iter().map(|agent| (agent, CrowdAnswer::Displaced));
        let mut crowd = Self {
            revision: data.revision,
            profile: data.profile.into_owned(),
            corridors: read_corridors(data.corridors, &ground)?,
            occupancy,
            cell_changes: read_changes(&data.changes, &agents, cells)?,
            bodies: Bodies::default(),
            vacant,
            outside: states.iter().filter(|state| **state == State::Outside).count(),
            call: data.call,
            last_call: data.last_call,
            displaced: displaced.collect(),
            paces: Paces { noted: data.repaced.into_owned(), halted: data.halted.into_owned() },
            jams: Vec::new(),
            work: CrowdWork::new(cells, &data.rules),
            rules: data.rules,
            agents,
            states,
            alerts,
            ground,
        };
        let widest = crowd.agents.iter().map(|agent| agent.size).max().unwrap_or(1);
        ensure(widest <= CostProfile::MAX_SIZE, "an agent is too wide")?;
        crowd.bodies = Bodies::up_to(crowd.ground.topology.shape(), widest);
        check(&crowd)?;
        crowd.take_places()?;
        crowd.load_jams(data.jams)?;
        Ok(crowd)
    }
}

impl Crowd {
    /// For each agent number, the end of the agent's step. `None` if the agent is not on a step.
    pub(crate) fn ends_of_steps(&self) -> impl ExactSizeIterator<Item = Option<u64>> {
        let agents = self.agents.iter().zip(&self.states);
        agents.map(|(agent, &state)| (state == State::Moving).then_some(agent.ends))
    }

    /// The number of places of all cells.
    pub(crate) fn places(&self) -> usize {
        self.ground.len() * usize::from(self.capacity().max(1))
    }

    /// For each place, the agent that left it last. [`NONE`] if this agent can't matter any more.
    fn noticed_leavers(&self) -> impl Iterator<Item = u32> {
        let Occupancy { capacity, leavers, .. } = &self.occupancy;
        leavers.iter().enumerate().map(move |(place, &leaver)| {
            let is_leaving = || self.is_leaving(leaver, (place / capacity) as u32);
            // An agent that left a place earlier matters again only if it enters the cell and leaves the cell again. If the cell
            // has only one place, the agent is noted again then. If the cell has several, the agent may leave another place.
            let is_noticed = leaver != NONE && (*capacity > 1 || is_leaving());
            if is_noticed { leaver } else { NONE }
        })
    }

    /// Gives each agent its place and its diagonal.
    fn take_places(&mut self) -> Result<(), InvalidCrowd> {
        self.work.memories.resize(self.agents.len(), Memory::NONE);
        for number in 0..self.agents.len() as u32 {
            let (agent, state) = (self.agents[number as usize], self.states[number as usize]);
            if agent.cell == NONE {
                continue;
            }
            let is_free = match agent.size > 1 {
                true => self.others_at(number, agent.cell).next().is_none(),
                false => self.occupancy.owners(agent.cell)[usize::from(agent.place)] == NONE,
            };
            ensure(is_free, "two agents have one place")?;
            self.take_cells(number, agent.cell, agent.place);
            let Self { ground, work, .. } = self;
            if state == State::Moving {
                ensure(work.corners.are_free(ground, agent.from, agent.direction), "two agents cross")?;
                work.corners.take(ground, agent.from, agent.direction);
            }
        }
        Ok(())
    }
}

/// The number of changes when the agent that has been blocked longest was blocked. The number of all changes if no agent is
/// blocked. Changes up to this number matter to no agent.
fn first_awaited(agents: &[Member], count: u32) -> u32 {
    let ages = agents.iter().filter_map(|agent| agent.blocked).map(|blocked| count.wrapping_sub(blocked));
    count.wrapping_sub(ages.max().unwrap_or(0))
}

fn read_changes(data: &ChangesData, agents: &[Member], cells: usize) -> Result<CellChanges, InvalidCrowd> {
    let first = first_awaited(agents, data.count);
    let mut last = listed(&data.recent, cells, 0)?;
    let most = data.count.wrapping_sub(first);
    ensure(last.iter().all(|&change| change <= most), "a cell is ahead of its time")?;
    last.iter_mut().for_each(|change| *change = first.wrapping_add(*change));
    Ok(CellChanges { last: last.into(), count: data.count })
}

fn read_corridors(data: CorridorsData, ground: &CrowdGround) -> Result<Corridors, InvalidCrowd> {
    let mut corridors = Corridors {
        of_cell: listed(&data.of_cell, ground.len(), NONE)?.into(),
        are_near: vec![false; ground.len()].into(),
        all: data.all.into_owned().into(),
        vacant: data.vacant.into_owned(),
        refused: data.refused,
        changed: data.changed,
        loose: Vec::new(),
    };
    for cell in 0..ground.len() as u32 {
        if corridors.at(cell).is_some() {
            corridors.note_near(ground, cell);
        }
    }
    Ok(corridors)
}

fn listed(sparse: &Sparse, len: usize, blank: u32) -> Result<Vec<u32>, InvalidCrowd> {
    sparse.list(len, blank).ok_or(InvalidCrowd::Broken("a list is too long"))
}

/// Packs bits into bytes. The first bit is the lowest bit of the first byte.
fn packed(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut bytes = vec![0; bits.len().div_ceil(8)];
    bits.enumerate().for_each(|(at, bit)| bytes[at / 8] |= u8::from(bit) << (at % 8));
    bytes
}
