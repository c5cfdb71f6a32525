//! What an entrant of the movement benchmark does.

use glam::DVec2;

/// A way to move the agents of an arena.
pub trait Mover {
    /// Moves all agents by one frame.
    fn step(&mut self, frame: u64);

    /// Where the agents are, in cells; the centre of the cell (0, 0) is at (0, 0).
    fn positions(&self) -> &[DVec2];

    /// Whether each agent has arrived.
    fn arrived(&self) -> &[bool];

    /// Whether each agent wants to go on and stands still.
    fn is_blocked(&self, agent: usize) -> bool;

    /// How many agents were reported stuck and have not arrived.
    fn stuck(&self) -> Option<usize> {
        None
    }
}
