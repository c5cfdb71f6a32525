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
    /// The steps between neighbours that walls on edges stop: what the agent pays to pass, if it can. There may be several for a step.
    pub bars: Vec<(IVec2, IVec2, Option<u64>)>,
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

    /// What the agent pays to pass each wall between two neighbours; `None` for a wall that it can't pass.
    fn tolls(&self, from: IVec2, to: IVec2) -> impl Iterator<Item = Option<u64>> {
        self.bars.iter().filter(move |&&(begin, end, _)| (begin, end) == (from, to)).map(|&(.., toll)| toll)
    }

    fn step_on_foot(&self, from: IVec2, to: IVec2) -> Option<u64> {
        let apart = |a, b| squared(self.shape, a, b);
        if self.weight(from) == 0 || self.weight(to) == 0 {
            return None;
        }
        if apart(from, to) == 1 {
            let tolls: Option<u64> = self.tolls(from, to).sum();
            return tolls.map(|toll| self.straight * self.weight(to) + toll);
        }
        if apart(from, to) != 2 {
            return None;
        }
        let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| from + IVec2::new(dx, dy)));
        let beside = near.filter(|&side| apart(from, side) == 1 && apart(side, to) == 1);
        let is_stopped = |from, to| self.tolls(from, to).any(|toll| toll != Some(0));
        let is_walled = |side: IVec2| is_stopped(from, side) || is_stopped(side, to);
        let sides: Vec<IVec2> = beside.collect();
        let walls = sides.iter().filter(|&&side| self.weight(side) == 0 || is_walled(side)).count();
        let legal = match self.rule {
            DiagonalRule::Never => false,
            DiagonalRule::OnlyWhenNoObstacles => walls == 0,
            DiagonalRule::IfAtMostOneObstacle => walls <= 1,
            DiagonalRule::Always => walls <= 1 || !sides.into_iter().any(is_walled),
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
        let is_hidden = cells.filter(|&cell| cell != goal && self.weight(cell) == 0).any(touches);
        let stops = |&&(from, to, toll): &&(IVec2, IVec2, Option<u64>)| {
            let (a, b) = (centre(self.shape, from), centre(self.shape, to));
            let along = (b.0 - a.0, b.1 - a.1);
            let half = if matches!(self.shape, Shape::Hex(_)) { 3_f64.sqrt() / 6.0 } else { 0.5 };
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let edge = [-half, half].map(|by| (middle.0 - by * along.1, middle.1 + by * along.0));
            let leads_there = (end.0 - start.0) * along.0 + (end.1 - start.1) * along.1 > -1e-9;
            toll.is_none() && leads_there && meet([start, end], edge)
        };
        !is_hidden && !self.bars.iter().any(|bar| stops(&bar))
    }

    /// The path starts where it should, every step is legal, and the steps add up to its cost.
    pub fn check_path(&self, path: &Path, start: IVec2) {
        assert_eq!(path.cells()[0], start);
        let steps = path.cells().windows(2);
        let total: u64 = steps.map(|pair| self.step(pair[0], pair[1]).expect("an illegal step")).sum();
        assert_eq!(u64::from(path.cost().units()), total);
    }
}

/// Whether two segments touch.
fn meet([a, b]: [(f64, f64); 2], [c, d]: [(f64, f64); 2]) -> bool {
    let side = |p: (f64, f64), q: (f64, f64), r: (f64, f64)| {
        let turn = (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
        if turn.abs() < 1e-9 { 0 } else { turn.signum() as i32 }
    };
    let (one, other) = ((side(a, b, c), side(a, b, d)), (side(c, d, a), side(c, d, b)));
    if one == (0, 0) {
        // On one line.
        let is_within = |p: (f64, f64)| {
            let along = |q: (f64, f64)| (b.0 - a.0) * q.0 + (b.1 - a.1) * q.1;
            (along(a) - 1e-9..=along(b) + 1e-9).contains(&along(p))
        };
        return a != b && (is_within(c) || is_within(d));
    }
    one.0 * one.1 <= 0 && other.0 * other.1 <= 0
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
