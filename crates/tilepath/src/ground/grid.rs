//! The map itself: a rectangle of terrain classes.

use super::{cell_rect::CellRect, links::Links, mixes::Mixes, profile::CostProfile};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::fmt;
use glam::{IVec2, UVec2};
use std::borrow::Cow;

/// The terrain of a rectangular map: one terrain class (a `u8`) for each cell.
///
/// With the default [`CostProfile`](crate::CostProfile), class 0 is a wall and class n costs n tiles. So you can write a map as a
/// matrix of costs:
///
/// ```
/// use tilepath::Grid;
/// let grid = Grid::from_rows([[1, 1, 1], [1, 0, 3]])?;
/// assert_eq!(grid.class([2, 0].into()), Some(3)); // the last row is y = 0
/// # Ok::<(), tilepath::GridError>(())
/// ```
///
/// y points up: the lowest row of the map is y = 0. The cells are stored row by row, and cell (x, y) has the index
/// `y * width + x`.
///
/// A grid may also begin at another cell than (0, 0): see [`Grid::with_origin`]. Cells are then named by their coordinates in the world, and
/// indices are counted from the first cell of the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(opaque, Clone, Debug, PartialEq)
)]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct Grid {
    /// The cell with the least x and y.
    origin: IVec2,
    size: UVec2,
    classes: Vec<u8>,
    histogram: Vec<u32>,
    /// The classes that at least one cell has, as bits.
    present: [u64; 4],
    /// Classes that stand for obstacles of several classes.
    pub(super) mixes: Mixes,
    links: Links,
}

impl Grid {
    /// The maximum number of cells of a grid.
    pub const MAX_CELLS: usize = 4096 * 4096;
    /// The maximum width and height of a grid, in cells.
    pub const MAX_SIDE: u32 = 32_768;
    /// How far from (0, 0) the origin of a grid may be, along x and along y.
    pub const MAX_ORIGIN: i32 = 1 << 28;

    /// A grid of `size` cells, all of the same class.
    ///
    /// # Errors
    /// [`GridError::Size`] if the width or the height is 0 or above [`Grid::MAX_SIDE`], or if there are more than
    /// [`Grid::MAX_CELLS`] cells.
    pub fn new(size: UVec2, class: u8) -> Result<Self, GridError> {
        Self::check_size(size)?;
        let cells = size.x as usize * size.y as usize;
        Ok(Self::from_parts(size, vec![class; cells]))
    }

    /// A grid in which each cell has the class that the function `class` returns for it.
    ///
    /// # Errors
    /// The same as [`Grid::new`].
    pub fn from_fn(size: UVec2, mut class: impl FnMut(IVec2) -> u8) -> Result<Self, GridError> {
        Self::check_size(size)?;
        let width = size.x;
        let classes = (0..size.x * size.y)
            .map(|index| class(IVec2::new((index % width) as i32, (index / width) as i32)))
            .collect();
        Ok(Self::from_parts(size, classes))
    }

    /// A grid from a matrix of terrain classes. The first row of the matrix is the top row of the map.
    ///
    /// # Errors
    /// - [`GridError::Ragged`] if the rows differ in length.
    /// - [`GridError::Value`] if a number is not in 0 to 255.
    /// - [`GridError::Size`] if the size is not allowed: see [`Grid::new`].
    pub fn from_rows<Rows, Row, Value>(rows: Rows) -> Result<Self, GridError>
    where
        Rows: IntoIterator<Item = Row>,
        Row: IntoIterator<Item = Value>,
        Value: Copy + fmt::Display + TryInto<u8>,
    {
        let mut matrix: Vec<Vec<u8>> = Vec::new();
        for (row_number, row) in rows.into_iter().enumerate() {
            let mut classes = Vec::new();
            for (column, value) in row.into_iter().enumerate() {
                classes.push(value.try_into().map_err(|_| GridError::Value {
                    row: row_number,
                    column,
                    value: value.to_string(),
                })?);
            }
            let expected = matrix.first().map_or(classes.len(), Vec::len);
            if classes.len() != expected {
                return Err(GridError::Ragged { row: row_number, expected, found: classes.len() });
            }
            matrix.push(classes);
        }
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let size = UVec2::new(side(matrix.first().map_or(0, Vec::len)), side(matrix.len()));
        Self::check_size(size)?;
        Ok(Self::from_parts(size, matrix.into_iter().rev().flatten().collect()))
    }

    pub(super) fn from_parts(size: UVec2, classes: Vec<u8>) -> Self {
        // Several counts of each class: mostly a cell has the class of the cell before, and its count would have to wait.
        let mut counts = [[0; 256]; 4];
        for block in classes.chunks(counts.len()) {
            counts.iter_mut().zip(block).for_each(|(counts, &class)| counts[usize::from(class)] += 1);
        }
        let histogram: Vec<u32> =
            (0..256).map(|class| counts.iter().map(|counts| counts[class]).sum()).collect();
        let mut present = [0; 4];
        for class in (0..256).filter(|&class| histogram[class] > 0) {
            present[class / 64] |= 1 << (class % 64);
        }
        Self {
            origin: IVec2::ZERO,
            size,
            classes,
            histogram,
            present,
            mixes: Mixes::default(),
            links: Links::default(),
        }
    }

    /// The same grid, with `origin` as its cell of the least x and y, in place of (0, 0). So the world of a game can extend to all sides of
    /// cell (0, 0).
    ///
    /// ```
    /// use tilepath::Grid;
    /// let grid = Grid::from_rows([[1, 2], [3, 4]])?.with_origin([-2, 6].into())?;
    /// assert_eq!(grid.class([-1, 7].into()), Some(2));
    /// assert_eq!(grid.class([0, 0].into()), None);
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::Origin`] if a coordinate is odd, or beyond ±[`Grid::MAX_ORIGIN`]. It must be even because on maps of hexagons every other
    /// row or column is shifted.
    pub fn with_origin(mut self, origin: IVec2) -> Result<Self, GridError> {
        Self::check_origin(origin)?;
        self.origin = origin;
        Ok(self)
    }

    /// A grid of the cells of a rectangle, each with the class that the function `class` returns for it.
    ///
    /// # Errors
    /// The same as [`Grid::new`] and [`Grid::with_origin`].
    pub fn from_fn_in(bounds: CellRect, mut class: impl FnMut(IVec2) -> u8) -> Result<Self, GridError> {
        Self::check_bounds(bounds)?;
        Self::from_fn(bounds.size(), |cell| class(bounds.min + cell))?.with_origin(bounds.min)
    }

    /// A grid with these bounds and classes, row-major, and the same meaning of class numbers.
    pub(crate) fn with_cells(&self, bounds: CellRect, classes: Vec<u8>) -> Self {
        let (mixes, links) = (self.mixes.clone(), self.links.clone());
        Self { origin: bounds.min, mixes, links, ..Self::from_parts(bounds.size(), classes) }
    }

    fn check_origin(origin: IVec2) -> Result<(), GridError> {
        let is_sound = (origin & 1) == IVec2::ZERO
            && origin.clamp(-IVec2::splat(Self::MAX_ORIGIN), IVec2::splat(Self::MAX_ORIGIN)) == origin;
        if is_sound { Ok(()) } else { Err(GridError::Origin(origin)) }
    }

    /// Checks whether a grid can have these bounds.
    ///
    /// # Errors
    /// The same as [`Grid::new`] and [`Grid::with_origin`].
    pub fn check_bounds(bounds: CellRect) -> Result<(), GridError> {
        Self::check_size(bounds.size())?;
        Self::check_origin(bounds.min)
    }

    /// Checks whether a grid can have this size.
    ///
    /// # Errors
    /// The same as [`Grid::new`].
    pub fn check_size(size: UVec2) -> Result<(), GridError> {
        let sound = size.min_element() >= 1
            && size.max_element() <= Self::MAX_SIDE
            && size.x as usize * size.y as usize <= Self::MAX_CELLS;
        if sound { Ok(()) } else { Err(GridError::Size(size)) }
    }

    /// The width and height in cells.
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        self.size
    }

    /// The cell with the least x and y: (0, 0), unless the grid has [another origin](Grid::with_origin).
    #[must_use]
    pub const fn origin(&self) -> IVec2 {
        self.origin
    }

    /// The rectangle of all cells.
    #[must_use]
    pub fn bounds(&self) -> CellRect {
        CellRect::of_size(self.origin, self.size)
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Always `false`: a grid has at least one cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Returns whether the cell is on the map.
    #[must_use]
    pub fn contains(&self, cell: IVec2) -> bool {
        // A negative number becomes a very large unsigned number.
        cell.wrapping_sub(self.origin).as_uvec2().cmplt(self.size).all()
    }

    /// The row-major index of a cell: `y * width + x`, counted from the [origin](Grid::origin). `None` for a cell outside the map.
    #[must_use]
    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let at = cell.wrapping_sub(self.origin).as_uvec2();
        at.cmplt(self.size).all().then(|| at.y as usize * self.size.x as usize + at.x as usize)
    }

    /// The cell with this row-major index. The index must be below [`Grid::len`].
    #[must_use]
    pub fn cell(&self, index: usize) -> IVec2 {
        let width = self.size.x as usize;
        self.origin + IVec2::new((index % width) as i32, (index / width) as i32)
    }

    /// The terrain class of a cell. `None` for a cell outside the map.
    #[must_use]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        self.index(cell).map(|index| self.classes[index])
    }

    /// The terrain classes of all cells. The class of the cell (x, y) has the index `y * width + x`.
    #[must_use]
    pub fn classes(&self) -> &[u8] {
        &self.classes
    }

    /// All cells with their terrain classes: row by row from y = 0, each row from x = 0.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (IVec2, u8)> + '_ {
        self.classes.iter().enumerate().map(|(index, &class)| (self.cell(index), class))
    }

    /// Changes the class of a cell and returns the old class.
    ///
    /// # Errors
    /// [`GridError::Outside`] if the cell is not on the map.
    pub fn set_class(&mut self, cell: IVec2, class: u8) -> Result<u8, GridError> {
        let index = self.index(cell).ok_or(GridError::Outside { cell, bounds: self.bounds() })?;
        let old = core::mem::replace(&mut self.classes[index], class);
        self.histogram[usize::from(old)] -= 1;
        self.histogram[usize::from(class)] += 1;
        for class in [old, class].map(usize::from) {
            let bits = &mut self.present[class / 64];
            *bits = *bits & !(1 << (class % 64)) | u64::from(self.histogram[class] > 0) << (class % 64);
        }
        Ok(old)
    }

    /// Which classes stand for several.
    pub(crate) const fn mixes(&self) -> &Mixes {
        &self.mixes
    }

    pub(crate) const fn mixes_mut(&mut self) -> &mut Mixes {
        &mut self.mixes
    }

    /// The links between cells. Their ends may be outside the map.
    #[inline]
    pub(crate) const fn links(&self) -> &Links {
        &self.links
    }

    pub(crate) const fn links_mut(&mut self) -> &mut Links {
        &mut self.links
    }

    /// The cost of a class of this grid, in tiles. 0 if the class is a wall.
    #[inline]
    pub(crate) fn cost(&self, profile: &CostProfile, class: u8) -> u16 {
        self.mixes.cost(profile, class)
    }

    /// The cost of each class of this grid, in tiles.
    pub(crate) fn costs(&self, profile: &CostProfile) -> [u16; 256] {
        self.mixes.costs(profile)
    }

    /// This grid as terrain: a class that stands for several becomes the dearest by its number, and a wall if one of them is 0.
    pub(crate) fn as_terrain(&self) -> Cow<'_, Self> {
        let mut plain = Cow::Borrowed(self);
        for (number, classes) in self.mixes.iter().filter(|&&(number, _)| self.count(number) > 0) {
            let dearest = classes.iter().copied().min().filter(|&least| least == 0);
            let class = dearest.or(classes.iter().copied().max()).unwrap_or_default();
            for (cell, _) in self.cells().filter(|(_, shown)| shown == number) {
                // The cell is on the map.
                let _ = plain.to_mut().set_class(cell, class);
            }
        }
        if !self.mixes.is_empty() {
            plain.to_mut().mixes = Mixes::default();
        }
        plain
    }

    /// Whether agents of a profile may enter cells of a class of this grid.
    #[inline]
    pub(crate) fn lets_enter(&self, profile: &CostProfile, class: u8) -> bool {
        self.cost(profile, class) > 0
    }

    /// Whether agents of a profile may enter cells of a class of this grid, and end there.
    #[inline]
    pub(crate) fn lets_end(&self, profile: &CostProfile, class: u8) -> bool {
        self.mixes.lets_end(profile, class)
    }

    /// The classes that at least one cell has, in ascending order.
    pub(crate) fn classes_present(&self) -> impl Iterator<Item = u8> {
        self.present.into_iter().zip([0, 64, 128, 192]).flat_map(|(mut bits, first)| {
            core::iter::from_fn(move || {
                let class = (bits != 0).then(|| first + bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(class)
            })
        })
    }

    /// The number of cells of this class.
    #[must_use]
    pub fn count(&self, class: u8) -> u32 {
        self.histogram[usize::from(class)]
    }
}

/// Why a grid could not be built or changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    /// The width or the height is 0 or above [`Grid::MAX_SIDE`], or there are more than [`Grid::MAX_CELLS`] cells.
    #[error(
        "a map of {} x {} cells: sides must be 1 to {side} and the map at most {cells} cells",
        .0.x,
        .0.y,
        side = Grid::MAX_SIDE,
        cells = Grid::MAX_CELLS
    )]
    Size(UVec2),
    /// The length of a row of the matrix differs from the length of the first row.
    #[error("row {row} has {found} cells, the first row has {expected}")]
    Ragged {
        /// The row, counted from 0 at the top.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A number in the matrix is not a terrain class (0 to 255).
    #[error("row {row}, column {column}: {value} is no terrain class (0 to 255)")]
    Value {
        /// The row, counted from 0 at the top.
        row: usize,
        /// The column, counted from 0 at the left.
        column: usize,
        /// The number as it was given.
        value: String,
    },
    /// Obstacles of several classes on this cell need a class number of their own, but terrain and obstacles use all 256.
    #[error("all 256 classes are in use: none is left for the obstacles on cell ({}, {})", .0.x, .0.y)]
    TooManyClasses(IVec2),
    /// A cell is not on the map.
    #[error(
        "cell ({}, {}) is outside the map of {} × {} cells{}",
        cell.x,
        cell.y,
        bounds.size().x,
        bounds.size().y,
        from_cell(*.bounds)
    )]
    Outside {
        /// The cell.
        cell: IVec2,
        /// The cells of the map.
        bounds: CellRect,
    },
    /// A map can't begin at this cell.
    #[error(
        "a map whose first cell is ({}, {}): both coordinates must be even, and at most {most} from 0",
        .0.x,
        .0.y,
        most = Grid::MAX_ORIGIN
    )]
    Origin(IVec2),
}

/// Where a map begins, unless at cell (0, 0).
fn from_cell(bounds: CellRect) -> String {
    let IVec2 { x, y } = bounds.min;
    if bounds.min == IVec2::ZERO { String::new() } else { format!(" from cell ({x}, {y})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_row_by_row_with_their_classes() {
        let grid = Grid::from_rows([[1, 2, 3], [4, 5, 6]]).unwrap();
        let cells: Vec<_> = grid.cells().map(|(cell, class)| (cell.x, cell.y, class)).collect();
        assert_eq!(cells, [(0, 0, 4), (1, 0, 5), (2, 0, 6), (0, 1, 1), (1, 1, 2), (2, 1, 3)]);
        assert!(grid.cells().all(|(cell, class)| grid.class(cell) == Some(class)));
    }

    #[test]
    fn rows_are_typed_top_first_and_stored_y_up() {
        let grid = Grid::from_rows([[1, 2, 3], [4, 5, 0]]).unwrap();
        assert_eq!(grid.size(), UVec2::new(3, 2));
        assert_eq!(grid.classes(), [4, 5, 0, 1, 2, 3]);
        assert_eq!(grid.class(IVec2::new(0, 1)), Some(1));
        assert_eq!(grid.class(IVec2::new(3, 0)), None);
        assert_eq!(grid.class(IVec2::new(0, -1)), None);
    }

    #[test]
    fn ragged_rows_are_refused_by_number() {
        let error = Grid::from_rows(vec![vec![1, 1], vec![1], vec![1, 1]]).unwrap_err();
        assert_eq!(error, GridError::Ragged { row: 1, expected: 2, found: 1 });
        assert_eq!(error.to_string(), "row 1 has 1 cells, the first row has 2");
    }

    #[test]
    fn numbers_that_are_no_class_are_refused_by_place_and_value() {
        let error = Grid::from_rows([[1, 1], [1, -7]]).unwrap_err().to_string();
        assert!(error.contains("row 1, column 1") && error.contains("-7"));
        assert!(Grid::from_rows([[256]]).unwrap_err().to_string().contains("256"));
    }

    #[test]
    fn maps_without_cells_or_with_too_many_are_refused() {
        let none: [[u8; 0]; 0] = [];
        assert_eq!(Grid::from_rows(none), Err(GridError::Size(UVec2::ZERO)));
        let empty_rows: [[u8; 0]; 2] = [[], []];
        assert!(Grid::from_rows(empty_rows).is_err());
        assert!(Grid::new(UVec2::new(0, 5), 1).is_err());
        assert!(Grid::new(UVec2::new(4097, 4096), 1).is_err());
        assert!(Grid::new(UVec2::new(u32::MAX, u32::MAX), 1).is_err());
        assert!(Grid::new(UVec2::new(4096, 4096), 1).is_ok());
        assert!(Grid::new(UVec2::ONE, 1).is_ok());
    }

    #[test]
    fn counts_follow_every_change() {
        let mut grid = Grid::new(UVec2::new(4, 4), 1).unwrap();
        assert_eq!(grid.set_class(IVec2::new(3, 3), 9), Ok(1));
        assert_eq!(grid.set_class(IVec2::new(3, 3), 9), Ok(9));
        assert_eq!((grid.count(1), grid.count(9)), (15, 1));
        assert_eq!(grid.set_class(IVec2::ZERO, 255), Ok(1));
        assert!(grid.classes_present().eq([1, 9, 255]));
        assert_eq!(grid.set_class(IVec2::new(3, 3), 1), Ok(9));
        assert!(grid.classes_present().eq([1, 255]));
        let error = grid.set_class(IVec2::new(4, 0), 0).unwrap_err();
        assert!(error.to_string().contains("(4, 0)"));
    }
}
