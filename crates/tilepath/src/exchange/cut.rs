//! `Cut`: a part of a map as a small graph of numbered cells.

/// The greatest number of cells in a cut.
pub const MOST_CELLS: usize = 512;

/// The greatest number of neighbours of a cell.
const MOST_NEIGHBOURS: usize = 8;

/// A step from a cell to a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutStep {
    /// The neighbour.
    pub to: u16,
    /// The corner that a diagonal step passes. Two agents can't pass one corner at the same time.
    pub corner: Option<u16>,
}

/// A part of a map as an undirected graph. Cells and corners have consecutive numbers. Equal sets of cells give equal cuts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The map's number of each cell, in ascending order.
    keys: Vec<u32>,
    /// For each cell, the index of its first step. One more entry ends the list.
    firsts: Vec<u16>,
    /// The steps of all cells, by start and target.
    steps: Vec<CutStep>,
    corners: u16,
}

/// Why cells can't become a cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CutError {
    /// There are more than [`MOST_CELLS`] cells.
    #[error("a cut can't have {0} cells")]
    TooManyCells(usize),
    /// This cell has more than eight neighbours.
    #[error("the cell {0} has more than eight neighbours")]
    TooManyNeighbours(u32),
}

impl Cut {
    /// Makes a cut of these cells. `steps` returns the steps from a cell: the neighbour, and for a diagonal step the number of
    /// the corner that it passes. Cells and corners may have any numbers. Steps out of the cut are left out, and so are steps that
    /// have no step back.
    ///
    /// # Errors
    /// [`CutError`] if there are too many cells, or too many neighbours of one cell.
    pub fn new<S>(cells: &[u32], mut steps: impl FnMut(u32) -> S) -> Result<Self, CutError>
    where
        S: IntoIterator<Item = (u32, Option<u32>)>,
    {
        let mut keys = cells.to_vec();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() > MOST_CELLS {
            return Err(CutError::TooManyCells(keys.len()));
        }
        let number = |key: u32| keys.binary_search(&key).ok().map(|cell| cell as u16);
        let mut edges = Vec::new();
        for (from, &key) in (0_u16..).zip(&keys) {
            let inside = steps(key).into_iter().filter_map(|(to, corner)| Some((from, number(to)?, corner)));
            edges.extend(inside.filter(|&(from, to, _)| from != to));
        }
        edges.sort_unstable();
        edges.dedup_by_key(|&mut (from, to, _)| (from, to));
        let all: Vec<(u16, u16)> = edges.iter().map(|&(from, to, _)| (from, to)).collect();
        edges.retain(|&(from, to, _)| all.binary_search(&(to, from)).is_ok());
        let mut corners: Vec<u32> = edges.iter().filter_map(|&(.., corner)| corner).collect();
        corners.sort_unstable();
        corners.dedup();
        let mut cut = Self { firsts: vec![0], steps: Vec::new(), corners: corners.len() as u16, keys };
        for (cell, &key) in (0_u16..).zip(&cut.keys) {
            let from_cell = edges[cut.steps.len()..].iter().take_while(|&&(from, ..)| from == cell);
            let before = cut.steps.len();
            cut.steps.extend(from_cell.map(|&(_, to, corner)| {
                let corner = corner.and_then(|corner| corners.binary_search(&corner).ok());
                CutStep { to, corner: corner.map(|corner| corner as u16) }
            }));
            if cut.steps.len() - before > MOST_NEIGHBOURS {
                return Err(CutError::TooManyNeighbours(key));
            }
            cut.firsts.push(cut.steps.len() as u16);
        }
        Ok(cut)
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u16 {
        self.keys.len() as u16
    }

    /// The number of corners.
    #[must_use]
    pub fn corners(&self) -> u16 {
        self.corners
    }

    /// The map's number of a cell.
    #[must_use]
    pub fn key(&self, cell: u16) -> u32 {
        self.keys[usize::from(cell)]
    }

    /// The cell with this number on the map. `None` if it is not in the cut.
    #[must_use]
    pub fn cell(&self, key: u32) -> Option<u16> {
        self.keys.binary_search(&key).ok().map(|cell| cell as u16)
    }

    /// The steps from a cell, by target.
    #[must_use]
    pub fn steps(&self, cell: u16) -> &[CutStep] {
        let cell = usize::from(cell);
        &self.steps[usize::from(self.firsts[cell])..usize::from(self.firsts[cell + 1])]
    }

    /// The neighbours of a cell, in ascending order.
    pub(super) fn neighbours(&self, cell: u16) -> impl Iterator<Item = u16> + '_ {
        self.steps(cell).iter().map(|step| step.to)
    }

    /// The step from a cell to another cell. `None` if they are not neighbours.
    #[must_use]
    pub fn step(&self, from: u16, to: u16) -> Option<CutStep> {
        self.steps(from).iter().copied().find(|step| step.to == to)
    }

    /// All cells to which paths lead from a cell, the nearest first.
    #[must_use]
    pub fn by_distance(&self, from: u16) -> Vec<u16> {
        let distances = self.distances([from]);
        let distance = |&cell: &u16| distances[usize::from(cell)];
        let mut cells: Vec<u16> = (0..self.cells()).filter(|cell| distance(cell) != u16::MAX).collect();
        cells.sort_by_key(distance);
        cells
    }

    /// For each cell, the number of steps from the nearest of some cells. `u16::MAX` if no path leads to the cell.
    pub(super) fn distances(&self, from: impl IntoIterator<Item = u16>) -> Vec<u16> {
        let mut distances = vec![u16::MAX; self.keys.len()];
        let mut queue: Vec<u16> = from.into_iter().collect();
        queue.iter().for_each(|&cell| distances[usize::from(cell)] = 0);
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let distance = distances[usize::from(cell)] + 1;
            for to in self.neighbours(cell) {
                if distances[usize::from(to)] == u16::MAX {
                    distances[usize::from(to)] = distance;
                    queue.push(to);
                }
            }
        }
        distances
    }
}
