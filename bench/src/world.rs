//! The map that all entrants are given, with its own arithmetic: nothing here is asked of the crates that are measured.

use glam::IVec2;
use std::sync::Arc;
use tilepath::{DangerStamp, DiagonalRule, Shape, StepLengths};

/// Fixed-point units of a weight: terrain of cost 1 weighs this much.
pub const PLAIN_WEIGHT: u32 = 16;

/// A map as every entrant is given it.
#[derive(Clone, Debug)]
pub struct World {
    /// What the map is called.
    pub name: Arc<str>,
    /// Width and height in cells.
    pub size: IVec2,
    /// Terrain cost of each cell in row-major order, 0 for a wall.
    pub classes: Vec<u8>,
    /// Danger of each cell in sixteenths of a tile: the sum of all stamps.
    pub danger: Vec<u32>,
    /// The cells round which danger lies now.
    pub towers: Vec<IVec2>,
    /// The footprint of each stamp.
    pub stamp: Arc<DangerStamp>,
    /// When diagonal steps are legal.
    pub rule: DiagonalRule,
    /// How long steps are.
    pub lengths: StepLengths,
}

/// A change of the map between two queries.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Edit {
    /// Danger is added round a cell.
    AddDanger(IVec2),
    /// Danger that was added round a cell is removed.
    RemoveDanger(IVec2),
    /// A free cell becomes a wall.
    Block(IVec2),
    /// A cell that was blocked is free again, with its old terrain.
    Unblock(IVec2, u8),
}

impl Edit {
    /// The edit that takes this one back, on a map where it was made.
    pub fn inverse(self, world: &World) -> Self {
        match self {
            Self::AddDanger(cell) => Self::RemoveDanger(cell),
            Self::RemoveDanger(cell) => Self::AddDanger(cell),
            Self::Block(cell) => Self::Unblock(cell, world.classes[world.index(cell)]),
            Self::Unblock(cell, _) => Self::Block(cell),
        }
    }
}

impl World {
    /// The row-major index of a cell on the map.
    pub fn index(&self, cell: IVec2) -> usize {
        (cell.y * self.size.x + cell.x) as usize
    }

    /// The cell at a row-major index.
    pub fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.classes.len()
    }

    /// Returns whether the cell is on the map and no wall.
    pub fn is_free(&self, cell: IVec2) -> bool {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.x && cell.y < self.size.y;
        inside && self.classes[self.index(cell)] != 0
    }

    /// What entering the cell at an index weighs, in sixteenths of a tile; 0 for a wall.
    pub fn weight(&self, index: usize) -> u32 {
        match self.classes[index] {
            0 => 0,
            class => u32::from(class) * PLAIN_WEIGHT + self.danger[index],
        }
    }

    /// The least weight of a free cell without danger.
    pub fn cheapest(&self) -> u32 {
        let cheapest = self.classes.iter().filter(|&&class| class > 0).min();
        cheapest.map_or(PLAIN_WEIGHT, |&class| u32::from(class) * PLAIN_WEIGHT)
    }

    /// Length of the step between two cells, or `None` if it is illegal.
    pub fn step_length(&self, from: IVec2, to: IVec2) -> Option<u32> {
        let delta = to - from;
        if !self.is_free(from) || !self.is_free(to) {
            return None;
        }
        match delta.abs().to_array() {
            [1, 0] | [0, 1] => Some(self.lengths.straight()),
            [1, 1] => {
                let sides = [IVec2::new(to.x, from.y), IVec2::new(from.x, to.y)];
                let walls = sides.into_iter().filter(|&side| !self.is_free(side)).count();
                self.allows_diagonal(walls).then_some(self.lengths.diagonal())
            }
            _ => None,
        }
    }

    /// Returns whether a diagonal step is legal with this number of walls beside it.
    pub fn allows_diagonal(&self, walls: usize) -> bool {
        match self.rule {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => true,
        }
    }

    /// The cells that danger round a cell adds to, with what it adds.
    pub fn footprint(&self, at: IVec2) -> impl Iterator<Item = (usize, u32)> {
        self.stamp.cells(Shape::Square, at).filter_map(move |(cell, units)| {
            let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
            inside.then(|| (self.index(cell), units))
        })
    }

    /// The cells whose weight an edit changes.
    pub fn touched(&self, edit: Edit) -> Vec<usize> {
        match edit {
            Edit::AddDanger(cell) | Edit::RemoveDanger(cell) => {
                self.footprint(cell).map(|(index, _)| index).collect()
            }
            Edit::Block(cell) | Edit::Unblock(cell, _) => vec![self.index(cell)],
        }
    }

    /// Makes an edit.
    pub fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::AddDanger(cell) => {
                let cells: Vec<_> = self.footprint(cell).collect();
                cells.into_iter().for_each(|(index, units)| self.danger[index] += units);
                self.towers.push(cell);
            }
            Edit::RemoveDanger(cell) => {
                let cells: Vec<_> = self.footprint(cell).collect();
                cells.into_iter().for_each(|(index, units)| self.danger[index] -= units);
                let place = self.towers.iter().position(|&tower| tower == cell).expect("a tower to remove");
                self.towers.remove(place);
            }
            Edit::Block(cell) => self.set_class(cell, 0),
            Edit::Unblock(cell, class) => self.set_class(cell, class),
        }
    }

    fn set_class(&mut self, cell: IVec2, class: u8) {
        let index = self.index(cell);
        self.classes[index] = class;
    }
}
