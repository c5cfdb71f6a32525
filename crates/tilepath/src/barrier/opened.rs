//! Cells that become free or blocked when some obstacles are removed, and what they connect.

use super::between::Barrier;
use crate::{ground::MixedClasses, map::close_over};
use glam::IVec2;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The cells that become free or blocked: row-major indices, sorted.
pub(super) struct Opened {
    /// Blocked cells that are free without the obstacles.
    free: Vec<usize>,
    /// Free cells that are blocked without them: the agent passes class 0, but not the terrain below.
    blocked: Vec<usize>,
    /// The cells that change in any way, and whether agents may only pass through them afterwards. Empty if there are no classes of
    /// this kind.
    passed: Vec<(usize, bool)>,
}

impl Opened {
    /// Without these obstacles: their cells and classes.
    pub(super) fn by(barrier: &Barrier, obstacles: impl Iterator<Item = (IVec2, u8)>) -> Self {
        let index = |(cell, class)| Some((barrier.map.grid().index(cell)?, class));
        let mut obstacles: Vec<(usize, u8)> = obstacles.filter_map(index).collect();
        obstacles.sort_unstable();
        let removed = obstacles.chunk_by(|one, other| one.0 == other.0);
        let left = removed.filter_map(|removed| {
            let &(index, _) = removed.first()?;
            Some((index, barrier.map.classes_without(index, removed.iter().map(|&(_, class)| class))))
        });
        Self::with(barrier, &left.collect::<Vec<_>>())
    }

    /// If these cells have other classes: row-major indices, sorted, with their classes.
    fn with(barrier: &Barrier, left: &[(usize, MixedClasses)]) -> Self {
        let mut opened = Self { free: Vec::new(), blocked: Vec::new(), passed: Vec::new() };
        let grid = barrier.map.grid();
        let places = left.iter().flat_map(|&(index, _)| barrier.passable.places_over(grid.cell(index)));
        let mut places: Vec<usize> = places.filter_map(|place| grid.index(place)).collect();
        places.sort_unstable();
        places.dedup();
        let (passable, pass_through) = (barrier.passable.cells.classes(), barrier.pass_through());
        let classes = |index: usize| match left.binary_search_by_key(&index, |&(cell, _)| cell) {
            Ok(nth) => left[nth].1.clone(),
            Err(_) => grid.classes_at(index),
        };
        for index in places {
            let covered = || barrier.passable.cells_at(grid.cell(index)).map(|cell| grid.index(cell));
            let mut of_covered = covered().flatten().map(classes);
            if !pass_through.is_empty() {
                let is_passed =
                    of_covered.any(|classes| classes.iter().any(|&class| pass_through.contains(class)));
                opened.passed.push((index, is_passed));
            }
            let is_free = covered().all(|index| {
                index.is_some_and(|index| classes(index).iter().all(|&class| passable.contains(class)))
            });
            match (barrier.is_free(index), is_free) {
                (false, true) => opened.free.push(index),
                (true, false) => opened.blocked.push(index),
                _ => {}
            }
        }
        opened
    }

    /// Whether the cell at a row-major index is free to the agent without the obstacles.
    pub(super) fn is_free(&self, barrier: &Barrier, index: usize) -> bool {
        let is_of = |cells: &[usize]| cells.binary_search(&index).is_ok();
        is_of(&self.free) || barrier.is_free(index) && !is_of(&self.blocked)
    }

    /// Whether the cell at a row-major index counts as a goal without the obstacles, if it is free.
    pub(super) fn is_goal(&self, barrier: &Barrier, index: usize) -> bool {
        let changed = self.passed.binary_search_by_key(&index, |&(cell, _)| cell);
        let is_passed = changed.map_or_else(|_| !barrier.passable.lets_end(index), |nth| self.passed[nth].1);
        !is_passed && barrier.goals.binary_search(&index).is_ok()
    }

    /// Whether a path would lead from the start to a goal: regions and opened cells that touch are joined.
    pub(super) fn connects(&self, barrier: &Barrier) -> bool {
        if !self.blocked.is_empty() {
            return self.leads_on(barrier);
        }
        let mut joined = Joined { parents: (0..self.free.len()).collect(), regions: BTreeMap::new() };
        for (nth, &index) in self.free.iter().enumerate() {
            for beside in barrier.beside(index) {
                if let Some(other) = self.node(barrier, &mut joined, beside) {
                    joined.join(nth, other);
                }
            }
        }
        let Some(start) = self.node(barrier, &mut joined, barrier.start) else { return false };
        let mut reached: SmallVec<[usize; 4]> = SmallVec::from_elem(joined.root(start), 1);
        let mut links = Vec::new();
        for (from, to) in barrier.links() {
            let ends = [from, to].map(|index| {
                let node = self.node(barrier, &mut joined, index)?;
                Some(joined.root(node))
            });
            if let [Some(from), Some(to)] = ends {
                links.push((from, to));
            }
        }
        close_over(&mut reached, &links);
        let mut is_joined = |node: usize| reached.contains(&joined.root(node));
        if self.free.iter().enumerate().any(|(nth, &index)| self.is_goal(barrier, index) && is_joined(nth)) {
            return true;
        }
        let mut is_joined_region = |label: u32| {
            let node = joined.region(label);
            reached.contains(&joined.root(node))
        };
        if barrier.pass_through().is_empty() {
            return barrier.goal_labels.iter().any(|&label| is_joined_region(label));
        }
        let goals = barrier.goals.iter().filter(|&&goal| self.is_goal(barrier, goal));
        let mut labels = goals.filter_map(|&goal| barrier.passable.regions().label(goal));
        labels.any(is_joined_region)
    }

    /// As [`Opened::connects`], where the regions of the map are not those of the agent. Looks at the whole map.
    fn leads_on(&self, barrier: &Barrier) -> bool {
        let mut reached = vec![false; barrier.map.grid().len()];
        let mut open = Vec::from_iter(Some(barrier.start).filter(|&start| self.is_free(barrier, start)));
        while let Some(index) = open.pop() {
            if core::mem::replace(&mut reached[index], true) {
                continue;
            }
            if self.is_goal(barrier, index) {
                return true;
            }
            open.extend(barrier.ahead(index).filter(|&ahead| self.is_free(barrier, ahead)));
        }
        false
    }

    /// The number of a free cell among what is joined: that of the opened cell itself, or that of its region.
    fn node(&self, barrier: &Barrier, joined: &mut Joined, index: usize) -> Option<usize> {
        match self.free.binary_search(&index) {
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
