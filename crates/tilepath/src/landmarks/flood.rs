//! Spreading distances from cell to cell.

use super::{
    lines::{COUNT, Lines},
    metric::{Metric, UNKNOWN, for_each_step},
};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, Rule, Topology, by_rule},
    undo::UndoArray,
};

/// The distances from one landmark.
pub(super) trait Distances {
    fn get(&self, cell: usize) -> u32;
    fn set(&mut self, cell: usize, distance: u32);
}

impl Distances for UndoArray<u32> {
    #[inline]
    fn get(&self, cell: usize) -> u32 {
        self[cell]
    }

    #[inline]
    fn set(&mut self, cell: usize, distance: u32) {
        self.set(cell, distance);
    }
}

/// The distances from one landmark, by its number among all landmarks.
pub(super) struct LandmarkLane<'a>(pub(super) &'a mut Lines, pub(super) usize);

impl Distances for LandmarkLane<'_> {
    #[inline]
    fn get(&self, cell: usize) -> u32 {
        self.0.get(cell, self.1)
    }

    #[inline]
    fn set(&mut self, cell: usize, distance: u32) {
        self.0.set(cell, self.1, distance);
    }
}

/// The open list of a flood.
#[derive(Clone, Default, Debug)]
pub(super) struct FloodQueue(pub(super) BucketQueue);

impl FloodQueue {
    /// Empties the list for a flood.
    pub(super) fn reset(&mut self, topology: Topology) {
        self.0.reset(0, Metric::of(topology).tile());
    }

    /// Lowers the distance of a cell, and pushes the cell, because its neighbours may now be nearer, too.
    #[inline]
    pub(super) fn reach(&mut self, distances: &mut (impl Distances + ?Sized), cell: usize, distance: u32) {
        distances.set(cell, distance);
        self.0.push(LabelledCell { label: distance, cell: cell as u32 });
    }

    /// Spreads distances until the list is empty or the budget is used up: one unit for each cell.
    pub(super) fn spread(
        &mut self,
        field: &CostField,
        distances: &mut (impl Distances + ?Sized),
        budget: &mut Budget,
    ) {
        by_rule!(field.topology().moves(), spread_by(self, field, distances, (budget, 0), |_, _| {}));
    }

    /// Does the same as [`FloodQueue::spread`], and calls `settle` with each cell and its distance, which may still become lower. Outdated
    /// entries of the queue cost a unit, too, because each takes nearly as long as a cell.
    pub(super) fn spread_timed(
        &mut self,
        field: &CostField,
        distances: &mut (impl Distances + ?Sized),
        budget: &mut Budget,
        settle: impl FnMut(usize, u32),
    ) {
        by_rule!(field.topology().moves(), spread_by(self, field, distances, (budget, 1), settle));
    }
}

fn spread_by<R: Rule>(
    queue: &mut FloodQueue,
    field: &CostField,
    distances: &mut (impl Distances + ?Sized),
    (budget, per_outdated): (&mut Budget, u32),
    mut settle: impl FnMut(usize, u32),
) {
    let metric = Metric::of(field.topology());
    while queue.0.next_bucket() {
        while !budget.is_spent() {
            let Some(LabelledCell { label: distance, cell }) = queue.0.pop() else { break };
            let cell = cell as usize;
            if distances.get(cell) != distance {
                budget.spend(per_outdated);
                continue;
            }
            budget.spend(1_u32);
            settle(cell, distance);
            for_each_step::<R>(field, metric, cell, |next, step| {
                let through = (distance + step).min(UNKNOWN);
                if through < distances.get(next) {
                    queue.reach(distances, next, through);
                }
            });
        }
        if budget.is_spent() {
            return;
        }
    }
}

/// The padded indices of the cells whose steps change after an edit of a rectangle: its cells and their neighbours on the map.
pub(super) fn concerned(field: &CostField, rect: CellRect) -> impl Iterator<Item = usize> + use<> {
    field.lattice().near(rect, field.topology().reach())
}

/// Lowers the distances of cells that are nearer through a neighbour than before, after an edit of a rectangle.
pub(super) fn reach_again(
    queue: &mut FloodQueue,
    field: &CostField,
    distances: &mut (impl Distances + ?Sized),
    rect: CellRect,
) {
    by_rule!(field.topology().moves(), reach_again_by(queue, field, distances, rect));
}

fn reach_again_by<R: Rule>(
    queue: &mut FloodQueue,
    field: &CostField,
    distances: &mut (impl Distances + ?Sized),
    rect: CellRect,
) {
    let metric = Metric::of(field.topology());
    for cell in concerned(field, rect) {
        let mut least = distances.get(cell);
        for_each_step::<R>(field, metric, cell, |next, step| {
            least = least.min(distances.get(next) + step);
        });
        if least < distances.get(cell) {
            queue.reach(distances, cell, least);
        }
    }
}

/// Returns for which of the first landmarks a cell is nearer through a neighbour than before, after an edit of a rectangle.
pub(super) fn nearer(field: &CostField, lines: &Lines, lanes: usize, rect: CellRect) -> [bool; COUNT] {
    by_rule!(field.topology().moves(), nearer_by(field, lines, lanes, rect))
}

fn nearer_by<R: Rule>(field: &CostField, lines: &Lines, lanes: usize, rect: CellRect) -> [bool; COUNT] {
    let metric = Metric::of(field.topology());
    let mut found = [false; COUNT];
    for cell in concerned(field, rect) {
        let here = lines.line(cell);
        let mut least = here;
        for_each_step::<R>(field, metric, cell, |next, step| {
            for (least, distance) in least.iter_mut().zip(lines.line(next)) {
                *least = (*least).min(distance + step);
            }
        });
        for (lane, found) in found.iter_mut().enumerate() {
            *found |= least[lane] < here[lane];
        }
    }
    found[lanes..].fill(false);
    found
}

/// Updates the distances from the first landmarks after an edit of a rectangle. They become lower where steps became cheaper, and stay
/// lower bounds where steps became dearer. If this uses up the budget of cells, some distances may be too high.
pub(super) fn update_lanes(
    queue: &mut FloodQueue,
    field: &CostField,
    lines: &mut Lines,
    lanes: usize,
    rect: CellRect,
    budget: &mut Budget,
) {
    let nearer = nearer(field, lines, lanes, rect);
    for lane in (0..lanes).filter(|&lane| nearer[lane]) {
        let mut distances = LandmarkLane(lines, lane);
        queue.reset(field.topology());
        reach_again(queue, field, &mut distances, rect);
        queue.spread(field, &mut distances, budget);
    }
}

/// The number of cells in some rectangles.
pub(super) fn area(rects: &[CellRect]) -> usize {
    rects.iter().map(|rect| (rect.max - rect.min + 1).element_product() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DiagonalRule, Grid, Topology},
        map::NavMap,
    };

    /// The limit of small edits is a number of cells. On mixed ground many entries are outdated, and would use it up.
    #[test]
    fn entries_out_of_date_count_only_where_time_is_limited() {
        let mut random = fastrand::Rng::with_seed(3);
        let grid = Grid::from_fn([60, 60].into(), |_| random.u8(1..10)).unwrap();
        let mut map = NavMap::new(grid, Topology::square(DiagonalRule::OnlyWhenNoObstacles));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let field = map.cost_field(&profile).unwrap();
        let begin = || {
            let (mut queue, mut distances) =
                (FloodQueue::default(), UndoArray::from(vec![UNKNOWN; field.padded_len()]));
            queue.reset(map.topology());
            queue.reach(&mut distances, field.index(30, 30), 0);
            (queue, distances)
        };
        let (mut queue, mut distances) = begin();
        let (mut budget, mut settled) = (Budget::new(1_000_000), 0);
        queue.spread_timed(field, &mut distances, &mut budget, |_, _| settled += 1);
        let spent = 1_000_000 - budget.left();
        assert!(spent > settled + settled / 10, "{spent} entries, {settled} cells");
        let (mut queue, mut distances) = begin();
        let mut budget = Budget::new(settled + 1);
        queue.spread(field, &mut distances, &mut budget);
        assert_eq!(budget.left(), 1);
        let (mut queue, mut distances) = begin();
        let mut budget = Budget::new(settled + 1);
        queue.spread_timed(field, &mut distances, &mut budget, |_, _| {});
        assert!(budget.is_spent());
    }
}
