//! All arrangements that agents can reach on a small map: by single steps into free cells, and by turns of full circles.

use crate::ground::Ground;

/// The bits of an arrangement for each agent.
const BITS: usize = 4;
const NOBODY: usize = usize::MAX;

/// A map of at most 16 cells, and the arrangements that are reachable on it from a start.
pub(crate) struct Reachable {
    cells: Vec<u32>,
    steps: Vec<Vec<(usize, Option<u32>)>>,
    agents: usize,
    seen: Vec<u64>,
    queue: Vec<u32>,
}

impl Reachable {
    pub(crate) fn new(ground: &Ground, starts: &[u32]) -> Self {
        let cells = ground.cells();
        let index = |cell: u32| cells.iter().position(|&other| other == cell).unwrap();
        let inside =
            |cell: &u32| ground.steps(*cell).iter().map(|&(to, corner)| (index(to), corner)).collect();
        let steps = cells.iter().map(inside).collect();
        let arrangements = 1_usize << (BITS * starts.len());
        let seen = vec![0; arrangements.div_ceil(64)];
        let mut reachable = Self { cells, steps, agents: starts.len(), seen, queue: Vec::new() };
        reachable.add(reachable.code(starts));
        while let Some(code) = reachable.queue.pop() {
            reachable.expand(code);
        }
        reachable
    }

    pub(crate) fn contains(&self, arrangement: &[u32]) -> bool {
        let code = self.code(arrangement);
        self.seen[code as usize / 64] >> (code % 64) & 1 == 1
    }

    /// Whether an arrangement is reachable in which each agent with a goal is there.
    pub(crate) fn contains_any(&self, goals: &[Option<u32>]) -> bool {
        let index = |cell: u32| self.cells.iter().position(|&other| other == cell).unwrap();
        let led: Vec<(usize, usize)> =
            (0..).zip(goals).filter_map(|(agent, goal)| Some((agent, index((*goal)?)))).collect();
        let codes = (0..self.seen.len() * 64).filter(|code| self.seen[code / 64] >> (code % 64) & 1 == 1);
        let mut codes =
            codes.map(|code| led.iter().all(|&(agent, goal)| code >> (BITS * agent) & 15 == goal));
        codes.any(|are_there| are_there)
    }

    fn code(&self, arrangement: &[u32]) -> u32 {
        let index = |cell: &u32| self.cells.iter().position(|other| other == cell).unwrap() as u32;
        arrangement.iter().rev().fold(0, |code, cell| code << BITS | index(cell))
    }

    fn add(&mut self, code: u32) {
        let (word, bit) = (code as usize / 64, 1 << (code % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.queue.push(code);
        }
    }

    fn expand(&mut self, code: u32) {
        let place = |agent: usize| (code >> (BITS * agent)) as usize & 15;
        let mut occupants = [NOBODY; 16];
        (0..self.agents).for_each(|agent| occupants[place(agent)] = agent);
        for agent in 0..self.agents {
            for nth in 0..self.steps[place(agent)].len() {
                let (to, _) = self.steps[place(agent)][nth];
                if occupants[to] == NOBODY {
                    self.add(code ^ ((place(agent) ^ to) << (BITS * agent)) as u32);
                }
            }
            self.turn(code, &occupants, &mut vec![place(agent)], &mut Vec::new());
        }
    }

    /// Turns all full circles that begin with these cells, and whose first agent has the lowest number.
    fn turn(&mut self, code: u32, occupants: &[usize; 16], begun: &mut Vec<usize>, corners: &mut Vec<u32>) {
        let last = begun[begun.len() - 1];
        for nth in 0..self.steps[last].len() {
            let (to, corner) = self.steps[last][nth];
            if occupants[to] == NOBODY || corner.is_some_and(|corner| corners.contains(&corner)) {
                continue;
            }
            if to == begun[0] && begun.len() >= 3 {
                let turned = (0..begun.len()).fold(code, |turned, nth| {
                    let (from, to) = (begun[nth], begun[(nth + 1) % begun.len()]);
                    turned ^ ((from ^ to) << (BITS * occupants[from])) as u32
                });
                self.add(turned);
            } else if occupants[to] > occupants[begun[0]] && !begun.contains(&to) {
                let kept = corners.len();
                begun.push(to);
                corners.extend(corner);
                self.turn(code, occupants, begun, corners);
                corners.truncate(kept);
                begun.pop();
            }
        }
    }
}
