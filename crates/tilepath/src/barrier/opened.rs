//! Cells that are free as soon as some obstacles are gone, and what they connect.

use super::between::Barrier;
use glam::IVec2;
use std::collections::BTreeMap;

/// Blocked cells that are free without some obstacles: row-major indices, sorted.
pub(super) struct Opened(Vec<usize>);

impl Opened {
    /// Without one obstacle on each of these cells.
    pub(super) fn by(barrier: &Barrier, obstacles: impl Iterator<Item = IVec2>) -> Self {
        let grid = barrier.map.grid();
        let mut lifted: Vec<usize> = obstacles.filter_map(|cell| grid.index(cell)).collect();
        lifted.sort_unstable();
        let is_free = |index: usize, lifted: usize| {
            let cell = grid.cell(index);
            let is_bare = barrier.map.obstacles(cell) as usize <= lifted;
            let terrain = barrier.map.terrain(cell);
            is_bare && terrain.is_some_and(|class| barrier.passable.passable.contains(class))
        };
        let opens = |same: &&[usize]| !barrier.is_free(same[0]) && is_free(same[0], same.len());
        Self(lifted.chunk_by(|a, b| a == b).filter(opens).map(|same| same[0]).collect())
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.0.binary_search(&index).is_ok()
    }

    /// Whether a path would lead from the start to a goal: regions and opened cells that touch are joined.
    pub(super) fn connects(&self, barrier: &Barrier) -> bool {
        let mut joined = Joined { parents: (0..self.0.len()).collect(), regions: BTreeMap::new() };
        for (nth, &index) in self.0.iter().enumerate() {
            for beside in barrier.beside(index) {
                if let Some(other) = self.node(barrier, &mut joined, beside) {
                    joined.join(nth, other);
                }
            }
        }
        let Some(start) = self.node(barrier, &mut joined, barrier.start) else { return false };
        let start = joined.root(start);
        let mut is_joined = |node: usize| joined.root(node) == start;
        self.0
            .iter()
            .enumerate()
            .any(|(nth, index)| barrier.goals.binary_search(index).is_ok() && is_joined(nth))
            || barrier.goal_labels.iter().any(|&label| {
                let node = joined.region(label);
                joined.root(node) == start
            })
    }

    /// The number of a free cell among what is joined: that of the opened cell itself, or that of its region.
    fn node(&self, barrier: &Barrier, joined: &mut Joined, index: usize) -> Option<usize> {
        match self.0.binary_search(&index) {
            Ok(nth) => Some(nth),
            Err(_) => barrier.passable.regions().label(index).map(|label| joined.region(label)),
        }
    }
}

/// Sets of opened cells and regions that are connected.
///
/// *Source:* disjoint-set forest with path halving (Tarjan, van Leeuwen 1984).
struct Joined {
    parents: Vec<usize>,
    /// The number of each region that was met.
    regions: BTreeMap<u32, usize>,
}

impl Joined {
    fn region(&mut self, label: u32) -> usize {
        *self.regions.entry(label).or_insert_with(|| {
            self.parents.push(self.parents.len());
            self.parents.len() - 1
        })
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
