//! Small maps of four neighbourhoods.

use fastrand::Rng;
use tilepath::exchange::{ANYWHERE, Cut, Jam};

/// Which cells are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Neighbourhood {
    Four,
    /// Eight neighbours. A diagonal needs both of its corner cells.
    Eight,
    /// Eight neighbours. Diagonals cut corners.
    EightCut,
    /// Hexagons in rows. Odd rows are half a cell to the right.
    Hexagons,
}

pub(crate) const ALL: [Neighbourhood; 4] =
    [Neighbourhood::Four, Neighbourhood::Eight, Neighbourhood::EightCut, Neighbourhood::Hexagons];

/// A map: which cells are free, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) neighbourhood: Neighbourhood,
    pub(crate) width: i32,
    pub(crate) free: Vec<bool>,
}

impl Ground {
    pub(crate) fn new(neighbourhood: Neighbourhood, width: i32, height: i32, is_free: bool) -> Self {
        Self { neighbourhood, width, free: vec![is_free; (width * height) as usize] }
    }

    /// A map of rows, in which `#` is a wall.
    pub(crate) fn of_rows(neighbourhood: Neighbourhood, rows: &[&str]) -> Self {
        let free = rows.iter().flat_map(|row| row.bytes().map(|cell| cell != b'#')).collect();
        Self { neighbourhood, width: rows[0].len() as i32, free }
    }

    pub(crate) fn dig(&mut self, x: i32, y: i32) {
        self.free[(y * self.width + x) as usize] = true;
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        let height = self.free.len() as i32 / self.width;
        (0..self.width).contains(&x) && (0..height).contains(&y) && self.free[(y * self.width + x) as usize]
    }

    /// The steps from a cell: the neighbours, and the corners that diagonals pass.
    pub(crate) fn steps(&self, cell: u32) -> Vec<(u32, Option<u32>)> {
        let (x, y) = (cell as i32 % self.width, cell as i32 / self.width);
        let odd = y & 1;
        let offsets = match self.neighbourhood {
            Neighbourhood::Four => vec![(1, 0), (0, 1), (-1, 0), (0, -1)],
            Neighbourhood::Hexagons => {
                vec![(1, 0), (-1, 0), (odd - 1, -1), (odd, -1), (odd - 1, 1), (odd, 1)]
            }
            _ => vec![(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)],
        };
        let mut steps = Vec::new();
        for (dx, dy) in offsets {
            let is_diagonal = dx != 0 && dy != 0 && self.neighbourhood != Neighbourhood::Hexagons;
            let cuts = is_diagonal && !(self.is_free(x + dx, y) && self.is_free(x, y + dy));
            if !self.is_free(x + dx, y + dy) || (cuts && self.neighbourhood == Neighbourhood::Eight) {
                continue;
            }
            let corner = (y + i32::from(dy > 0)) * (self.width + 1) + x + i32::from(dx > 0);
            let to = (y + dy) * self.width + x + dx;
            steps.push((to as u32, is_diagonal.then_some(corner as u32)));
        }
        steps
    }

    pub(crate) fn cells(&self) -> Vec<u32> {
        (0..self.free.len() as u32).filter(|&cell| self.free[cell as usize]).collect()
    }

    pub(crate) fn cut(&self) -> Cut {
        Cut::new(&self.cells(), |cell| self.steps(cell)).unwrap()
    }

    /// A jam of agents that walk from cells to cells of this map.
    pub(crate) fn jam(&self, starts: &[u32], goals: &[u32]) -> Jam {
        let goals: Vec<Option<u32>> = goals.iter().copied().map(Some).collect();
        self.jam_with(starts, &goals)
    }

    /// A jam in which agents without a goal may end anywhere.
    pub(crate) fn jam_with(&self, starts: &[u32], goals: &[Option<u32>]) -> Jam {
        let cut = self.cut();
        let inside = |&cell: &u32| cut.cell(cell).unwrap();
        let starts = starts.iter().map(inside).collect();
        let goals = goals.iter().map(|goal| goal.as_ref().map_or(ANYWHERE, inside)).collect();
        Jam::new(cut, starts, goals).unwrap()
    }

    /// Keeps only the largest connected part.
    pub(crate) fn keep_largest(&mut self) {
        let mut left = self.cells();
        let mut largest = Vec::new();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut next = 0;
            while let Some(&cell) = part.get(next) {
                next += 1;
                for (to, _) in self.steps(cell) {
                    if !part.contains(&to) {
                        part.push(to);
                    }
                }
            }
            left.retain(|cell| !part.contains(cell));
            if part.len() > largest.len() {
                largest = part;
            }
        }
        (0..).zip(&mut self.free).for_each(|(cell, free)| *free = largest.contains(&cell));
    }
}

/// Some cells in random order, without repetition.
pub(crate) fn some(random: &mut Rng, cells: &[u32], count: usize) -> Vec<u32> {
    let mut cells = cells.to_vec();
    random.shuffle(&mut cells);
    cells.truncate(count);
    cells
}
