//! What the class of a single cell means. Other layers ask here, and don't read classes.

use super::{
    grid::Grid,
    mixes::MixedClasses,
    profile::{ClassSet, CostProfile},
};
use glam::IVec2;

impl Grid {
    /// The classes that the cell at a row-major index has: several where obstacles of several classes overlap.
    pub(crate) fn classes_at(&self, index: usize) -> MixedClasses {
        self.mixes().members(self.classes()[index])
    }

    /// Whether the cell at a row-major index has one of some classes.
    pub(crate) fn has_any_at(&self, index: usize, classes: ClassSet) -> bool {
        self.mixes().meets(classes, self.classes()[index])
    }

    /// Whether agents of a profile may enter the cell at a row-major index.
    #[inline]
    pub(crate) fn lets_enter_at(&self, profile: &CostProfile, index: usize) -> bool {
        self.lets_enter(profile, self.classes()[index])
    }

    /// Whether a cell is on the map and agents of a profile may enter it.
    pub(crate) fn lets_enter_cell(&self, profile: &CostProfile, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.lets_enter_at(profile, index))
    }

    /// Whether a cell is on the map and has not class 0, the usual wall.
    pub(crate) fn is_open(&self, cell: IVec2) -> bool {
        self.class(cell).is_some_and(|class| class != 0 && !self.mixes().hides(class))
    }
}
