//! `Swap`: two neighbours change places, and all other agents are where they were.

use super::{
    arrangement::Arrangement,
    cut::Cut,
    junction::{PairAtJunction, is_on_short_circle, junctions},
    windows::Windows,
};
use core::task::Poll;

/// The search for a way to make two neighbours change places.
///
/// 1. Where they are: inside a window.
/// 2. At each junction, the nearest first. The pair walks there, two branches become free, and the pair changes places. On a short
///    circle, windows are tried as well. Then all other moves are taken back, with the two agents exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Swap {
    pair: [u8; 2],
    /// The number of moves before the swap.
    kept: u32,
    /// The junctions that have not been tried, the nearest last. `None` before the first one.
    junctions: Option<Vec<u16>>,
    phase: Phase,
}

/// What the next call does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// Tries the next window around the pair.
    TryWindow(Windows),
    /// Takes the next junction.
    NextJunction,
    /// Walks one cell towards a junction. The next cell is the last of `rest`.
    Walk { leader: u8, follower: u8, rest: Vec<u16> },
    /// Frees two branches of the junction.
    Clear(PairAtJunction),
    /// Frees a second branch by letting its agent pass. `branch` is the number of the branch, `walked` the number of moves
    /// before the first branch became free.
    Pass { at: PairAtJunction, walked: u32, free: u16, branch: u8 },
}

impl Swap {
    pub(super) fn new(agents: &Arrangement, pair: [u8; 2]) -> Self {
        let windows = Windows::new(agents, pair.map(|agent| agents.place(agent)));
        Self { pair, kept: agents.len(), junctions: None, phase: Phase::TryWindow(windows) }
    }

    /// The number of moves that the swap has made.
    pub(super) fn moved(&self, agents: &Arrangement) -> u32 {
        agents.len() - self.kept
    }

    /// Does one piece of the search: some floods, or one window. Returns whether the pair has changed places. If not, nothing has
    /// moved.
    pub(super) fn run(&mut self, cut: &Cut, agents: &mut Arrangement) -> Poll<bool> {
        match core::mem::replace(&mut self.phase, Phase::NextJunction) {
            Phase::TryWindow(windows) => self.try_window(cut, agents, windows),
            Phase::NextJunction => self.next_junction(cut, agents),
            Phase::Walk { leader, follower, rest } => self.walk(cut, agents, [leader, follower], rest),
            Phase::Clear(at) => self.clear(cut, agents, at),
            Phase::Pass { at, walked, free, branch } => {
                self.pass(cut, agents, at, walked, [free, branch.into()])
            }
        }
    }

    /// The cells of the pair.
    fn places(&self, agents: &Arrangement) -> [u16; 2] {
        self.pair.map(|agent| agents.place(agent))
    }

    fn try_window(&mut self, cut: &Cut, agents: &mut Arrangement, mut windows: Windows) -> Poll<bool> {
        let Some(window) = windows.next(cut, agents) else {
            agents.take_back(self.kept);
            return Poll::Pending;
        };
        let setup = agents.len();
        if agents.exchange_inside(cut, &window, self.places(agents)) {
            return self.finish(agents, setup);
        }
        self.phase = Phase::TryWindow(windows);
        Poll::Pending
    }

    fn next_junction(&mut self, cut: &Cut, agents: &mut Arrangement) -> Poll<bool> {
        let [one, other] = self.places(agents);
        let left = self.junctions.get_or_insert_with(|| {
            agents.units += u64::from(cut.cells());
            let mut found = junctions(cut, one);
            found.reverse();
            found
        });
        let Some(junction) = left.pop() else {
            return Poll::Ready(false);
        };
        let (first, second) =
            (agents.path(cut, one, junction, other), agents.path(cut, other, junction, one));
        let paths = [first, second].into_iter().zip(self.pair).zip(self.pair.into_iter().rev());
        let paths = paths.filter_map(|((path, leader), follower)| Some((path?, leader, follower)));
        if let Some((mut rest, leader, follower)) = paths.min_by_key(|(path, ..)| path.len()) {
            rest.reverse();
            self.phase = Phase::Walk { leader, follower, rest };
        }
        Poll::Pending
    }

    fn walk(&mut self, cut: &Cut, agents: &mut Arrangement, pair: [u8; 2], mut rest: Vec<u16>) -> Poll<bool> {
        let [leader, follower] = pair;
        let (junction, behind) = (agents.place(leader), agents.place(follower));
        let Some(next) = rest.pop() else {
            self.phase = Phase::Clear(PairAtJunction { junction, behind, leader, follower });
            return Poll::Pending;
        };
        if agents.vacate(cut, next, &[junction, behind], 0) {
            agents.step(leader, next);
            agents.step(follower, junction);
            self.phase = Phase::Walk { leader, follower, rest };
        } else {
            agents.take_back(self.kept);
        }
        Poll::Pending
    }

    fn clear(&mut self, cut: &Cut, agents: &mut Arrangement, at: PairAtJunction) -> Poll<bool> {
        let walked = agents.len();
        match at.clear(cut, agents)[..] {
            [one, other] => return self.exchange(agents, at, [one, other]),
            [free] => self.phase = Phase::Pass { at, walked, free, branch: 0 },
            _ => self.leave(cut, agents, at, walked),
        }
        Poll::Pending
    }

    fn pass(
        &mut self,
        cut: &Cut,
        agents: &mut Arrangement,
        at: PairAtJunction,
        walked: u32,
        [free, branch]: [u16; 2],
    ) -> Poll<bool> {
        let Some(second) = at.branches(cut).nth(branch.into()) else {
            self.leave(cut, agents, at, walked);
            return Poll::Pending;
        };
        if second != free && at.pass(cut, agents, free, second) {
            return self.exchange(agents, at, [free, second]);
        }
        self.phase = Phase::Pass { at, walked, free, branch: branch as u8 + 1 };
        Poll::Pending
    }

    /// Gives up the branches of a junction.
    fn leave(&mut self, cut: &Cut, agents: &mut Arrangement, at: PairAtJunction, walked: u32) {
        if is_on_short_circle(cut, at.junction) {
            agents.take_back(walked);
            self.phase = Phase::TryWindow(Windows::new(agents, self.places(agents)));
        } else {
            agents.take_back(self.kept);
        }
    }

    fn exchange(&self, agents: &mut Arrangement, at: PairAtJunction, free: [u16; 2]) -> Poll<bool> {
        let setup = agents.len();
        at.exchange(agents, free);
        self.finish(agents, setup)
    }

    /// Takes back the moves before the exchange, with the two agents exchanged.
    fn finish(&self, agents: &mut Arrangement, setup: u32) -> Poll<bool> {
        let [one, other] = self.pair;
        for nth in (self.kept..setup).rev() {
            let back = agents.moves()[nth as usize];
            let agent = match back.agent {
                agent if agent == one => other,
                agent if agent == other => one,
                agent => agent,
            };
            agents.step(agent, back.from);
        }
        Poll::Ready(true)
    }
}
