//! The graph that one edits, with its history.

use bevy::prelude::*;
use tilepath::{Graph, NodeId};

/// Half the width of the part of the plane that is always in sight; three quarters of it is half the height.
pub const HALF_WIDTH: f32 = 60.0;

/// A graph with a start and a goal. Edges cost as much as they are long.
#[derive(Clone, Debug)]
pub struct Scene {
    pub graph: Graph,
    pub start: Option<NodeId>,
    pub goal: Option<NodeId>,
}

/// The graph of the page, and what can be undone.
#[derive(Resource, Debug)]
pub struct GraphDocument {
    scene: Scene,
    undo: Vec<Scene>,
    redo: Vec<Scene>,
    /// Raised with each edit.
    revision: u64,
    seed: u64,
}

/// So many edits can be undone.
const MOST_EDITS: usize = 200;

impl Default for GraphDocument {
    fn default() -> Self {
        Self { scene: example(1), undo: Vec::new(), redo: Vec::new(), revision: 1, seed: 1 }
    }
}

impl GraphDocument {
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// A number that is raised with each edit.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    #[must_use]
    pub const fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Makes an edit that can be undone.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Scene)) {
        self.keep();
        edit(&mut self.scene);
        self.revision += 1;
    }

    /// Goes on with the edit before, as one drag: undone together with it.
    pub fn go_on(&mut self, edit: impl FnOnce(&mut Scene)) {
        edit(&mut self.scene);
        self.revision += 1;
    }

    fn keep(&mut self) {
        self.undo.push(self.scene.clone());
        self.redo.clear();
        if self.undo.len() > MOST_EDITS {
            self.undo.remove(0);
        }
    }

    pub fn undo(&mut self) {
        if let Some(before) = self.undo.pop() {
            self.redo.push(std::mem::replace(&mut self.scene, before));
            self.revision += 1;
        }
    }

    pub fn redo(&mut self) {
        if let Some(after) = self.redo.pop() {
            self.undo.push(std::mem::replace(&mut self.scene, after));
            self.revision += 1;
        }
    }

    /// Another example.
    pub fn next_example(&mut self) {
        self.seed += 1;
        let seed = self.seed;
        self.edit(|scene| *scene = example(seed));
    }
}

impl Scene {
    /// The node within a distance of a point, the nearest.
    #[must_use]
    pub fn node_at(&self, at: Vec2, within: f32) -> Option<NodeId> {
        let node = self.graph.nearest(at)?;
        let place = self.graph.position(node)?;
        (place.distance(at) <= within).then_some(node)
    }

    /// The edge that passes a point within a distance, the nearest.
    #[must_use]
    pub fn edge_at(&self, at: Vec2, within: f32) -> Option<(NodeId, NodeId)> {
        let distance = |&(from, to): &(NodeId, NodeId)| {
            let (from, to) = (self.graph.position(from)?, self.graph.position(to)?);
            let along = to - from;
            let share = ((at - from).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            Some((from + along * share).distance(at))
        };
        let near = self.edges().into_iter().filter_map(|edge| Some((distance(&edge)?, edge)));
        near.filter(|(away, _)| *away <= within).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, edge)| edge)
    }

    /// All edges, by their nodes.
    #[must_use]
    pub fn edges(&self) -> Vec<(NodeId, NodeId)> {
        let leading = |(node, _)| self.graph.edges(node).iter().map(move |&(to, _)| (node, to));
        self.graph.nodes().flat_map(leading).collect()
    }

    /// Adds a node and returns it. Points beyond the part in sight are brought into it.
    pub fn add(&mut self, at: Vec2) -> Option<NodeId> {
        self.graph.add_node(in_sight(at)?).ok()
    }

    /// Joins two nodes by an edge as costly as it is long.
    pub fn link(&mut self, from: NodeId, to: NodeId) {
        if from != to && self.graph.edge_cost(from, to).is_none() {
            // Nodes that are gone have no edges: nothing to do.
            let _ = self.graph.connect(from, to);
        }
    }

    /// Removes a node with its edges.
    pub fn remove(&mut self, node: NodeId) {
        if self.graph.remove_node(node).is_ok() {
            self.start = self.start.filter(|&start| start != node);
            self.goal = self.goal.filter(|&goal| goal != node);
        }
    }

    /// Moves a node. Its edges cost what they are long then.
    pub fn shift(&mut self, node: NodeId, to: Vec2) {
        let moved = in_sight(to).is_some_and(|to| self.graph.move_node(node, to).is_ok());
        if !moved {
            return;
        }
        for (from, to) in self.edges().into_iter().filter(|&(from, to)| from == node || to == node) {
            self.graph.disconnect(from, to);
            let _ = self.graph.connect(from, to);
        }
    }
}

/// The nearest point in sight; `None` if it is no point.
fn in_sight(at: Vec2) -> Option<Vec2> {
    let half = Vec2::new(HALF_WIDTH - 3.0, HALF_WIDTH * 0.75 - 3.0);
    at.is_finite().then(|| at.clamp(-half, half))
}

/// Towns on a bent grid, most of them joined both ways, some by a one-way road.
#[must_use]
pub fn example(seed: u64) -> Scene {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut scene = Scene { graph: Graph::new(), start: None, goal: None };
    const COLUMNS: usize = 8;
    const ROWS: usize = 6;
    let mut nodes = Vec::new();
    for index in 0..COLUMNS * ROWS {
        let place = Vec2::new((index % COLUMNS) as f32, (index / COLUMNS) as f32);
        let bent = Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 0.62;
        let spacing = Vec2::new(2.0 * HALF_WIDTH / COLUMNS as f32, 1.5 * HALF_WIDTH / ROWS as f32);
        let middle = Vec2::new(COLUMNS as f32 - 1.0, ROWS as f32 - 1.0) / 2.0;
        nodes.extend(scene.add((place + bent - middle) * spacing));
    }
    for index in 0..nodes.len() {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let beside = [(1, 0), (0, 1), (1, 1)].map(|(x, y)| (column + x, row + y));
        for (way, (x, y)) in beside.into_iter().enumerate() {
            let is_left_out = random.u8(0..100) < if way == 2 { 70 } else { 14 };
            if x >= COLUMNS || y >= ROWS || is_left_out {
                continue;
            }
            let other = nodes[y * COLUMNS + x];
            let one_way = random.u8(0..100);
            if one_way >= 12 {
                scene.link(nodes[index], other);
            }
            if !(12..24).contains(&one_way) {
                scene.link(other, nodes[index]);
            }
        }
    }
    scene.start = nodes.get(COLUMNS * 2 + 1).copied();
    scene.goal = nodes.get(COLUMNS * 3 + COLUMNS - 2).copied();
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_cost_what_they_are_long_also_after_a_move() {
        let mut scene = example(3);
        let node = scene.start.unwrap();
        scene.shift(node, Vec2::new(31.0, -17.0));
        assert!(!scene.graph.edges(node).is_empty());
        for (from, to) in scene.edges() {
            let length = scene.graph.position(from).unwrap().distance(scene.graph.position(to).unwrap());
            let cost = Graph::cost_of_distance(f64::from(length)).units();
            assert!(scene.graph.edge_cost(from, to).unwrap().units().abs_diff(cost) <= 2);
        }
    }

    #[test]
    fn a_removed_node_is_no_start_any_more_and_undo_brings_it_back() {
        let mut document = GraphDocument::default();
        let start = document.scene().start.unwrap();
        let edges = document.scene().edges();
        document.edit(|scene| scene.remove(start));
        assert_eq!(document.scene().start, None);
        assert!(document.scene().edges().iter().all(|&(from, to)| from != start && to != start));
        document.undo();
        assert_eq!((document.scene().start, document.scene().edges()), (Some(start), edges));
        document.redo();
        assert_eq!(document.scene().start, None);
    }

    #[test]
    fn points_far_off_and_no_points_do_no_harm() {
        let mut scene = example(1);
        let node = scene.add(Vec2::new(1e9, -1e9)).unwrap();
        assert!(scene.graph.position(node).unwrap().abs().max_element() <= HALF_WIDTH);
        assert_eq!(scene.add(Vec2::NAN), None);
        scene.shift(9999, Vec2::ZERO);
        scene.remove(9999);
        scene.link(9999, 0);
        scene.link(0, 0);
    }
}
