//! How jams are saved: what their searches began with. A loaded jam searches its plan again, and comes to the same plan.

use super::{
    super::{
        check::{InvalidCrowd, ensure},
        ground::CrowdGround,
        members::Crowd,
    },
    find::ORDERS,
    jam::{Jam, Phase, PlannedWalk},
};
use crate::{
    budget::Budget,
    exchange::{self, Exchange, Plan, Solution},
};
use core::task::Poll;
use serde::{Deserialize, Serialize};

/// A jam as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Jam")]
pub(in crate::crowd) struct SavedJam {
    first: u32,
    members: Vec<u32>,
    cells: Vec<u32>,
    starts: Vec<u16>,
    goals: Vec<u16>,
    attempt: u8,
    is_whole: bool,
    is_too_hard: bool,
    stands: bool,
    phase: SavedPhase,
}

/// What goes on in a jam that is saved.
#[derive(Serialize, Deserialize)]
enum SavedPhase {
    /// The search has done this much work.
    Search(u64),
    /// The agents have begun these numbers of steps. And when an agent last began one.
    Walk(Vec<u32>, u64),
}

/// The work for all jams of a save: some seconds. Searches of games do much less.
const MOST_UNITS: u64 = 200_000_000;

impl Jam {
    /// What is saved.
    pub(in crate::crowd) fn saved(&self) -> SavedJam {
        let cut = self.cut();
        SavedJam {
            first: self.first,
            members: self.members.clone(),
            cells: (0..cut.cells()).map(|cell| cut.key(cell)).collect(),
            starts: self.arrangement.starts().into(),
            goals: self.arrangement.goals().into(),
            attempt: self.attempt,
            is_whole: self.is_whole,
            is_too_hard: self.is_too_hard,
            stands: self.stands,
            phase: match &self.phase {
                Phase::Search(search) => SavedPhase::Search(search.units()),
                Phase::Walk(walk) => SavedPhase::Walk(walk.begun.clone(), walk.stepped),
            },
        }
    }
}

impl PlannedWalk {
    /// A walk of which these numbers of steps have begun. `None` if there are not as many steps.
    fn resumed(plan: Plan, cells: u16, begun: Vec<u32>, stepped: u64) -> Option<Self> {
        let steps = plan.dependencies();
        let fits = begun.len() == steps.len()
            && begun.iter().zip(steps).all(|(&begun, steps)| begun as usize <= steps.len());
        let mut walk = Self::new(plan, cells, stepped);
        walk.begun = begun;
        fits.then(|| {
            walk.count_visits();
            walk
        })
    }
}

impl SavedJam {
    fn load(self, ground: &CrowdGround, budget: &mut Budget) -> Result<Jam, InvalidCrowd> {
        let are_on_map = self.cells.iter().all(|&cell| (cell as usize) < ground.len());
        ensure(are_on_map && self.attempt < Crowd::ATTEMPTS, "a jam beyond the map")?;
        ensure(self.members.is_sorted_by(|one, next| one < next), "an agent is twice in a jam")?;
        ensure(self.members.binary_search(&self.first).is_ok(), "a jam without its first agent")?;
        ensure(self.members.len() == self.starts.len(), "a jam of other agents")?;
        let cut = ground.cut(&self.cells).map_err(|_| InvalidCrowd::Broken("a jam of too many cells"))?;
        let arrangement = exchange::Jam::new(cut, self.starts, self.goals)
            .map_err(|_| InvalidCrowd::Broken("a jam of other cells"))?;
        let mut search = Exchange::new(arrangement.clone(), ORDERS);
        let phase = match self.phase {
            SavedPhase::Search(units) => {
                ensure(units <= budget.left(), "jams with too much work")?;
                _ = search.run(&mut Budget::new(units));
                budget.spend(units);
                Phase::Search(Box::new(search))
            }
            SavedPhase::Walk(begun, stepped) => {
                let Poll::Ready(Solution::Plan(plan)) = search.run(budget) else {
                    return Err(InvalidCrowd::Broken("a jam without a plan"));
                };
                let cells = arrangement.cut().cells();
                let walk = PlannedWalk::resumed(plan, cells, begun, stepped);
                Phase::Walk(walk.ok_or(InvalidCrowd::Broken("a plan of other agents"))?)
            }
        };
        let Self { first, members, attempt, is_whole, is_too_hard, stands, .. } = self;
        Ok(Jam { first, members, arrangement, attempt, is_whole, is_too_hard, stands, phase })
    }
}

impl Crowd {
    /// Takes the jams of a save.
    pub(in crate::crowd) fn load_jams(&mut self, saved: Vec<SavedJam>) -> Result<(), InvalidCrowd> {
        let mut budget = Budget::new(MOST_UNITS);
        let mut in_jams: Vec<u32> = Vec::new();
        for jam in saved {
            let jam = jam.load(&self.ground, &mut budget)?;
            let are_known = jam.members.iter().all(|&number| (number as usize) < self.agents.len());
            ensure(are_known, "an unknown agent in a jam")?;
            if jam.stands || jam.walk().is_some() {
                in_jams.extend(&jam.members);
            }
            self.jams.push(jam);
        }
        in_jams.sort_unstable();
        ensure(in_jams.is_sorted_by(|one, next| one < next), "an agent in two jams")?;
        let is_in_jam = |number: u32| in_jams.binary_search(&number).is_ok();
        let mut held = (0..).zip(&self.agents).filter(|(_, agent)| agent.patience.is_held);
        ensure(held.all(|(number, _)| is_in_jam(number)), "an agent is held by no jam")
    }
}
