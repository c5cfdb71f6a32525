//! The numbers of an answer, as they are shown.

use super::settings::Settings;
use crate::board::Board;
use bevy::math::IVec2;
use tilepath::{Cost, Path, Topology};

/// The numbers of a path and of the search for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The exact cost.
    pub cost: Cost,
    /// The exact cost of the cheapest path.
    pub cheapest: Cost,
    /// The same in tiles of plain ground.
    pub cost_in_tiles: f64,
    /// The length in tiles, whatever the ground costs.
    pub length: f64,
    /// The number of steps.
    pub steps: usize,
    /// The danger of all cells entered, in tiles of detour.
    pub danger: f64,
    pub expanded: u32,
    pub generated: u32,
}

impl Figures {
    /// The numbers of a path that `tilepath` has found by these settings, which is the cheapest.
    #[must_use]
    pub fn of(path: &Path, settings: &Settings, board: &Board) -> Self {
        let topology = settings.topology(board.layout());
        Self {
            cost: path.cost(),
            cheapest: path.cost(),
            cost_in_tiles: topology.lengths().in_tiles(path.cost()),
            length: length_in_tiles(path.cells(), topology),
            steps: path.cells().len().saturating_sub(1),
            danger: path.danger(),
            expanded: path.nodes_expanded(),
            generated: path.nodes_generated(),
        }
    }
}

/// The length of a path in tiles. All its cells are free. A step over a link counts as a straight step, as in the cost.
fn length_in_tiles(cells: &[IVec2], topology: Topology) -> f64 {
    let straight = topology.lengths().straight();
    let step = |pair: &[IVec2]| topology.step_length(pair[0], pair[1], |_| true).unwrap_or(straight);
    let length: u64 = cells.windows(2).map(|pair| u64::from(step(pair))).sum();
    length as f64 / f64::from(straight)
}
