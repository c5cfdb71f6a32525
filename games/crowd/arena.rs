//! A map with agents on it, before they set out.

use bevy::prelude::*;
use bevy_tilepath::tilepath::{CellRect, Grid};
use std::collections::HashSet;

/// A map, where its agents start, and where they want to go.
#[derive(Clone)]
pub struct Arena {
    /// Class 0 is a wall.
    pub grid: Grid,
    /// The goals: each is a set of cells, of which an agent takes the nearest.
    pub goals: Vec<Vec<IVec2>>,
    pub walkers: Vec<Walker>,
}

/// An agent before it sets out.
#[derive(Clone, Copy)]
pub struct Walker {
    pub start: IVec2,
    /// The number of its goal.
    pub goal: usize,
    /// In tiles per second.
    pub speed: f32,
}

/// The range of speeds in tiles per second.
const SPEED: core::ops::Range<f32> = 2.0..4.0;

impl Arena {
    /// A map of one class without agents: 0 for walls, 1 for open ground.
    pub fn new(width: i32, height: i32, class: u8) -> Self {
        let grid = Grid::new(UVec2::new(width as u32, height as u32), class).expect("the size is in range");
        Self { grid, goals: Vec::new(), walkers: Vec::new() }
    }

    pub fn is_free(&self, cell: IVec2) -> bool {
        self.grid.class(cell).is_some_and(|class| class != 0)
    }

    /// The whole map.
    pub fn all(&self) -> CellRect {
        CellRect { min: IVec2::ZERO, max: self.grid.size().as_ivec2() - 1 }
    }

    /// Gives the cells of a rectangle a class.
    pub fn fill(&mut self, cells: CellRect, class: u8) {
        for cell in cells.cells() {
            self.grid.set_class(cell, class).expect("the cell is on the map");
        }
    }

    /// The free cells of a rectangle.
    pub fn free(&self, cells: CellRect) -> Vec<IVec2> {
        cells.cells().filter(|&cell| self.is_free(cell)).collect()
    }

    /// Puts so many agents on some of these cells, no two on the same, all with one goal.
    pub fn send(&mut self, from: Vec<IVec2>, count: u32, goal: Vec<IVec2>, dice: &mut fastrand::Rng) {
        let number = self.goals.len();
        self.goals.push(goal);
        for start in self.draw(from, count, dice) {
            self.add(start, number, dice);
        }
    }

    /// Puts so many agents anywhere, each with a goal of its own, which may depend on where it starts and on its number.
    pub fn send_each(&mut self, count: u32, goal: impl Fn(IVec2, usize) -> IVec2, dice: &mut fastrand::Rng) {
        let from = self.free(self.all());
        for (number, start) in self.draw(from, count, dice).into_iter().enumerate() {
            self.goals.push(vec![goal(start, number)]);
            self.add(start, number, dice);
        }
    }

    /// Draws so many of these cells on which nobody starts yet.
    fn draw(&self, mut from: Vec<IVec2>, count: u32, dice: &mut fastrand::Rng) -> Vec<IVec2> {
        let taken: HashSet<IVec2> = self.walkers.iter().map(|walker| walker.start).collect();
        from.retain(|cell| !taken.contains(cell));
        dice.shuffle(&mut from);
        from.truncate(count as usize);
        from
    }

    fn add(&mut self, start: IVec2, goal: usize, dice: &mut fastrand::Rng) {
        let speed = SPEED.start + dice.f32() * (SPEED.end - SPEED.start);
        self.walkers.push(Walker { start, goal, speed });
    }
}
