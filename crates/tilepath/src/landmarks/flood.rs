//! Spreading distances from cell to cell.

use super::metric::{Metric, MetricKind, UNKNOWN, for_each_step};
use crate::{
    bucket_queue::{BucketQueue, LabelledCell},
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, Rule, Topology, by_rule},
    undo::UndoArray,
};

/// The open list of a flood.
#[derive(Clone, Default, Debug)]
pub(super) struct FloodQueue(pub(super) BucketQueue);

impl FloodQueue {
    /// Empties the list for a flood.
    pub(super) fn reset(&mut self, topology: Topology) {
        self.0.reset(0, Metric::of(topology, MetricKind::Mean).tile());
    }

    /// Lowers the distance of a cell, and pushes the cell, because its neighbours may now be nearer, too.
    #[inline]
    pub(super) fn reach(&mut self, distances: &mut UndoArray<u32>, cell: usize, distance: u32) {
        distances.set(cell, distance);
        self.0.push(LabelledCell { label: distance, cell: cell as u32 });
    }

    /// Spreads distances until the list is empty or the budget is used up: one unit for each cell. Outdated entries of the queue cost a
    /// unit, too, because each takes nearly as long as a cell. Calls `settle` with each cell and its distance, which may still become lower.
    pub(super) fn spread(
        &mut self,
        (field, kind): (&CostField, MetricKind),
        distances: &mut UndoArray<u32>,
        budget: &mut Budget,
        settle: impl FnMut(usize, u32),
    ) {
        by_rule!(field.topology().moves(), spread_by(self, (field, kind), distances, budget, settle));
    }
}

fn spread_by<R: Rule>(
    queue: &mut FloodQueue,
    (field, kind): (&CostField, MetricKind),
    distances: &mut UndoArray<u32>,
    budget: &mut Budget,
    mut settle: impl FnMut(usize, u32),
) {
    let metric = Metric::of(field.topology(), kind);
    while queue.0.next_bucket() {
        while !budget.is_spent() {
            let Some(LabelledCell { label: distance, cell }) = queue.0.pop() else { break };
            let cell = cell as usize;
            budget.spend(1_u32);
            if distances[cell] != distance {
                continue;
            }
            settle(cell, distance);
            for_each_step::<R>(field, metric, cell, |next| {
                let through = (distance + next.out).min(UNKNOWN);
                if through < distances[next.cell] {
                    queue.reach(distances, next.cell, through);
                }
            });
        }
        if budget.is_spent() {
            return;
        }
    }
}

/// The padded indices of the cells whose steps change after an edit of a rectangle: its cells and their neighbours on the map, and the other
/// ends of links.
pub(super) fn concerned(field: &CostField, rect: CellRect) -> impl Iterator<Item = usize> + use<'_> {
    field.lattice().near(rect, field.topology().reach()).chain(field.linked_with(rect))
}

/// The number of cells in some rectangles.
pub(super) fn area(rects: &[CellRect]) -> usize {
    rects.iter().map(|rect| (rect.max - rect.min + 1).element_product() as usize).sum()
}
