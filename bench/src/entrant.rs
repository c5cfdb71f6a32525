//! What is measured: an engine that is given a [`World`] and asked for paths across it.

use crate::{
    scenario::Case,
    world::{Edit, World},
};
use glam::IVec2;

/// An engine in one of its modes, with the cases that it can take part in.
#[derive(Clone, Copy, Debug)]
pub struct Entrant {
    /// Its name in tables.
    pub name: &'static str,
    /// The crate that it belongs to.
    pub side: Side,
    /// Whether it can take part in the case.
    pub takes: fn(&Case) -> bool,
    /// Prepares it for a map.
    pub enter: fn(&World) -> Box<dyn Solver>,
}

/// The crate that an entrant belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// tilepath: a wrong cost ends the run.
    Ours,
    /// Another crate: the excess of its paths is reported.
    Peer,
}

impl Side {
    /// Returns whether this is tilepath.
    pub const fn is_ours(self) -> bool {
        matches!(self, Self::Ours)
    }
}

/// An entrant that was prepared for a map.
pub trait Solver {
    /// Follows edits of the map that happen at once, with all the upkeep that must be done before the next query.
    fn edit(&mut self, edits: &[Edit]);

    /// Finds a path, keeps it, and returns whether there is one. Only this is timed.
    fn solve(&mut self, start: IVec2, goal: IVec2) -> bool;

    /// The cells of the path found last. Not timed.
    fn cells(&self) -> Vec<IVec2>;

    /// The cost of the path found last in sixteenths of a tile times step length, if the entrant counts in these.
    fn claimed_cost(&self) -> Option<u64> {
        None
    }

    /// The number of nodes that the last search expanded, if the entrant counts them.
    fn expanded(&self) -> Option<u64> {
        None
    }

    /// Brings what it does in the background to an end, as in frames in which nothing happens.
    fn rest(&mut self) {}

    /// Frees the path found last, so that only scratch memory is left.
    fn forget(&mut self);
}
