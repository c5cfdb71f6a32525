//! Building a cost field in slices, while the map may be edited.

use super::{
    bit_lines::BitLines,
    block_clock::BlockClock,
    crossings::Crossings,
    engine_trial::EngineTrial,
    field::{CellKind, CostField},
    pruning::Pruning,
    step_cell::StepCell,
    wall_lines::WallLines,
};
use crate::ground::{CellRect, CostProfile, DangerLayer, Grid, Lattice, Shape, Topology};
use glam::IVec2;

/// A cost field that is partly built.
///
/// Everything follows from the weights, and each weight is read once. So the field matches the map as it was read. Edits of cells that were
/// already read are applied at the end.
#[derive(Clone, Debug)]
pub(crate) struct CostFieldBuild {
    pub(super) field: CostField,
    /// The number of parts that are done.
    pub(super) done: usize,
    /// Edits of cells that were already read.
    pub(super) edited: Vec<CellRect>,
    pub(super) restarts: u32,
}

/// The maximum number of edits that are stored separately.
const MAX_EDITS: usize = 64;
/// The maximum number of restarts after large edits. After that, edits are applied in one call.
const MAX_RESTARTS: u32 = 2;
/// An edit is large if applying it takes more than 1 / `LARGE_EDIT` of the time of a build.
const LARGE_EDIT: u64 = 8;

impl CostFieldBuild {
    pub(crate) fn new(grid: &Grid, topology: Topology, profile: &CostProfile) -> Self {
        let size = grid.size();
        let (width, height) = (size.x as usize + 2, size.y as usize + 2);
        let lattice = Lattice::new(topology.shape(), grid.bounds());
        let (x, y) = lattice.extent();
        let (square, hex) = match topology.shape() {
            Shape::Square => ((width, height), (0, 0)),
            Shape::Hex(_) => ((0, 0), (x, y)),
            Shape::Staggered => ((0, 0), (0, 0)),
        };
        let (first_slant, slants) = if hex.0 > 0 { lattice.slants() } else { (0, 0) };
        let has_jumps = topology.shape() != Shape::Staggered;
        let hex_lines = [(hex.0, hex.1), (hex.1, hex.0), (slants, hex.1)];
        let field = CostField {
            profile: profile.clone(),
            passable: profile.passable(),
            topology,
            lattice,
            cheapest: 0,
            weights: vec![0; lattice.len()],
            step_cells: vec![StepCell::default(); lattice.len()],
            kinds: vec![CellKind::Wall; if has_jumps { 0 } else { lattice.len() }],
            pruning: Pruning::new(topology),
            unpruned: false,
            rows: BitLines::walls(square.1, square.0),
            columns: BitLines::walls(square.0, square.1),
            hex_lines: hex_lines.map(|(lines, length)| BitLines::walls(lines, length)),
            hex_walls: hex_lines.map(|(lines, length)| WallLines::new(lines, length)),
            first_slant,
            hex_extent: [hex.0, hex.1],
            stops: 0,
            free: 0,
            mixed: 0,
            clock: BlockClock::new(x, y),
            crossings: Crossings::default(),
            trial: EngineTrial::default(),
        };
        Self { field, done: 0, edited: Vec::new(), restarts: 0 }
    }

    /// Builds the next part of the field, and returns its size in eighths of cells; `None` if the field is complete.
    pub(crate) fn step(&mut self, grid: &Grid, danger: &[DangerLayer]) -> Option<usize> {
        let field = &mut self.field;
        field.take_links(grid);
        // A field that begins reads them with all cells.
        field.crossings.are_new &= self.done > 0;
        if !field.has_lines() {
            return self.step_cells(grid, danger);
        }
        let (bands, words) = (field.columns.words_of_line(), field.rows.words_of_line());
        let band = 64 * field.lattice.stride();
        let part = self.done;
        let size = if part <= bands {
            if part < bands {
                field.read_band(grid, danger, part);
            }
            if let Some(band) = part.checked_sub(1) {
                // The rows below and above the band have been read, too.
                let rows = (64 * band).max(1)..(64 * band + 64).min(field.height() - 1);
                field.build_rows(rows, 0..words);
            }
            3 * band
        } else if part <= 2 * bands {
            field.build_columns(part - bands - 1..part - bands, 0..words);
            band
        } else {
            return None;
        };
        self.done += 1;
        Some(size)
    }

    /// Does the same for a field without lines: reads all weights first, then finds everything else cell by cell.
    fn step_cells(&mut self, grid: &Grid, danger: &[DangerLayer]) -> Option<usize> {
        let field = &mut self.field;
        let bands = field.bands();
        if self.done < bands {
            field.update_weights(grid, danger, field.band(self.done));
        } else if self.done < 2 * bands {
            field.find_cells(field.band(self.done - bands));
        } else {
            return None;
        }
        self.done += 1;
        Some(4 * 64 * field.lattice.size().x as usize)
    }

    /// Notes an edit of a rectangle on the map.
    pub(crate) fn note_edit(&mut self, rect: CellRect) {
        let margin = usize::from(self.field.has_lines());
        let rows_read = (64 * self.done).saturating_sub(margin);
        if (rect.min.y - self.field.all().min.y) as usize >= rows_read {
            return;
        }
        if self.edited.len() == MAX_EDITS {
            let all = self.edited.drain(..).reduce(CellRect::union);
            self.edited.extend(all);
        }
        self.edited.push(rect);
    }

    /// Applies the noted edits to the complete field. After large edits the build restarts instead: returns whether it did.
    pub(crate) fn starts_again(&mut self, grid: &Grid, danger: &[DangerLayer]) -> bool {
        // How many cells are mixed does not count: a build that goes on after it was saved reads the edited cells once more, and must come to the
        // same decision.
        let whole = self.field.rebuild_time(self.field.all(), 0);
        let is_large = self.field.update_many_time(&self.edited, 0) > whole / LARGE_EDIT;
        if is_large && self.restarts < MAX_RESTARTS {
            self.restarts += 1;
            self.done = 0;
            self.edited.clear();
            self.field.pruning = Pruning::new(self.field.topology);
            return true;
        }
        self.field.update_many(grid, danger, &self.edited);
        self.field.update_cheapest(grid);
        self.field.unpruned = self.field.pruning.is_full();
        false
    }

    /// The field, complete and in step.
    pub(crate) fn into_field(mut self) -> CostField {
        self.field.clock.renew();
        self.field.crossings.are_new = false;
        self.field
    }
}

impl CostField {
    /// The number of bands of 64 rows of cells.
    pub(super) fn bands(&self) -> usize {
        self.lattice.size().y.div_ceil(64) as usize
    }

    /// A band of 64 rows of cells.
    pub(super) fn band(&self, band: usize) -> CellRect {
        let CellRect { min, max } = self.all();
        let low = min.y + 64 * band as i32;
        CellRect { min: IVec2::new(min.x, low), max: IVec2::new(max.x, (low + 63).min(max.y)) }
    }

    /// Reads the weights of a band of 64 rows, counted from the margin.
    fn read_band(&mut self, grid: &Grid, danger: &[DangerLayer], band: usize) {
        let CellRect { min, max } = self.all();
        let low = min.y + (64 * band as i32 - 1).max(0);
        let high = (min.y + 64 * band as i32 + 62).min(max.y);
        if low <= high {
            let rows = CellRect { min: IVec2::new(min.x, low), max: IVec2::new(max.x, high) };
            self.update_weights(grid, danger, rows);
        }
    }
}
