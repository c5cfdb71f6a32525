//! What goal fields and cells in reach are compared with: a plain breadth-first fill, and `dijkstra_all` and `dijkstra_reach` of the
//! `pathfinding` crate.

use crate::world::World;
use glam::IVec2;
use std::collections::HashMap;
use tilepath::{DiagonalRule, StepLengths};

/// Weights in a frame of walls, so that no step needs a check of bounds.
#[derive(Debug)]
pub struct Flat {
    weights: Vec<u32>,
    free: Vec<bool>,
    width: usize,
    rule: DiagonalRule,
    lengths: StepLengths,
    queue: Vec<u32>,
}

impl Flat {
    /// Brings a map in.
    pub fn new(world: &World) -> Self {
        let width = world.size.x as usize + 2;
        let mut weights = vec![0; width * (world.size.y as usize + 2)];
        for index in 0..world.cell_count() {
            let cell = world.cell(index);
            weights[(cell.y as usize + 1) * width + cell.x as usize + 1] = world.weight(index);
        }
        let free = weights.iter().map(|&weight| weight > 0).collect();
        Self { weights, free, width, rule: world.rule, lengths: world.lengths, queue: Vec::new() }
    }

    /// The index of a cell in the frame.
    pub fn node(&self, cell: IVec2) -> u32 {
        ((cell.y as usize + 1) * self.width + cell.x as usize + 1) as u32
    }

    /// How many steps each cell is away from the goal, `u32::MAX` if there is no path; without corner cutting.
    ///
    /// # Panics
    /// If the map has another rule.
    pub fn breadth_first(&mut self, goal: IVec2) -> Vec<u32> {
        assert_eq!(self.rule, DiagonalRule::OnlyWhenNoObstacles);
        let (width, goal) = (self.width, self.node(goal));
        let free = self.free.as_slice();
        let mut steps = vec![u32::MAX; free.len()];
        let queue = &mut self.queue;
        queue.clear();
        queue.push(goal);
        steps[goal as usize] = 0;
        let mut first = 0;
        while let Some(&node) = queue.get(first) {
            first += 1;
            let at = node as usize;
            let next = steps[at] + 1;
            let mut reach = |to: usize| {
                if steps[to] == u32::MAX {
                    steps[to] = next;
                    queue.push(to as u32);
                }
            };
            let (east, north, west, south) = (free[at + 1], free[at + width], free[at - 1], free[at - width]);
            if east {
                reach(at + 1);
            }
            if north {
                reach(at + width);
            }
            if west {
                reach(at - 1);
            }
            if south {
                reach(at - width);
            }
            if east && north && free[at + width + 1] {
                reach(at + width + 1);
            }
            if west && north && free[at + width - 1] {
                reach(at + width - 1);
            }
            if west && south && free[at - width - 1] {
                reach(at - width - 1);
            }
            if east && south && free[at - width + 1] {
                reach(at - width + 1);
            }
        }
        steps
    }

    /// The cost from each cell that can reach the goal, by the cells' indices in the frame, with the next cell.
    pub fn dijkstra_all(&self, goal: IVec2) -> HashMap<u32, (u32, u32)> {
        pathfinding::prelude::dijkstra_all(&self.node(goal), |&node| self.steps_back(node))
    }

    /// The cells within a cost of a start, by their indices in the frame, with their costs.
    pub fn dijkstra_reach(&self, start: IVec2, budget: u32) -> impl Iterator<Item = (u32, u32)> {
        let steps = |&node: &u32| {
            self.neighbours(node).map(|(next, length)| (next, length * self.weights[next as usize]))
        };
        let reached = pathfinding::prelude::dijkstra_reach(&self.node(start), steps);
        reached.map(|item| (item.node, item.total_cost)).take_while(move |&(_, cost)| cost <= budget)
    }

    /// The cells from which a step leads to this one, with its cost.
    fn steps_back(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        let weight = self.weights[node as usize];
        self.neighbours(node).map(move |(next, length)| (next, length * weight))
    }

    /// The cells beside this one with a legal step there and back, with its length.
    fn neighbours(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        let (at, width) = (node as usize, self.width);
        let straight = [at + 1, at + width, at - 1, at - width];
        let (along, across) = (self.lengths.straight(), self.lengths.diagonal());
        let sides =
            straight.into_iter().filter(|&next| self.free[next]).map(move |next| (next as u32, along));
        let corners = (0..4).filter_map(move |first| {
            let (one, other) = (straight[first], straight[(first + 1) % 4]);
            let corner = one + other - at;
            let legal = match self.rule {
                DiagonalRule::Never => false,
                DiagonalRule::OnlyWhenNoObstacles => self.free[one] && self.free[other],
                DiagonalRule::IfAtMostOneObstacle => self.free[one] || self.free[other],
                DiagonalRule::Always => true,
            };
            (legal && self.free[corner]).then_some((corner as u32, across))
        });
        sides.chain(corners)
    }
}
