//! The connected parts of a cut.

use super::{cut::Cut, jam::Jam};

/// A connected part of a cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Component {
    /// The cells, in ascending order.
    pub(super) cells: Vec<u16>,
    /// The agents that start here.
    pub(super) agents: Vec<u8>,
    /// The part has no circle.
    pub(super) is_tree: bool,
}

/// All parts in which agents start.
pub(super) fn components(jam: &Jam) -> Vec<Component> {
    let mut components: Vec<Component> = Vec::new();
    for (agent, &start) in (0..).zip(jam.starts()) {
        if let Some(component) = components.iter_mut().find(|part| part.cells.binary_search(&start).is_ok()) {
            component.agents.push(agent);
        } else {
            components.push(Component::around(jam.cut(), start, agent));
        }
    }
    components
}

impl Component {
    fn around(cut: &Cut, start: u16, agent: u8) -> Self {
        let distances = cut.distances([start]);
        let cells: Vec<u16> =
            (0..cut.cells()).filter(|&cell| distances[usize::from(cell)] != u16::MAX).collect();
        let ends: usize = cells.iter().map(|&cell| cut.steps(cell).len()).sum();
        Self { is_tree: ends / 2 + 1 == cells.len(), cells, agents: vec![agent] }
    }
}
