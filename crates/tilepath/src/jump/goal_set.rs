//! The goals of a search over a cost field.

use super::goal_group::{GoalGroup, rect};
use crate::{
    astar::NodeId,
    cost_field::{BlockSet, CostField},
};
use core::ops::Range;
use glam::IVec2;
use smallvec::SmallVec;

/// One or several goals. Goals near each other form a group. The search ends at the goal that is cheapest to reach.
#[derive(Clone, Debug)]
pub(crate) struct GoalSet {
    /// Padded coordinates, group by group.
    cells: SmallVec<[[u32; 2]; 1]>,
    groups: SmallVec<[GoalGroup; 1]>,
    /// The padded indices, in rising order.
    nodes: SmallVec<[NodeId; 1]>,
    /// The blocks that contain goals: a search does not use leaps that may pass one of them.
    pub(super) blocks: BlockSet,
}

/// The maximum number of groups: every estimate looks at all of them.
const MOST_GROUPS: usize = 8;
/// A group is split where the gap between two columns or rows of goals is wider than this.
const WIDEST_GAP: u32 = 4;
/// Up to this number of goals, each goal is a group of its own, even near other goals.
const FEW: usize = 3;
/// Goals within a square of this side are near each other.
const NEAR: u32 = 16;

impl GoalSet {
    /// The set of these cells of the map, which must come row by row.
    pub(crate) fn new(field: &CostField, cells: impl IntoIterator<Item = IVec2>) -> Self {
        let lattice = field.lattice();
        let mut cells: SmallVec<[[u32; 2]; 1]> = cells
            .into_iter()
            .map(|cell| {
                let (x, y) = lattice.place(cell);
                [x as u32, y as u32]
            })
            .collect();
        let mut nodes: SmallVec<[NodeId; 1]> =
            cells.iter().map(|&[x, y]| field.index(x as usize, y as usize) as NodeId).collect();
        if lattice.shape().has_column_lines() {
            nodes.sort_unstable();
        }
        debug_assert!(nodes.is_sorted());
        let blocks = BlockSet::of_cells(field.clock(), &cells);
        let places = split(&mut cells);
        let groups = places.into_iter().map(|places| GoalGroup::new(field, &cells, places)).collect();
        Self { groups, cells, nodes, blocks }
    }

    #[inline]
    pub(super) fn groups(&self) -> &[GoalGroup] {
        &self.groups
    }

    /// The padded coordinates of the goals of a group.
    pub(super) fn cells_of(&self, group: &GoalGroup) -> &[[u32; 2]] {
        &self.cells[group.places()]
    }

    /// The goal, if there is only one.
    pub(super) fn single(&self) -> Option<(usize, usize)> {
        match *self.cells.as_slice() {
            [[x, y]] => Some((x as usize, y as usize)),
            _ => None,
        }
    }

    /// The least and the greatest padded index of a goal.
    pub(super) fn span(&self) -> [NodeId; 2] {
        match *self.nodes.as_slice() {
            [first, .., last] => [first, last],
            [only] => [only, only],
            [] => [NodeId::MAX, NodeId::MAX],
        }
    }

    /// Returns whether the cell at a padded index is a goal.
    #[inline]
    pub(super) fn contains(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }
}

/// Sorts cells into groups, which the widest gaps between columns or rows separate. In each group, cells are sorted row by row.
fn split(cells: &mut [[u32; 2]]) -> SmallVec<[Range<usize>; 1]> {
    let mut groups: SmallVec<[Range<usize>; 1]> = SmallVec::new();
    let (min, max) = rect(cells);
    let are_near = (0..2).all(|axis| max[axis] - min[axis] <= NEAR);
    if cells.len() <= if are_near { FEW } else { MOST_GROUPS } {
        groups.extend((0..cells.len()).map(|place| place..place + 1));
        return groups;
    }
    groups.push(0..cells.len());
    while !are_near && groups.len() < MOST_GROUPS {
        let gaps = groups.iter().enumerate().flat_map(|(group, range)| {
            [0, 1].map(|axis| (widest_gap(&mut cells[range.clone()], axis), group, axis))
        });
        // Of equally wide gaps, the first.
        let widest = gaps.max_by_key(|&((gap, _), group, axis)| (gap, core::cmp::Reverse((group, axis))));
        let Some(((_, place), group, axis)) = widest.filter(|&((gap, _), ..)| gap > WIDEST_GAP) else {
            break;
        };
        cells[groups[group].clone()].sort_unstable_by_key(|cell| (cell[axis], cell[1 - axis]));
        let Range { start, end } = groups[group];
        groups[group] = start..start + place;
        groups.push(start + place..end);
    }
    if !are_near {
        groups.iter().for_each(|range| cells[range.clone()].sort_unstable_by_key(|&[x, y]| [y, x]));
    }
    groups
}

/// The widest gap between cells along an axis, and how many cells come before it. Sorts the cells.
fn widest_gap(cells: &mut [[u32; 2]], axis: usize) -> (u32, usize) {
    cells.sort_unstable_by_key(|cell| (cell[axis], cell[1 - axis]));
    let gaps = cells.windows(2).zip(1..).map(|(pair, place)| (pair[1][axis] - pair[0][axis], place));
    gaps.max_by_key(|&(gap, place)| (gap, core::cmp::Reverse(place))).unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups_of(mut cells: Vec<[u32; 2]>) -> Vec<Vec<[u32; 2]>> {
        let ranges = split(&mut cells);
        let group = |range: &Range<usize>| cells[range.clone()].to_vec();
        ranges.iter().map(group).collect()
    }

    #[test]
    fn goals_far_apart_are_in_groups_of_their_own() {
        let scattered = vec![[10, 10], [200, 15], [90, 300], [15, 180]];
        assert!(groups_of(scattered).iter().all(|group| group.len() == 1));
        let two_discs: Vec<[u32; 2]> =
            [40, 90].into_iter().flat_map(|x| (0..9).map(move |at| [x + at % 3, 7 + at / 3])).collect();
        assert_eq!(groups_of(two_discs).iter().map(Vec::len).collect::<Vec<_>>(), [9, 9]);
        let line: Vec<[u32; 2]> = (0..100).map(|at| [at * WIDEST_GAP, 3]).collect();
        assert_eq!(groups_of(line).len(), 1);
    }

    #[test]
    fn there_are_only_so_many_groups_and_every_goal_is_in_one() {
        let mut random = fastrand::Rng::with_seed(33);
        for _ in 0..200 {
            let mut cells: Vec<[u32; 2]> =
                (0..random.usize(1..60)).map(|_| [random.u32(1..500), random.u32(1..500)]).collect();
            cells.sort_unstable();
            cells.dedup();
            let groups = groups_of(cells.clone());
            assert!(groups.len() <= MOST_GROUPS);
            let mut all = groups.concat();
            all.sort_unstable();
            assert_eq!(all, cells);
        }
    }
}
