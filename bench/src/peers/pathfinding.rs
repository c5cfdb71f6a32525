//! The `pathfinding` crate: its `astar` on flat `u32` nodes with the same integer costs.

use crate::{
    entrant::{Entrant, Side, Solver},
    world::{Edit, World},
};
use glam::IVec2;
use tilepath::{DiagonalRule, StepLengths};

/// The reference.
pub const ENTRANT: Entrant = Entrant {
    name: "pathfinding",
    side: Side::Peer,
    takes: |_| true,
    enter: |world| Box::new(Flat::new(world)),
};

/// Weights in a frame of walls, so that no step needs a check of bounds.
struct Flat {
    world: World,
    weights: Vec<u32>,
    steps: Steps,
    cheapest: u32,
    last: Vec<u32>,
    cost: u32,
    expanded: u64,
}

/// How nodes are joined.
#[derive(Clone, Copy)]
struct Steps {
    width: u32,
    rule: DiagonalRule,
    lengths: StepLengths,
}

/// At most eight successors, without an allocation.
#[derive(Default)]
struct Successors {
    steps: [(u32, u32); 8],
    count: usize,
}

impl Successors {
    fn push(&mut self, node: u32, cost: u32) {
        self.steps[self.count] = (node, cost);
        self.count += 1;
    }
}

impl IntoIterator for Successors {
    type Item = (u32, u32);
    type IntoIter = std::iter::Take<std::array::IntoIter<(u32, u32), 8>>;

    fn into_iter(self) -> Self::IntoIter {
        self.steps.into_iter().take(self.count)
    }
}

impl Steps {
    fn successors(self, weights: &[u32], node: u32) -> Successors {
        let weight = |at: u32| weights[at as usize];
        let mut found = Successors::default();
        let straight = [node + 1, node + self.width, node - 1, node - self.width];
        let open = straight.map(|at| weight(at) > 0);
        for side in 0..4 {
            if open[side] {
                found.push(straight[side], self.lengths.straight() * weight(straight[side]));
            }
        }
        if self.rule == DiagonalRule::Never {
            return found;
        }
        for first in 0..4 {
            let second = (first + 1) % 4;
            let legal = match self.rule {
                DiagonalRule::Always => true,
                DiagonalRule::IfAtMostOneObstacle => open[first] || open[second],
                _ => open[first] && open[second],
            };
            let corner = straight[first] + straight[second] - node;
            if legal && weight(corner) > 0 {
                found.push(corner, self.lengths.diagonal() * weight(corner));
            }
        }
        found
    }

    /// Octile distance, Manhattan distance for four neighbours.
    fn estimate(self, node: u32, goal: u32) -> u32 {
        let x = (node % self.width).abs_diff(goal % self.width);
        let y = (node / self.width).abs_diff(goal / self.width);
        if self.rule == DiagonalRule::Never {
            return (x + y) * self.lengths.straight();
        }
        x.min(y) * self.lengths.diagonal() + x.abs_diff(y) * self.lengths.straight()
    }
}

impl Flat {
    fn new(world: &World) -> Self {
        let width = world.size.x as u32 + 2;
        let height = world.size.y as u32 + 2;
        let steps = Steps { width, rule: world.rule, lengths: world.lengths };
        let mut flat = Self {
            world: world.clone(),
            weights: vec![0; (width * height) as usize],
            steps,
            cheapest: world.cheapest(),
            last: Vec::new(),
            cost: 0,
            expanded: 0,
        };
        for index in 0..world.cell_count() {
            flat.show(index);
        }
        flat
    }

    fn node(&self, cell: IVec2) -> u32 {
        (cell.y as u32 + 1) * self.steps.width + cell.x as u32 + 1
    }

    fn show(&mut self, index: usize) {
        let node = self.node(self.world.cell(index));
        self.weights[node as usize] = self.world.weight(index);
    }
}

impl Solver for Flat {
    fn edit(&mut self, edits: &[Edit]) {
        for &edit in edits {
            self.world.apply(edit);
            for index in self.world.touched(edit) {
                self.show(index);
            }
        }
    }

    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
        let (start, goal) = (self.node(start), self.node(goal));
        let (steps, weights, cheapest) = (self.steps, &self.weights, self.cheapest);
        let mut expanded = 0;
        let found = pathfinding::prelude::astar(
            &start,
            |&node| {
                expanded += 1;
                steps.successors(weights, node)
            },
            |&node| steps.estimate(node, goal) * cheapest,
            |&node| node == goal,
        );
        self.expanded = expanded;
        match found {
            Some((nodes, cost)) => {
                (self.last, self.cost) = (nodes, cost);
                true
            }
            None => false,
        }
    }

    fn cells(&self) -> Vec<IVec2> {
        let width = self.steps.width;
        let cell = |&node: &u32| IVec2::new((node % width) as i32 - 1, (node / width) as i32 - 1);
        self.last.iter().map(cell).collect()
    }

    fn claimed_cost(&self) -> Option<u64> {
        Some(u64::from(self.cost))
    }

    fn expanded(&self) -> Option<u64> {
        Some(self.expanded)
    }

    fn forget(&mut self) {
        self.last = Vec::new();
    }
}
