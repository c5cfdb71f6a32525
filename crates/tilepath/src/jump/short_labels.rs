//! What a search knows of each cell, in four bytes.

/// The lowest cost to each cell so far, in units of the search, and the direction of arrival.
///
/// Each search has an epoch; a cell of another epoch counts as never reached, so that nothing is cleared but once in many searches. Epochs
/// count down: what an older search knew of a cell is greater than anything that this one can know.
#[derive(Clone, Default, Debug)]
pub(super) struct ShortLabels {
    /// Epoch, cost, direction and [`EXPANDED`], the highest bits first.
    cells: Vec<u32>,
    /// For each block of cells the epoch in which one of them was last reached.
    blocks: Vec<u8>,
    epoch: u32,
}

const COST_SHIFT: u32 = 4;
const EPOCH_SHIFT: u32 = 24;
const LAST_EPOCH: u32 = u32::MAX >> EPOCH_SHIFT;
/// What a label may hold is less than this.
pub(super) const COST_LIMIT: u32 = 1 << (EPOCH_SHIFT - COST_SHIFT);
/// Cells of a block, as a power of two.
const BLOCK_SHIFT: u32 = 5;
/// Set in the label of a cell that was expanded.
pub(super) const EXPANDED: u32 = 8;
/// The label of a cell that no search has reached.
const UNREACHED: u32 = u32::MAX;

impl ShortLabels {
    /// Forgets all cells and makes room for `count`.
    pub(super) fn reset(&mut self, count: usize) {
        if self.cells.len() < count {
            self.cells.resize(count, UNREACHED);
            self.blocks.resize((count >> BLOCK_SHIFT) + 1, LAST_EPOCH as u8);
        }
        if self.epoch == 0 {
            self.cells.fill(UNREACHED);
            self.blocks.fill(LAST_EPOCH as u8);
            self.epoch = LAST_EPOCH;
        }
        self.epoch -= 1;
    }

    /// The labels of the cells, and the search that they belong to.
    #[inline]
    pub(super) fn labels(&self) -> (&[u32], ShortLabelling) {
        (&self.cells, ShortLabelling(self.epoch << EPOCH_SHIFT))
    }

    /// The same to write to, and marks of blocks.
    #[inline]
    pub(super) fn labels_mut(&mut self) -> (&mut [u32], ShortLabelling, Marks<&mut [u8]>) {
        let Self { cells, blocks, epoch } = self;
        (cells, ShortLabelling(*epoch << EPOCH_SHIFT), Marks { blocks, epoch: *epoch as u8 })
    }

    /// The marks of blocks.
    #[inline]
    pub(super) fn marks(&self) -> Marks<&[u8]> {
        Marks { blocks: &self.blocks, epoch: self.epoch as u8 }
    }
}

/// In which blocks of cells a search has been.
pub(super) struct Marks<B> {
    blocks: B,
    epoch: u8,
}

impl Marks<&mut [u8]> {
    /// Notes that a cell was reached.
    #[inline(always)]
    pub(super) fn set(&mut self, cell: usize) {
        self.blocks[cell >> BLOCK_SHIFT] = self.epoch;
    }
}

impl Marks<&[u8]> {
    /// Returns whether a cell in the block of a cell was reached.
    #[inline(always)]
    pub(super) fn get(&self, cell: usize) -> bool {
        self.blocks[cell >> BLOCK_SHIFT] == self.epoch
    }
}

/// The labels of one search: the lower one of a cell is the better one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortLabelling(u32);

impl ShortLabelling {
    /// The label of a cell reached at a cost, below [`COST_LIMIT`], in a direction, below 8.
    #[inline(always)]
    pub(super) const fn label(self, g: u32, direction: u32) -> u32 {
        self.0 | g << COST_SHIFT | direction
    }

    /// Returns whether a label is of this search.
    #[inline(always)]
    pub(super) const fn has(self, label: u32) -> bool {
        label >> EPOCH_SHIFT == self.0 >> EPOCH_SHIFT
    }

    /// Returns whether a label of this search stands for a lower cost than another of this or an older one.
    #[inline(always)]
    pub(super) const fn is_lower(label: u32, than: u32) -> bool {
        label | ((1 << COST_SHIFT) - 1) < than
    }

    /// The cost that a label of this search stands for.
    #[inline(always)]
    pub(super) const fn g(label: u32) -> u32 {
        label >> COST_SHIFT & (COST_LIMIT - 1)
    }

    /// The direction of a label.
    #[inline(always)]
    pub(super) const fn direction(label: u32) -> usize {
        (label & 7) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_forgets_even_when_epochs_run_out() {
        let mut known = ShortLabels::default();
        for nth in 0..1000 {
            known.reset(100);
            let cell = nth % 100;
            assert!(!known.marks().get(cell), "{nth}");
            let (labels, labelling, mut marks) = known.labels_mut();
            assert!(labels.iter().all(|&label| !labelling.has(label)), "{nth}");
            assert!(
                labels
                    .iter()
                    .all(|&label| { ShortLabelling::is_lower(labelling.label(COST_LIMIT - 1, 7), label) })
            );
            labels[cell] = labelling.label(nth as u32, 3);
            marks.set(cell);
            assert!(labelling.has(labels[cell] | EXPANDED));
            assert_eq!(ShortLabelling::g(labels[cell] | EXPANDED), nth as u32);
            assert_eq!(ShortLabelling::direction(labels[cell] | EXPANDED), 3);
            assert!(known.marks().get(cell));
        }
    }

    #[test]
    fn a_label_is_lower_by_its_cost_alone() {
        let mut known = ShortLabels::default();
        known.reset(1);
        let (_, labelling, _) = known.labels_mut();
        let label = |g, direction| labelling.label(g, direction);
        assert!(ShortLabelling::is_lower(label(4, 7), label(5, 0)));
        assert!(!ShortLabelling::is_lower(label(5, 0), label(5, 7) | EXPANDED));
    }
}
