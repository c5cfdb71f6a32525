//! Sets of terrain classes.

/// A set of terrain classes, for example the [classes that a profile can enter](crate::CostProfile::passable).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClassSet([u64; 4]);

impl ClassSet {
    /// The classes that a function takes.
    pub(super) fn of(takes: impl Fn(u8) -> bool) -> Self {
        let mut set = [0; 4];
        for class in 0..256_usize {
            set[class / 64] |= u64::from(takes(class as u8)) << (class % 64);
        }
        Self(set)
    }

    /// Returns whether the class is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, class: u8) -> bool {
        self.0[class as usize / 64] >> (class % 64) & 1 == 1
    }
}
