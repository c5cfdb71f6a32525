//! A map as one agent sees it, in plain numbers, and the brute force on it. It uses no code of the crate but its types.

use crate::geometry::{centre, squared};
use core::cmp::Reverse;
use glam::IVec2;
use std::collections::BinaryHeap;
use tilepath::{DiagonalRule, HexLayout, Path, Shape};

/// The cells of a map as one agent prices them.
#[derive(Clone, PartialEq)]
pub struct Ground {
    /// The first cell.
    pub origin: IVec2,
    pub size: IVec2,
    pub shape: Shape,
    pub rule: DiagonalRule,
    pub straight: u64,
    pub diagonal: u64,
    /// Weight of each cell, 0 for walls.
    pub weights: Vec<u64>,
    /// Whether the agent may only pass through each cell. Empty if it may end in all of them.
    pub passed: Vec<bool>,
    /// The steps over links that the agent has a price for: from where to where, and what each costs besides the cell where it ends.
    pub links: Vec<(IVec2, IVec2, u64)>,
}

impl Ground {
    pub fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        let (width, origin) = (self.size.x, self.origin);
        (0..self.weights.len() as i32).map(move |index| origin + IVec2::new(index % width, index / width))
    }

    pub fn index(&self, cell: IVec2) -> Option<usize> {
        let cell = cell - self.origin;
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.x && cell.y < self.size.y;
        inside.then(|| (cell.y * self.size.x + cell.x) as usize)
    }

    pub fn weight(&self, cell: IVec2) -> u64 {
        self.index(cell).map_or(0, |index| self.weights[index])
    }

    /// Whether a path may end in a cell.
    pub fn lets_end(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.weights[index] > 0 && self.passed.get(index) != Some(&true))
    }

    /// The cost of the step from one cell to another, on foot or over a link.
    pub fn step(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let is_free = self.weight(from) > 0 && self.weight(to) > 0;
        let links = self.links.iter().filter(|&&(begin, end, _)| is_free && (begin, end) == (from, to));
        let over_links = links.map(|&(_, _, extra)| self.straight * self.weight(to) + extra);
        self.step_on_foot(from, to).into_iter().chain(over_links).min()
    }

    fn step_on_foot(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let apart = |a, b| squared(self.shape, a, b);
        if self.weight(from) == 0 || self.weight(to) == 0 {
            return None;
        }
        if apart(from, to) == 1 {
            return Some(self.straight * self.weight(to));
        }
        if apart(from, to) != 2 {
            return None;
        }
        let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| from + IVec2::new(dx, dy)));
        let beside = near.filter(|&side| apart(from, side) == 1 && apart(side, to) == 1);
        let walls = beside.filter(|&side| self.weight(side) == 0).count();
        let legal = match self.rule {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => true,
        };
        legal.then(|| self.diagonal * self.weight(to))
    }

    /// Dijkstra's algorithm from the textbook. Nothing is reached from a wall.
    pub fn brute_force(&self, start: IVec2) -> Vec<Option<u64>> {
        let mut settled = vec![None; self.weights.len()];
        let mut open = BinaryHeap::new();
        if let Some(start) = self.index(start).filter(|&start| self.weights[start] > 0) {
            open.push(Reverse((0, start)));
        }
        while let Some(Reverse((cost, best))) = open.pop() {
            if settled[best].is_some() {
                continue;
            }
            settled[best] = Some(cost);
            let from = self.origin + IVec2::new(best as i32 % self.size.x, best as i32 / self.size.x);
            let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| from + IVec2::new(dx, dy)));
            let linked = self.links.iter().filter(|(begin, ..)| *begin == from).map(|&(_, end, _)| end);
            for to in near.chain(linked) {
                if let Some((step, to)) = self.step(from, to).zip(self.index(to)) {
                    open.push(Reverse((cost + step, to)));
                }
            }
        }
        settled
    }

    /// The cheapest cost from one cell to the other.
    pub fn cost(&self, from: IVec2, to: IVec2) -> Option<u64> {
        self.index(to).and_then(|to| self.brute_force(from)[to])
    }

    /// Whether no wall but the goal's own cell touches the line between the centres of two cells; `from` is free.
    pub fn sees(&self, from: IVec2, goal: IVec2) -> bool {
        // Close to (0, 0), where `f64` is exact enough.
        let centre = |shape: Shape, cell: IVec2| centre(shape, cell - self.origin);
        let (start, end) = (centre(self.shape, from), centre(self.shape, goal));
        let is_between = |a: f64, b: f64, at: f64| a.min(b) - 1.0 < at && at < a.max(b) + 1.0;
        let touches = |cell: IVec2| {
            let (x, y) = centre(self.shape, cell);
            is_between(start.0, end.0, x)
                && is_between(start.1, end.1, y)
                && touches((start.0 - x, start.1 - y), (end.0 - x, end.1 - y), &corners(self.shape))
        };
        // All walls that can be between, and those outside the map.
        let (min, max) = (from.min(goal) - 2, from.max(goal) + 2);
        let cells = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| IVec2::new(x, y)));
        !cells.filter(|&cell| cell != goal && self.weight(cell) == 0).any(touches)
    }

    /// The path starts where it should, every step is legal, and the steps add up to its cost.
    pub fn check_path(&self, path: &Path, start: IVec2) {
        assert_eq!(path.cells()[0], start);
        let steps = path.cells().windows(2);
        let total: u64 = steps.map(|pair| self.step(pair[0], pair[1]).expect("an illegal step")).sum();
        assert_eq!(u64::from(path.cost().units()), total);
    }
}

/// The corners of a cell round its centre, anticlockwise.
fn corners(shape: Shape) -> Vec<(f64, f64)> {
    let (count, turn, radius) = match shape {
        Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns) => (6, 0.0, 1.0 / 3_f64.sqrt()),
        Shape::Hex(_) => (6, 0.5, 1.0 / 3_f64.sqrt()),
        _ => (4, 0.5, 0.5_f64.sqrt()),
    };
    let angle = |nth: i32| (f64::from(nth) + turn) * std::f64::consts::TAU / f64::from(count);
    (0..count).map(|nth| (radius * angle(nth).cos(), radius * angle(nth).sin())).collect()
}

/// Whether a closed polygon touches a segment: each edge cuts off what is outside of it.
fn touches(from: (f64, f64), to: (f64, f64), polygon: &[(f64, f64)]) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let left = |x: f64, y: f64| (b.0 - a.0) * y - (b.1 - a.1) * x;
        let (at, by) = (left(from.0 - a.0, from.1 - a.1) + 1e-9, left(to.0 - from.0, to.1 - from.1));
        if by.abs() > 1e-12 {
            let cut = -at / by;
            (first, last) = if by > 0.0 { (first.max(cut), last) } else { (first, last.min(cut)) };
        } else if at < 0.0 {
            return false;
        }
    }
    first <= last + 1e-9
}
