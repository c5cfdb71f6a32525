//! A map with agents on it, before they set out.

use fastrand::Rng;
use glam::IVec2;

/// A map, where its agents start, and where they want to go.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Width and height in cells.
    pub size: IVec2,
    /// Whether each cell is free, in row-major order.
    pub free: Vec<bool>,
    /// The goals: each is a set of cells, of which an agent takes the nearest.
    pub goals: Vec<Vec<IVec2>>,
    /// The agents.
    pub agents: Vec<Walker>,
    /// The numbers of the goals that each agent walks to after its first one. Empty if nobody has any.
    pub then: Vec<Vec<usize>>,
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

/// The first and the last cell of a rectangle.
pub type Corners = [[i32; 2]; 2];

impl Arena {
    /// A map of walls without agents.
    #[must_use]
    pub fn walls(width: i32, height: i32) -> Self {
        let free = vec![false; (width * height) as usize];
        let size = IVec2::new(width, height);
        Self { size, free, goals: Vec::new(), agents: Vec::new(), then: Vec::new() }
    }

    /// A free square without agents.
    #[must_use]
    pub fn open(side: i32) -> Self {
        Self { free: vec![true; (side * side) as usize], ..Self::walls(side, side) }
    }

    /// The cell of an index.
    #[must_use]
    pub fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// The index of a cell on the map.
    #[must_use]
    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    /// Returns whether a cell is on the map and free.
    #[must_use]
    pub fn is_free(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.free[index])
    }

    /// All cells of the map, in row-major order.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> {
        (0..self.free.len()).map(|index| self.cell(index))
    }

    /// All free cells, in row-major order.
    #[must_use]
    pub fn free_cells(&self) -> Vec<IVec2> {
        self.cells().filter(|&cell| self.is_free(cell)).collect()
    }

    /// The free cells of a rectangle, in row-major order.
    #[must_use]
    pub fn free_in(&self, corners: Corners) -> Vec<IVec2> {
        cells_of(corners).filter(|&cell| self.is_free(cell)).collect()
    }

    /// Makes the cells of a rectangle free, or walls.
    ///
    /// # Panics
    /// If the rectangle reaches over the border of the map.
    pub fn set(&mut self, corners: Corners, free: bool) {
        for cell in cells_of(corners) {
            let index = self.index(cell).expect("the rectangle is on the map");
            self.free[index] = free;
        }
    }

    /// Puts agents on some of these cells, no two on the same, all with one goal, at two to four cells a second.
    ///
    /// # Panics
    /// If the cells are too few.
    pub fn send(&mut self, mut from: Vec<IVec2>, count: usize, goal: Vec<IVec2>, random: &mut Rng) {
        let mut taken = vec![false; self.free.len()];
        for agent in &self.agents {
            taken[self.index(agent.start).expect("agents start on the map")] = true;
        }
        from.retain(|&cell| self.index(cell).is_some_and(|index| !taken[index]));
        random.shuffle(&mut from);
        assert!(from.len() >= count, "{} cells for {count} agents", from.len());
        let number = self.goals.len();
        self.goals.push(goal);
        for start in from.into_iter().take(count) {
            self.agents.push(Walker { start, goal: number, speed: 2.0 + 2.0 * random.f64() });
        }
    }

    /// Puts agents anywhere, each with a goal of its own, which may depend on where the agent starts and on its number.
    ///
    /// # Panics
    /// If the free cells are too few.
    pub fn send_each(&mut self, count: usize, goal: impl Fn(IVec2, usize) -> IVec2, random: &mut Rng) {
        self.send(self.free_cells(), count, Vec::new(), random);
        self.goals.clear();
        for (number, agent) in self.agents.iter_mut().enumerate() {
            agent.goal = number;
            self.goals.push(vec![goal(agent.start, number)]);
        }
    }
}

/// The cells of a rectangle, in row-major order.
fn cells_of([min, max]: Corners) -> impl Iterator<Item = IVec2> {
    (min[1]..=max[1]).flat_map(move |y| (min[0]..=max[0]).map(move |x| IVec2::new(x, y)))
}
