//! Junctions: cells with three neighbours, where two agents change places by stepping into two of them.

use super::{arrangement::Arrangement, cut::Cut};
use smallvec::SmallVec;

/// Two agents that stand side by side at a junction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PairAtJunction {
    /// The junction, where the leader stands.
    pub(super) junction: u16,
    /// The cell of the follower.
    pub(super) behind: u16,
    pub(super) leader: u8,
    pub(super) follower: u8,
}

impl PairAtJunction {
    /// The neighbours of the junction without the cell of the follower.
    pub(super) fn branches<'a>(&self, cut: &'a Cut) -> impl Iterator<Item = u16> + 'a {
        let behind = self.behind;
        cut.neighbours(self.junction).filter(move |&cell| cell != behind)
    }

    /// Makes branches of the junction free. Returns the first two that are free, or fewer.
    pub(super) fn clear(&self, cut: &Cut, agents: &mut Arrangement) -> SmallVec<[u16; 2]> {
        let mut free: SmallVec<[u16; 2]> =
            self.branches(cut).filter(|&cell| agents.is_free(cell)).take(2).collect();
        for cell in self.branches(cut) {
            if free.len() == 2 || free.contains(&cell) {
                continue;
            }
            let held: SmallVec<[u16; 4]> =
                [self.junction, self.behind].into_iter().chain(free.iter().copied()).collect();
            if agents.vacate(cut, cell, &held, 0) {
                free.push(cell);
            }
        }
        free
    }

    /// Makes a second branch free, if only one is: the pair steps into the free branch, and the agent of the second branch passes
    /// into the cells from which the pair came. Then the pair comes back. If this is not possible, nothing has moved.
    pub(super) fn pass(&self, cut: &Cut, agents: &mut Arrangement, free: u16, second: u16) -> bool {
        let kept = agents.len();
        for beyond in cut.neighbours(free).filter(|&cell| cell != self.junction) {
            if self.pass_by(cut, agents, [free, beyond], second) {
                return true;
            }
            agents.take_back(kept);
        }
        false
    }

    fn pass_by(&self, cut: &Cut, agents: &mut Arrangement, [free, beyond]: [u16; 2], second: u16) -> bool {
        let Self { junction, behind, leader, follower } = *self;
        agents.step(leader, free);
        if !agents.vacate(cut, beyond, &[free, behind, junction], 0) {
            return false;
        }
        agents.step(leader, beyond);
        agents.step(follower, junction);
        agents.step(follower, free);
        let Some(passing) =
            agents.agent(second).filter(|_| agents.is_free(junction) && agents.is_free(behind))
        else {
            return false;
        };
        agents.step(passing, junction);
        agents.step(passing, behind);
        if !agents.vacate(cut, behind, &[free, beyond, junction, second], 0) {
            return false;
        }
        agents.step(follower, junction);
        agents.step(follower, behind);
        agents.step(leader, free);
        agents.step(leader, junction);
        agents.is_free(free) && agents.is_free(second)
    }

    /// Exchanges the leader and the follower by six steps through two free branches.
    pub(super) fn exchange(&self, agents: &mut Arrangement, [one, other]: [u16; 2]) {
        let Self { junction, behind, leader, follower } = *self;
        agents.step(leader, one);
        agents.step(follower, junction);
        agents.step(follower, other);
        agents.step(leader, junction);
        agents.step(leader, behind);
        agents.step(follower, junction);
    }
}

/// The junctions that a cell can reach, the nearest first.
pub(super) fn junctions(cut: &Cut, from: u16) -> Vec<u16> {
    let distances = cut.distances([from]);
    let distance = |cell: u16| distances[usize::from(cell)];
    let mut near: Vec<u16> =
        (0..cut.cells()).filter(|&cell| cut.steps(cell).len() >= 3 && distance(cell) != u16::MAX).collect();
    near.sort_unstable_by_key(|&cell| (distance(cell), cell));
    near
}

/// Returns whether a cell is on a circle of three or four cells.
pub(super) fn is_on_short_circle(cut: &Cut, cell: u16) -> bool {
    cut.neighbours(cell).any(|one| {
        let mut seconds = cut.neighbours(one).filter(|&second| second != cell);
        seconds.any(|second| {
            let mut others = cut.neighbours(cell).filter(|&other| other != one);
            others.any(|other| other == second || cut.step(other, second).is_some())
        })
    })
}
