//! Classes that stand for several classes at once.

use super::profile::{ClassSet, CostProfile};
use smallvec::SmallVec;

/// Class numbers that stand for several classes at once, because obstacles of several classes are on one cell. For each profile, the dearest
/// of the classes counts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mixes(Vec<Mix>);

/// A class number, and the classes for which it stands, in ascending order.
pub(crate) type Mix = (u8, MixedClasses);

/// Several classes, in ascending order.
pub(crate) type MixedClasses = SmallVec<[u8; 4]>;

impl Mixes {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mix> {
        self.0.iter()
    }

    /// The number that stands for these classes.
    pub(crate) fn number(&self, classes: &[u8]) -> Option<u8> {
        self.0.iter().find(|(_, known)| known[..] == *classes).map(|&(number, _)| number)
    }

    /// The classes for which a number stands. `None` for a number that stands for itself.
    pub(crate) fn classes(&self, number: u8) -> Option<&[u8]> {
        self.0.iter().find(|&&(known, _)| known == number).map(|(_, classes)| &classes[..])
    }

    /// The classes for which a number stands: itself, if it stands for no others.
    pub(crate) fn members(&self, number: u8) -> MixedClasses {
        self.classes(number).unwrap_or(&[number]).into()
    }

    /// Whether a number stands for class 0 and others.
    pub(crate) fn hides(&self, number: u8) -> bool {
        self.classes(number).is_some_and(|classes| classes.contains(&0))
    }

    /// Lets a number stand for these classes.
    pub(crate) fn add(&mut self, number: u8, classes: MixedClasses) {
        self.0.push((number, classes));
    }

    /// Whether edits can make these: each number stands for other classes, at least two, and none of them stands for others.
    #[cfg(feature = "serde")]
    pub(crate) fn are_sound(&self) -> bool {
        let is_sound = |(nth, (number, classes)): (usize, &Mix)| {
            let others = &self.0[..nth];
            classes.len() > 1
                && classes.is_sorted_by(|one, next| one < next)
                && classes.iter().all(|&class| self.classes(class).is_none())
                && others.iter().all(|(known, mixed)| known != number && mixed != classes)
        };
        self.0.iter().enumerate().all(is_sound)
    }

    /// Keeps only some mixes.
    pub(crate) fn retain(&mut self, keeps: impl FnMut(&Mix) -> bool) {
        self.0.retain(keeps);
    }

    /// The cost of a class, in tiles. 0 if the class, or one of the classes for which it stands, is a wall.
    #[inline]
    pub(crate) fn cost(&self, profile: &CostProfile, class: u8) -> u16 {
        if self.0.is_empty() {
            return profile.cost(class);
        }
        let Some(classes) = self.classes(class) else { return profile.cost(class) };
        let costs = || classes.iter().map(|&class| profile.cost(class));
        if costs().any(|cost| cost == 0) { 0 } else { costs().max().unwrap_or(0) }
    }

    /// Whether agents may enter cells of a class, and end there.
    pub(crate) fn lets_end(&self, profile: &CostProfile, class: u8) -> bool {
        self.cost(profile, class) > 0 && !self.meets(profile.pass_through(), class)
    }

    /// Whether a class, or one of the classes for which it stands, is in a set.
    pub(crate) fn meets(&self, set: ClassSet, class: u8) -> bool {
        let is_met = |mixed: &[u8]| mixed.iter().any(|&one| set.contains(one));
        self.classes(class).map_or_else(|| set.contains(class), is_met)
    }

    /// The cost of each class, in tiles.
    pub(crate) fn costs(&self, profile: &CostProfile) -> [u16; 256] {
        let mut costs = *profile.costs();
        for &(number, _) in &self.0 {
            costs[usize::from(number)] = self.cost(profile, number);
        }
        costs
    }

    /// These classes, and the numbers that stand for some of them only.
    pub(crate) fn join(&self, mut classes: ClassSet) -> ClassSet {
        for (number, mixed) in &self.0 {
            classes.set(*number, !mixed.is_empty() && mixed.iter().all(|&class| classes.contains(class)));
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_class_counts_and_a_wall_is_the_dearest() {
        let mut mixes = Mixes::default();
        mixes.add(255, [2, 9].into_iter().collect());
        mixes.add(254, [0, 9].into_iter().collect());
        let profile = CostProfile::default().with_cost(9, 4).with_cost(2, 7).with_cost(255, 1);
        assert_eq!([255, 254, 9, 2].map(|class| mixes.cost(&profile, class)), [7, 0, 4, 7]);
        let miner = profile.with_cost(0, 30).with_cost(2, 0);
        assert_eq!([255, 254].map(|class| mixes.cost(&miner, class)), [0, 30]);
        let free = mixes.join(miner.passable());
        assert_eq!([255, 254, 9, 2].map(|class| free.contains(class)), [false, true, true, false]);
        assert_eq!((mixes.number(&[0, 9]), mixes.number(&[0, 2])), (Some(254), None));
    }
}
