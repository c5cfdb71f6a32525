//! Arrangements of agents: where they start, and where they want to go.

use fastrand::Rng;
use glam::IVec2;

/// A map with agents on it.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The name of the arrangement.
    pub name: &'static str,
    /// Width and height in cells.
    pub size: IVec2,
    /// Whether each cell is free, in row-major order.
    pub free: Vec<bool>,
    /// The goals: each is a set of cells.
    pub goals: Vec<Vec<IVec2>>,
    /// The agents.
    pub agents: Vec<Walker>,
}

/// An agent before it sets out.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Where it stands.
    pub start: IVec2,
    /// The number of its goal.
    pub goal: usize,
    /// How fast it walks, in cells a second.
    pub speed: f64,
}

impl Arena {
    /// A map of walls without agents.
    pub fn walls(name: &'static str, width: i32, height: i32) -> Self {
        let size = IVec2::new(width, height);
        Self {
            name,
            size,
            free: vec![false; (width * height) as usize],
            goals: Vec::new(),
            agents: Vec::new(),
        }
    }

    /// The cell of an index.
    pub fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// The index of a cell on the map.
    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    /// Returns whether a cell is on the map and free.
    pub fn is_free(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.free[index])
    }

    /// Frees a rectangle of cells, corners included.
    pub fn clear(&mut self, min: [i32; 2], max: [i32; 2]) {
        for (x, y) in (min[1]..=max[1]).flat_map(|y| (min[0]..=max[0]).map(move |x| (x, y))) {
            let at = self.index(IVec2::new(x, y)).expect("on the map");
            self.free[at] = true;
        }
    }

    /// The free cells of a rectangle, corners included.
    pub fn cells(&self, min: [i32; 2], max: [i32; 2]) -> Vec<IVec2> {
        let all = (min[1]..=max[1]).flat_map(|y| (min[0]..=max[0]).map(move |x| IVec2::new(x, y)));
        all.filter(|&cell| self.is_free(cell)).collect()
    }

    /// All free cells.
    pub fn free_cells(&self) -> Vec<IVec2> {
        (0..self.free.len()).filter(|&at| self.free[at]).map(|at| self.cell(at)).collect()
    }

    /// Adds agents on cells drawn from some, which walk to the goal of a number at two to four cells a second.
    pub fn spawn(&mut self, mut cells: Vec<IVec2>, count: usize, goal: usize, random: &mut Rng) {
        random.shuffle(&mut cells);
        assert!(cells.len() >= count, "{}: {} cells for {count} agents", self.name, cells.len());
        for start in cells.into_iter().take(count) {
            self.agents.push(Walker { start, goal, speed: 2.0 + 2.0 * random.f64() });
        }
    }
}
