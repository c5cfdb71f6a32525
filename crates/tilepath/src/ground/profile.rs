//! What terrain and danger cost one kind of agent.

use super::{
    aversion::{Aversion, InvalidAversion},
    body_size::{self, InvalidBodySize},
};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use smallvec::SmallVec;

/// What terrain and danger cost one kind of agent: the cost of each terrain class of the [`Grid`](crate::Grid), and the
/// [`Aversion`] to each danger layer.
///
/// In the default profile, class 0 is a wall and class n costs n tiles. The aversion to every danger layer is 1.
///
/// ```
/// use tilepath::CostProfile;
/// let boat = CostProfile::blocked().with_cost(7, 1); // class 7 is water
/// let wall_breaker = CostProfile::default().with_cost(0, 20); // chews through walls at a price
/// let berserker = CostProfile::default().with_aversion(0, 0.0)?; // fears nothing
/// # Ok::<(), tilepath::InvalidAversion>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(opaque, Clone, Debug, Default, PartialEq)
)]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
pub struct CostProfile {
    costs: Box<[u16; 256]>,
    aversions: SmallVec<[Aversion; 2]>,
    /// The aversion to all layers that are not in the list.
    other_aversion: Aversion,
    pass_through: ClassSet,
    size: u8,
}

impl CostProfile {
    /// A profile for which every class is a wall. Call [`CostProfile::with_cost`] for each class that agents can enter.
    #[must_use]
    pub fn blocked() -> Self {
        Self { costs: Box::new([0; 256]), ..Self::default() }
    }

    /// The same profile with another cost for one class, in tiles. A cost of 0 makes the class a wall.
    #[must_use]
    pub fn with_cost(mut self, class: u8, cost: u16) -> Self {
        self.set_cost(class, cost);
        self
    }

    /// Sets the cost of one class, in tiles. A cost of 0 makes the class a wall.
    pub fn set_cost(&mut self, class: u8, cost: u16) {
        self.costs[usize::from(class)] = cost;
    }

    /// The cost of a class, in tiles. 0 if the class is a wall.
    #[must_use]
    pub fn cost(&self, class: u8) -> u16 {
        self.costs[usize::from(class)]
    }

    /// The cost of every class, in tiles: entry `n` is the cost of class `n`, or 0 if the class is a wall.
    #[must_use]
    pub fn costs(&self) -> &[u16; 256] {
        &self.costs
    }

    /// The same profile, whose agents may pass through the cells of one class, but not end there: no path ends in such a cell, and
    /// [`NavMap::reachable`](crate::NavMap::reachable) does not list it. Use it for the units of one's own side in a tactics game, and for roads
    /// and doorways that must stay clear.
    ///
    /// Passing costs what the class [costs](CostProfile::cost). A path may begin in such a cell. Crowds do not read it: agents that wait, or that
    /// rest around a full goal, may do so anywhere.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathError, PathQuery, SearchScratch, Topology};
    /// const ALLY: u8 = 9;
    /// let mut map = NavMap::new(Grid::new([5, 1].into(), 1)?, Topology::default());
    /// map.block_as([2, 0].into(), ALLY)?;
    /// let knight = CostProfile::default().with_cost(ALLY, 1).with_pass_through(ALLY);
    /// let mut search = SearchScratch::new();
    /// let mut ask = |goal: [i32; 2]| {
    ///     map.find_path(&knight, PathQuery::new([0, 0].into(), goal.into()), &mut search, &mut ())
    /// };
    /// assert_eq!(ask([4, 0])?.cells().len(), 5);
    /// assert_eq!(ask([2, 0]).unwrap_err(), PathError::GoalBlocked([2, 0].into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_pass_through(mut self, class: u8) -> Self {
        self.set_pass_through(class, true);
        self
    }

    /// Sets whether agents may only [pass through](CostProfile::with_pass_through) the cells of one class.
    pub fn set_pass_through(&mut self, class: u8, is_pass_through: bool) {
        self.pass_through.set(class, is_pass_through);
    }

    /// The classes whose cells agents may only [pass through](CostProfile::with_pass_through). None by default.
    #[must_use]
    pub const fn pass_through(&self) -> ClassSet {
        self.pass_through
    }

    /// The greatest size of a body.
    pub const MAX_SIZE: u8 = body_size::MOST;

    /// The same profile for bodies that are wider than a cell: `size` × `size` cells on squares and diamonds, discs on hexagons.
    ///
    /// ```text
    ///  size 1    size 2     size 3       size 4
    ///                                   x x x x
    ///             x x       x x x       x x x x
    ///    o        o x       x o x       x o x x
    ///                       x x x       x x x x
    /// ```
    ///
    /// - The place of a body is the cell under its middle, `o`. Bodies of even size reach one cell farther to the upper right.
    /// - A place is free if all cells are on the map and free that the body covers there. It costs what the dearest of them costs. Danger is
    ///   counted in the place itself.
    /// - A [`NavMap`](crate::NavMap) knows sizes. A bare [`PricedGrid`](crate::PricedGrid) has no room for them: there, all agents are one cell wide.
    /// - If the classes of a map use all 256 numbers and none is a wall to the profile, class 255 counts as one, because something must stand for the
    ///   edge of the map.
    /// - Steps follow the diagonal rule of the map: a body cuts a corner only if the rule allows it for the places beside the step. So a large body
    ///   passes corners with a little more room than it needs.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, SearchScratch, Topology};
    /// // A gap of one cell, and one of two cells.
    /// let grid = Grid::from_rows([
    ///     [1, 1, 1, 1, 1, 1, 1],
    ///     [1, 1, 1, 1, 1, 1, 1],
    ///     [1, 1, 1, 0, 1, 1, 1],
    ///     [1, 1, 1, 1, 1, 1, 1],
    ///     [1, 1, 1, 0, 1, 1, 1],
    /// ])?;
    /// let (map, mut search) = (NavMap::new(grid, Topology::default()), SearchScratch::new());
    /// let mut cost = |profile: &CostProfile| {
    ///     let query = PathQuery::new([0, 1].into(), [5, 1].into());
    ///     map.find_path(profile, query, &mut search, &mut ()).map(|path| path.cost())
    /// };
    /// let giant = CostProfile::default().with_size(2)?;
    /// assert!(cost(&CostProfile::default())? < cost(&giant)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidBodySize`] if the size is 0 or above [`CostProfile::MAX_SIZE`].
    pub fn with_size(mut self, size: u8) -> Result<Self, InvalidBodySize> {
        self.set_size(size)?;
        Ok(self)
    }

    /// Sets how [wide](CostProfile::with_size) the bodies are, in cells.
    ///
    /// # Errors
    /// [`InvalidBodySize`] if the size is 0 or above [`CostProfile::MAX_SIZE`]. The profile is then unchanged.
    pub fn set_size(&mut self, size: u8) -> Result<(), InvalidBodySize> {
        if !(1..=Self::MAX_SIZE).contains(&size) {
            return Err(InvalidBodySize(size));
        }
        self.size = size;
        Ok(())
    }

    /// A profile of bodies of a size that pay the same for all these classes, and can't enter others.
    pub(crate) fn of_walls(passable: ClassSet, size: u8) -> Self {
        let mut profile = Self { size, ..Self::blocked() };
        passable.iter().for_each(|class| profile.set_cost(class, 1));
        profile
    }

    /// The number of cells by which an edited rectangle grows for these bodies: an edit concerns all places at which a body covers an edited cell.
    pub(crate) const fn reach(&self) -> i32 {
        self.size as i32 - 1
    }

    /// How [wide](CostProfile::with_size) the bodies are, in cells. 1 by default.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The same profile with another aversion to one danger layer. Nothing changes if `layer` is not below
    /// [`Aversion::MAX_LAYERS`].
    ///
    /// # Errors
    /// [`InvalidAversion`] if the aversion is negative, NaN or above [`Aversion::MAX`].
    pub fn with_aversion(mut self, layer: usize, aversion: f32) -> Result<Self, InvalidAversion> {
        self.set_aversion(layer, Aversion::new(aversion)?);
        Ok(self)
    }

    /// Sets the aversion to one danger layer. Nothing changes if `layer` is not below [`Aversion::MAX_LAYERS`].
    pub fn set_aversion(&mut self, layer: usize, aversion: Aversion) {
        if layer >= Aversion::MAX_LAYERS {
            return;
        }
        if self.aversions.len() <= layer {
            self.aversions.resize(layer + 1, self.other_aversion);
        }
        self.aversions[layer] = aversion;
    }

    /// Sets the same aversion to every danger layer.
    pub fn set_aversion_to_all(&mut self, aversion: Aversion) {
        self.aversions.clear();
        self.other_aversion = aversion;
    }

    /// The aversion to a danger layer. The default is 1.
    #[must_use]
    pub fn aversion(&self, layer: usize) -> Aversion {
        self.aversions.get(layer).copied().unwrap_or(self.other_aversion)
    }

    /// The aversions to the danger layers from 0 up to the highest layer that [`CostProfile::set_aversion`] has set. Use
    /// [`CostProfile::aversion`] for any layer.
    #[must_use]
    pub fn aversions(&self) -> &[Aversion] {
        &self.aversions
    }

    /// Returns whether this profile pays the same as the other for terrain, and no more for danger.
    pub(crate) fn costs_no_more_than(&self, other: &Self) -> bool {
        let layers = self.aversions.len().max(other.aversions.len());
        self.costs == other.costs
            && self.size == other.size
            && self.other_aversion <= other.other_aversion
            && (0..layers).all(|layer| self.aversion(layer) <= other.aversion(layer))
    }
}

impl Default for CostProfile {
    fn default() -> Self {
        Self {
            costs: Box::new(core::array::from_fn(|class| class as u16)),
            aversions: SmallVec::new(),
            other_aversion: Aversion::ONE,
            pass_through: ClassSet::default(),
            size: 1,
        }
    }
}

/// A set of terrain classes, for example the [classes that a profile can enter](CostProfile::passable).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ClassSet([u64; 4]);

impl ClassSet {
    /// The set of the classes for which a function returns `true`.
    pub(super) fn of(takes: impl Fn(u8) -> bool) -> Self {
        let mut set = [0; 4];
        for class in 0..256_usize {
            set[class / 64] |= u64::from(takes(class as u8)) << (class % 64);
        }
        Self(set)
    }

    /// Adds a class to the set, or removes it.
    pub(crate) const fn set(&mut self, class: u8, contains: bool) {
        let bit = 1 << (class % 64);
        let bits = &mut self.0[class as usize / 64];
        *bits = *bits & !bit | if contains { bit } else { 0 };
    }

    /// Returns whether no class is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [first, second, third, last] = self.0;
        first | second | third | last == 0
    }

    /// The classes of the set, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&class| self.contains(class))
    }

    /// Returns whether the class is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, class: u8) -> bool {
        self.0[class as usize / 64] >> (class % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_profile_is_the_identity() {
        let profile = CostProfile::default();
        assert!((0..=255).all(|class| profile.cost(class) == u16::from(class)));
        assert!(!profile.passable().contains(0));
        assert!((1..=255).all(|class| profile.passable().contains(class)));
        assert_eq!(profile.aversion(5), Aversion::ONE);
    }

    #[test]
    fn a_profile_costs_no_more_than_one_that_fears_as_much_on_the_same_ground() {
        let plain = CostProfile::default();
        let calm = CostProfile::default().with_aversion(3, 0.5).unwrap();
        assert!(plain.costs_no_more_than(&plain) && calm.costs_no_more_than(&plain));
        assert!(!plain.costs_no_more_than(&calm));
        let mut fearless = CostProfile::default();
        fearless.set_aversion_to_all(Aversion::new(0.0).unwrap());
        assert!(fearless.costs_no_more_than(&calm) && !calm.costs_no_more_than(&fearless));
        assert!(!fearless.with_cost(7, 6).costs_no_more_than(&plain));
    }

    #[test]
    fn aversions_are_kept_per_layer() {
        let profile = CostProfile::default().with_aversion(2, 0.0).unwrap();
        assert_eq!(profile.aversion(0), Aversion::ONE);
        assert_eq!(profile.aversion(2).weigh(100), 0);
        let ignored = CostProfile::default().with_aversion(usize::MAX, 0.0).unwrap();
        assert_eq!(ignored, CostProfile::default());
        let mut calm = profile;
        calm.set_aversion_to_all(Aversion::new(0.5).unwrap());
        calm.set_aversion(1, Aversion::ONE);
        assert_eq!([0, 1, 2, 9].map(|layer| calm.aversion(layer).weigh(100)), [50, 100, 50, 50]);
    }
}
