//! The walls on edges that stand between a start and its goals.

use super::{between::Barrier, opened::Opened};
use glam::IVec2;
use std::collections::VecDeque;

impl Barrier<'_> {
    /// The fewest edges whose [walls](crate::EdgeWall) must go, or be free to the agent, so that a path leads from the start to a goal without another
    /// free cell. Each edge is the two cells that have it in common, in the direction of this path; the edges are in the order of the path.
    ///
    /// Empty if a goal can be reached, and if walls on edges are not all that is in the way. Steps past the corner of two blocked cells, which only
    /// [`DiagonalRule::Always`](crate::DiagonalRule::Always) allows, are not tried.
    ///
    /// Takes O(cells of the map).
    ///
    /// *Source:* breadth-first search with two kinds of edges ("0-1 BFS", Dial 1969 with two buckets).
    #[must_use]
    pub fn thinnest_edges(&self) -> Vec<[IVec2; 2]> {
        let opened = Opened::by(self, self.own.iter().map(|&cell| (cell, 0)));
        if opened.connects(self) || !opened.is_free(self, self.start) {
            return Vec::new();
        }
        let grid = self.map.grid();
        let is_goal = |at: usize| self.goals.binary_search(&at).is_ok() && opened.is_goal(self, at);
        let mut came_from: Vec<Option<u32>> = vec![None; grid.len()];
        let mut is_settled = vec![false; grid.len()];
        let mut open = VecDeque::from([(self.start, self.start as u32)]);
        while let Some((at, from)) = open.pop_front() {
            if core::mem::replace(&mut is_settled[at], true) {
                continue;
            }
            came_from[at] = Some(from);
            if is_goal(at) {
                return self.walled_edges(&came_from, at);
            }
            for next in self.ahead(at).filter(|&next| opened.is_free(self, next)) {
                open.push_front((next, at as u32));
            }
            for next in self.beyond_walls(at).filter(|&next| opened.is_free(self, next)) {
                open.push_back((next, at as u32));
            }
        }
        Vec::new()
    }

    /// The edges with walls on the path that leads to a cell.
    fn walled_edges(&self, came_from: &[Option<u32>], end: usize) -> Vec<[IVec2; 2]> {
        let back = core::iter::successors(Some(end), |&at| {
            came_from[at].map(|from| from as usize).filter(|&from| from != at)
        });
        let back: Vec<usize> = back.collect();
        let steps = back.windows(2).rev().map(|pair| (pair[1], pair[0]));
        let walled = steps.filter(|&(from, to)| !self.ahead(from).any(|next| next == to));
        walled.map(|(from, to)| [from, to].map(|cell| self.map.grid().cell(cell))).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{CostProfile, EdgeWall, Grid, NavMap, PathQuery, SearchScratch, Topology};
    use glam::IVec2;

    #[test]
    fn without_the_walls_on_these_edges_and_only_then_there_is_a_path() {
        let mut random = fastrand::Rng::with_seed(3);
        let profile = CostProfile::default();
        let mut opened = [0; 4];
        for _ in 0..2400 {
            let side = random.i32(3..9);
            let grid = Grid::from_fn([side as u32; 2].into(), |_| u8::from(random.u8(0..9) > 0)).unwrap();
            let mut map = NavMap::new(grid, Topology::default());
            let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..side), random.i32(0..side));
            for _ in 0..side * side {
                let wall = cell(&mut random);
                let to = wall + [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y][random.usize(0..4)];
                let wall = EdgeWall::new(wall, to);
                map.build_edge_wall(if random.bool() { wall.one_way() } else { wall }).unwrap();
            }
            if random.bool() {
                map.prepare(&profile);
            }
            let query = PathQuery::new(cell(&mut random), cell(&mut random));
            if !map.is_free(&profile, query.start) {
                continue;
            }
            let edges = map.barrier(&profile, &query).unwrap().thinnest_edges();
            let has_path = |map: &NavMap| {
                map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut ()).is_ok()
            };
            // With these edges open, but not with all of them but one.
            let without = |edges: &[[IVec2; 2]]| {
                let mut map = map.clone();
                let stands = |wall: &EdgeWall| {
                    edges.iter().any(|edge| edge.contains(&wall.from()) && edge.contains(&wall.to()))
                };
                let walls: Vec<EdgeWall> =
                    map.edge_walls().flat_map(|(wall, count)| vec![wall; count as usize]).collect();
                for wall in walls.into_iter().filter(stands) {
                    assert!(map.remove_edge_wall(wall));
                }
                map
            };
            if has_path(&map) {
                assert_eq!(edges, [[IVec2::ZERO; 2]; 0]);
                continue;
            }
            let all: Vec<[IVec2; 2]> = map.edge_walls().map(|(wall, _)| wall.ends()).collect();
            assert_eq!(edges.is_empty(), !has_path(&without(&all)));
            if !edges.is_empty() {
                assert!(has_path(&without(&edges)));
                assert!(
                    (0..edges.len())
                        .all(|left| !has_path(&without(&[&edges[..left], &edges[left + 1..]].concat())))
                );
            }
            opened[edges.len().min(3)] += 1;
        }
        assert!(opened.iter().all(|&count| count > 8), "{opened:?}");
    }
}
