//! Which neighbours are not connected, because a wall stands on an edge.

use super::{
    edges::{Edges, corners_beside},
    profile::ClassSet,
    shape::Shape,
};
use glam::IVec2;

/// Pairs of neighbours between which agents of a profile can't step both ways, or can't be sure to: a wall stands on the edge between them, or at
/// the corner in which they meet.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Cuts {
    /// Each pair in both orders, sorted.
    pairs: Vec<[[i32; 2]; 2]>,
}

impl Cuts {
    /// The cuts for agents that have a price for these classes.
    pub(crate) fn of(edges: &Edges, shape: Shape, passable: ClassSet) -> Self {
        let mut pairs = Vec::new();
        let mut cut = |one: IVec2, other: IVec2| {
            pairs.extend([[one.to_array(), other.to_array()], [other.to_array(), one.to_array()]]);
        };
        for bar in edges.bars() {
            let (from, to) = (bar.from(), bar.to());
            if edges.are_free(from, to, passable) || !shape.have_edge(from, to) {
                continue;
            }
            if !passable.contains(bar.class) {
                cut(from, to);
            }
            for [beside_from, beside_to] in corners_beside(shape, from, to) {
                cut(from, beside_to);
                cut(beside_from, to);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs }
    }

    /// The pairs of which both cells are of a kind.
    pub(crate) fn between(mut self, are_both: impl Fn(IVec2) -> bool) -> Self {
        self.pairs.retain(|pair| pair.iter().all(|&cell| are_both(cell.into())));
        self
    }

    /// The cells that are in a pair, as often as they are.
    pub(crate) fn cells(&self) -> impl Iterator<Item = IVec2> {
        self.pairs.iter().map(|&[cell, _]| cell.into())
    }

    /// The cells of the pairs that only one of both has, as often as they are in one.
    pub(crate) fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = IVec2> + 'a {
        let lacks = |cuts: &Self, pair: &[[i32; 2]; 2]| cuts.pairs.binary_search(pair).is_err();
        let gone = self.pairs.iter().filter(move |pair| lacks(other, pair));
        let come = other.pairs.iter().filter(move |pair| lacks(self, pair));
        gone.chain(come).map(|&[cell, _]| cell.into())
    }

    /// Whether two neighbours are cut from each other.
    #[inline]
    pub(crate) fn contain(&self, one: IVec2, other: IVec2) -> bool {
        !self.pairs.is_empty() && self.pairs.binary_search(&[one.to_array(), other.to_array()]).is_ok()
    }
}
