//! The forms of agents wider than a cell.

use super::ground::CrowdGround;
use crate::ground::{Body, Shape};
use smallvec::SmallVec;

/// The cells that an agent covers.
pub(super) type Cover = SmallVec<[u32; 64]>;

/// The forms of bodies, by size. Empty as long as no agent is wider than a cell.
#[derive(Clone, Default, Debug)]
pub(super) struct Bodies(Vec<Body>);

impl Bodies {
    /// The forms of bodies up to a size.
    pub(super) fn up_to(shape: Shape, size: u8) -> Self {
        let known = if size > 1 { size } else { 0 };
        Self((1..=known).map(|size| Body::new(shape, size)).collect())
    }

    /// Whether these are the forms of bodies up to a size.
    pub(super) fn reach(&self, size: u8) -> bool {
        size <= 1 || usize::from(size) <= self.0.len()
    }

    pub(super) const fn are_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The form of bodies of a size. `None` if they are no wider than a cell.
    fn of(&self, size: u8) -> Option<&Body> {
        self.0.get(usize::from(size).checked_sub(1)?).filter(|_| size > 1)
    }

    /// The cells of the map that a body covers whose middle is in a cell.
    pub(super) fn cells(&self, ground: &CrowdGround, size: u8, at: u32) -> impl Iterator<Item = u32> {
        let body = self.of(size);
        let own = body.is_none().then_some(at);
        let cells = body.into_iter().flat_map(move |body| body.cells(ground.cell(at)));
        own.into_iter().chain(cells.filter_map(|cell| ground.index(cell)))
    }

    /// Whether all cells that a body would cover are free cells of the map.
    pub(super) fn fit(&self, ground: &CrowdGround, size: u8, at: u32) -> bool {
        let body = self.of(size);
        let is_free = |cell| ground.index(cell).is_some_and(|cell| ground.is_free(cell));
        body.map_or_else(|| ground.is_free(at), |body| body.cells(ground.cell(at)).all(is_free))
    }
}
