//! The `astar` of the `pathfinding` crate on flat `u32` nodes, hexagons in odd rows.

use super::board::Board;
use glam::IVec2;

/// Weights in a frame of walls, so that no step needs a check of bounds.
pub(super) struct Flat {
    weights: Vec<u32>,
    width: u32,
    length: u32,
    cheapest: u32,
}

impl Flat {
    pub(super) fn new(board: &Board) -> Self {
        let size = board.map.grid().size();
        let width = size.x + 2;
        let length = board.map.topology().lengths().straight();
        let mut flat =
            Self { weights: vec![0; (width * (size.y + 2)) as usize], width, length, cheapest: 16 };
        for (index, weight) in board.weights().into_iter().enumerate() {
            let node = flat.node(board.map.grid().cell(index));
            flat.weights[node as usize] = weight;
        }
        flat
    }

    fn node(&self, cell: IVec2) -> u32 {
        (cell.y as u32 + 1) * self.width + cell.x as u32 + 1
    }

    /// Adds danger to the cells of a footprint, or takes it off.
    pub(super) fn change(&mut self, board: &Board, tower: IVec2, added: bool) {
        for (index, units) in board.footprint(tower) {
            let node = self.node(board.map.grid().cell(index)) as usize;
            if self.weights[node] > 0 {
                let weight = self.weights[node];
                self.weights[node] = if added { weight + units } else { weight - units };
            }
        }
    }

    pub(super) fn ask(&self, start: IVec2, goal: IVec2) -> Option<u32> {
        let (start, goal) = (self.node(start), self.node(goal));
        let (width, weights, length) = (self.width, &self.weights, self.length);
        let step = self.length * self.cheapest;
        let axial = |node: u32| {
            // Rows of the map count from the margin, so that its odd ones are even here.
            let (x, y) = ((node % width) as i32, (node / width) as i32 - 1);
            (x - (y >> 1), y)
        };
        let (goal_q, goal_r) = axial(goal);
        let found = pathfinding::prelude::astar(
            &start,
            |&node| {
                let shifted = 1 - node / width % 2;
                let (below, above) = (node - width + shifted, node + width + shifted);
                let around = [node + 1, above, above - 1, node - 1, below - 1, below];
                around.into_iter().filter_map(|next| {
                    let weight = weights[next as usize];
                    (weight > 0).then(|| (next, weight * length))
                })
            },
            |&node| {
                let (q, r) = axial(node);
                let (dq, dr) = (q - goal_q, r - goal_r);
                dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs()) * step
            },
            |&node| node == goal,
        );
        found.map(|(_, cost)| cost)
    }
}
