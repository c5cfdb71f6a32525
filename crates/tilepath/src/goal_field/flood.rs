//! Spreading labels backwards along steps: with scans over open ground, otherwise cell by cell.
//!
//! *Source:* Dijkstra's algorithm with the canonical orders of jump point search, after Sturtevant, Rabin, "Canonical Orderings on Grids"
//! (IJCAI 2016). A scan may label a cell before its turn; a lower label overwrites it later.

use super::{
    improvements::Improvements,
    neighbour_labels::{NeighbourLabels, bits},
    step_list::StepList,
};
use crate::{
    bucket_queue::{BATCH, BucketQueue, LabelledCell},
    cost::step_units,
    cost_field::{
        CostField, NeighbourWeights,
        labels::{UNREACHED, WALL},
    },
    ground::{
        Rule,
        directions::{DX, DY, sides},
    },
    undo::CellsMut,
};
use core::marker::PhantomData;

/// A cell by its padded coordinates and its padded index.
#[derive(Clone, Copy)]
struct PaddedCell {
    x: usize,
    y: usize,
    index: usize,
}

/// A cell that is about to be expanded.
#[derive(Clone, Copy, Default)]
struct ReadyCell {
    cell: u32,
    label: u32,
    weight: u32,
    /// Whether the cell is expanded by a scan, because all costs around it are equal.
    scans: bool,
    /// Whether the cell is mixed: only there a link may end.
    mixed: bool,
}

/// What a call of [`Flood::run`] did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ran {
    /// The number of cells that were labelled.
    pub(super) labelled: u32,
    /// The least and the greatest padded index of the cells that were expanded.
    pub(super) cells: Option<(u32, u32)>,
}

/// Memory for a batch of cells that is being expanded.
struct CellBatch {
    ready: [ReadyCell; BATCH],
    improvements: Improvements,
    /// The steps that improve a label.
    steps: StepList,
    /// The cells to scan from, by their number in the batch.
    scanning: [u8; BATCH],
}

/// Labels, and the queue of the cells that are not expanded yet.
///
/// From a cell around which all costs are equal, a *scan* labels all cells in sight at once: the cells straight ahead, and the cells on and
/// beside the diagonals.
///
/// `KEPT` says whether overwritten labels are kept for a snapshot.
pub(super) struct Flood<'a, R, const KEPT: bool> {
    weights: &'a CostField,
    labels: CellsMut<'a, u32>,
    queue: &'a mut BucketQueue,
    straight: u64,
    diagonal: u64,
    /// How the padded index changes by a step in each direction.
    offsets: [isize; 8],
    /// Whether cells on open ground are expanded by scans.
    scans: bool,
    /// The number of labelled cells and the range of expanded cells so far.
    ran: Ran,
    rule: PhantomData<R>,
}

impl<'a, R: Rule, const KEPT: bool> Flood<'a, R, KEPT> {
    pub(super) fn new(
        weights: &'a CostField,
        labels: CellsMut<'a, u32>,
        queue: &'a mut BucketQueue,
        scans: bool,
    ) -> Self {
        let [straight, diagonal] = weights.topology().both_lengths().map(u64::from);
        let stride = weights.offset(1);
        Self {
            weights,
            labels,
            queue,
            straight,
            diagonal,
            offsets: core::array::from_fn(|direction| DX[direction] + DY[direction] * stride),
            // If a diagonal is as long as two straight steps, paths tie, and a scan would keep only one of them.
            scans: scans && weights.has_lines() && !weights.topology().diagonals_are_detours(),
            ran: Ran { labelled: 0, cells: None },
            rule: PhantomData,
        }
    }

    /// Expands cells until the queue is empty, at least `slice` cells are labelled, or no bucket that begins below `limit` is left.
    pub(super) fn run(mut self, slice: u32, limit: u32) -> Ran {
        let mut batch = CellBatch {
            ready: [ReadyCell::default(); BATCH],
            improvements: Improvements::default(),
            steps: StepList::default(),
            scanning: [0; BATCH],
        };
        while self.ran.labelled < slice
            && (limit == u32::MAX || self.queue.least() < limit)
            && self.expand(&mut batch)
        {}
        self.ran
    }

    /// Expands the cells of a batch: first all cells that continue step by step, so that the processor can predict the branches. Returns
    /// whether the batch had any cell.
    #[inline]
    fn expand(&mut self, batch: &mut CellBatch) -> bool {
        let CellBatch { ready, improvements, steps, scanning } = batch;
        let taken = self.queue.take();
        if taken.is_empty() {
            return false;
        }
        let ready = look_up(taken, self.weights, &self.labels, self.scans, ready);
        for (nth, ready) in ready.iter().enumerate() {
            let around =
                NeighbourLabels::<R>::new(&self.labels, ready.cell as usize, self.offsets[1] as usize);
            improvements.note(nth, &around, self.sums(ready));
        }
        improvements.compare::<R>(ready.len());
        if self.weights.has_walled_edges() {
            for (nth, ready) in ready.iter().enumerate().filter(|(_, ready)| ready.mixed) {
                improvements.stop::<R>(nth, self.weights.entering(ready.cell as usize));
            }
        }
        let mut scans = 0;
        steps.clear();
        for (nth, ready) in ready.iter().enumerate() {
            steps.add(nth, if ready.scans { 0 } else { improvements.of(nth) });
            scanning[scans] = nth as u8;
            scans += usize::from(ready.scans);
        }
        for (nth, direction) in steps.iter() {
            self.relax(ready[nth].cell, direction, improvements.sum(nth, direction));
        }
        for nth in scanning[..scans].iter().map(|&nth| usize::from(nth)) {
            self.scan(&ready[nth], improvements.of(nth));
        }
        if self.weights.has_crossings() {
            ready.iter().filter(|ready| ready.mixed).for_each(|ready| self.cross(ready));
        }
        self.ran.labelled += ready.len() as u32;
        let (first, last) = self.ran.cells.unwrap_or((u32::MAX, 0));
        let range =
            |(first, last): (u32, u32), ready: &ReadyCell| (first.min(ready.cell), last.max(ready.cell));
        self.ran.cells = Some(ready.iter().fold((first, last), range)).filter(|(first, last)| first <= last);
        true
    }

    /// The labels that a straight and a diagonal step into a cell would give its neighbours.
    #[inline]
    fn sums(&self, ready: &ReadyCell) -> [u32; 2] {
        // A step too costly to represent labels nothing.
        [self.straight, self.diagonal]
            .map(|length| u64::from(ready.label) + step_units(length, ready.weight))
            .map(|sum| u32::try_from(sum).unwrap_or(UNREACHED))
    }

    /// Labels the cells from which links lead to a cell.
    fn cross(&mut self, ready: &ReadyCell) {
        let (weights, index) = (self.weights, ready.cell as usize);
        for crossing in weights.crossings_into(index) {
            let next = crossing.from as usize;
            let sum = weights.crossing_units(crossing).map(|units| u64::from(ready.label) + units);
            // The label of a wall is 0: no step lowers it.
            if let Some(sum) =
                sum.and_then(|sum| u32::try_from(sum).ok()).filter(|&sum| sum < self.labels[next])
            {
                self.write(next, sum);
                self.push(sum, next);
                let (first, last) = self.ran.cells.unwrap_or((u32::MAX, 0));
                self.ran.cells = Some((first.min(crossing.from), last.max(crossing.from)));
            }
        }
    }

    /// Labels the neighbour of a cell in a direction.
    #[inline]
    fn relax(&mut self, cell: u32, direction: usize, label: u32) {
        let next = (cell as usize).wrapping_add_signed(self.offsets[direction % 8]);
        if label < self.labels[next] {
            self.write(next, label);
            self.push(label, next);
        }
    }

    #[inline(always)]
    fn write(&mut self, index: usize, label: u32) {
        if KEPT {
            self.labels.set(index, label);
        } else {
            self.labels.set_unkept(index, label);
        }
    }

    #[inline]
    fn push(&mut self, label: u32, index: usize) {
        self.queue.push(LabelledCell { label, cell: index as u32 });
    }

    /// Labels all cells in sight of a cell, as far as that lowers labels.
    fn scan(&mut self, ready: &ReadyCell, improved: u32) {
        let label = ready.label;
        let (x, y) = self.weights.coordinates(ready.cell as usize);
        let at = PaddedCell { x, y, index: ready.cell as usize };
        let [straight, diagonal] = self.sums(ready).map(|sum| sum - label);
        for direction in bits(improved) {
            if R::STRAIGHT_ONLY && direction % 2 == 1 {
                self.sweep(at, label, straight, straight, direction);
            } else if direction < 4 {
                self.straight_on(at, label, straight, direction);
            } else {
                self.sweep(at, label, diagonal, straight, direction);
            }
        }
    }

    /// Labels the cells straight ahead, as far as that lowers labels, up to the next cell at which a path may have to turn. Pushes this
    /// cell.
    #[inline]
    fn straight_on(&mut self, from: PaddedCell, label: u32, step: u32, direction: usize) {
        let offset = self.offsets[direction];
        let mut index = from.index.wrapping_add_signed(offset);
        let mut sum = label.saturating_add(step);
        if self.labels[index] <= sum {
            return;
        }
        if self.weights.weight_and_mixed(index).1 {
            self.write(index, sum);
            self.push(sum, index);
            return;
        }
        let (steps, wall) = self.weights.run(from.x, from.y, direction);
        let free = steps - usize::from(wall);
        for _ in 1..free {
            self.write(index, sum);
            self.ran.labelled += 1;
            index = index.wrapping_add_signed(offset);
            sum = sum.saturating_add(step);
            if self.labels[index] <= sum {
                return;
            }
        }
        self.write(index, sum);
        if wall {
            self.ran.labelled += 1;
        } else {
            self.push(sum, index);
        }
    }

    /// Labels the cells diagonally ahead, or along a column, and from each of them the cells straight to both sides.
    fn sweep(&mut self, from: PaddedCell, label: u32, step: u32, straight: u32, direction: usize) {
        let sides = sides(direction);
        let mut at = from;
        let mut sum = label;
        loop {
            let free = |side: usize| self.labels[at.index.wrapping_add_signed(self.offsets[side])] != WALL;
            let legal = R::STRAIGHT_ONLY || R::allows(free(sides[0]), free(sides[1]));
            let next = self.moved(at, direction);
            sum = sum.saturating_add(step);
            if !legal || self.labels[next.index] <= sum {
                return;
            }
            at = next;
            self.write(at.index, sum);
            if self.weights.weight_and_mixed(at.index).1 || self.turns(at, direction) {
                self.push(sum, at.index);
                return;
            }
            self.ran.labelled += 1;
            self.straight_on(at, sum, straight, sides[0]);
            self.straight_on(at, sum, straight, sides[1]);
        }
    }

    /// Returns whether a diagonal that arrives at a cell may have to turn there, because an obstacle beside it ends.
    #[inline]
    fn turns(&self, at: PaddedCell, direction: usize) -> bool {
        R::CUTS_CORNERS
            && NeighbourWeights::<R>::new(self.weights.nine(at.index)).forced_diagonals(direction) != 0
    }

    #[inline]
    fn moved(&self, at: PaddedCell, direction: usize) -> PaddedCell {
        PaddedCell {
            x: at.x.wrapping_add_signed(DX[direction]),
            y: at.y.wrapping_add_signed(DY[direction]),
            index: at.index.wrapping_add_signed(self.offsets[direction]),
        }
    }
}

/// Looks up the cells of a batch. Leaves out stale entries.
#[inline]
fn look_up<'a>(
    taken: &[LabelledCell],
    weights: &CostField,
    labels: &[u32],
    scans: bool,
    ready: &'a mut [ReadyCell; BATCH],
) -> &'a mut [ReadyCell] {
    let mut count = 0;
    // A separate loop without branches, so that the processor fetches many cells at the same time.
    for &LabelledCell { label, cell } in taken {
        let (weight, mixed) = weights.weight_and_mixed(cell as usize);
        ready[count % BATCH] = ReadyCell { cell, label, weight, scans: scans & !mixed, mixed };
        // A cell is pushed with its label. If the label is lower now, the entry is stale. A cell without weight has become a wall since the
        // push.
        count += usize::from((label == labels[cell as usize]) & (weight != 0));
    }
    &mut ready[..count]
}
