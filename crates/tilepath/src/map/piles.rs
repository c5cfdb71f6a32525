//! The obstacles on the cells of a map.

use crate::ground::{MixedClasses, Mixes};
use smallvec::SmallVec;
use std::{collections::BTreeMap, sync::Arc};

/// How many obstacles of each class are on a cell: classes in ascending order, none of them 0 times.
pub(super) type Counts = SmallVec<[(u8, u32); 3]>;

/// The obstacles on cells outside the map. They count as soon as the map has the cell.
pub(super) type Outside = Arc<BTreeMap<[i32; 2], Counts>>;

/// Piles of obstacles. On most cells the obstacles are all of class 0: such a pile is written as their number. Any other pile is in this list.
#[derive(Clone, Default, Debug)]
pub(super) struct Piles(Arc<KnownPiles>);

#[derive(Clone, Default, Debug)]
struct KnownPiles {
    piles: Vec<Counts>,
    numbers: BTreeMap<Counts, u32>,
}

/// The class of an obstacle that is a wall for agents of the default profile.
const WALL: u8 = 0;

/// From this number on, a number names a pile of the list.
const FIRST: u32 = 1 << 31;

impl Piles {
    /// The obstacles of a pile.
    pub(super) fn counts(&self, pile: u32) -> Counts {
        match pile.checked_sub(FIRST) {
            Some(number) => self.0.piles.get(number as usize).cloned().unwrap_or_default(),
            None if pile == 0 => Counts::new(),
            None => Counts::from_slice(&[(0, pile)]),
        }
    }

    /// The pile of these obstacles.
    pub(super) fn pile_of(&mut self, counts: Counts) -> u32 {
        match counts[..] {
            [] => return 0,
            [(0, count)] => return count.min(FIRST - 1),
            _ => {}
        }
        if let Some(&known) = self.0.numbers.get(&counts) {
            return known;
        }
        let KnownPiles { piles, numbers } = Arc::make_mut(&mut self.0);
        let pile = FIRST + piles.len() as u32;
        piles.push(counts.clone());
        numbers.insert(counts, pile);
        pile
    }

    /// The number of obstacles in a pile.
    pub(super) fn total(&self, pile: u32) -> u32 {
        if pile < FIRST {
            return pile;
        }
        self.counts(pile).iter().fold(0, |sum, &(_, count)| sum.saturating_add(count))
    }

    /// The classes in a pile that is in the list. Empty for any other pile.
    pub(super) fn classes(&self, pile: u32) -> MixedClasses {
        if pile < FIRST { MixedClasses::new() } else { classes_of(&self.counts(pile)) }
    }

    /// Whether a pile has obstacles of just these classes, which are several.
    pub(super) fn is_of(&self, pile: u32, classes: &[u8]) -> bool {
        let counts = pile.checked_sub(FIRST).and_then(|number| self.0.piles.get(number as usize));
        counts.is_some_and(|counts| counts.iter().map(|(class, _)| class).eq(classes))
    }

    /// A number for a pile that does not depend on the list.
    pub(super) fn fingerprint(&self, pile: u32) -> u64 {
        if pile < FIRST {
            return pile.into();
        }
        let digits = |&(class, count): &(u8, u32)| u64::from(class) << 32 | u64::from(count);
        self.counts(pile)
            .iter()
            .map(digits)
            .fold(u64::MAX, |sum, digit| (sum ^ digit).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// The class that searches see in a cell: that of its terrain, or that of its obstacles.
pub(super) fn shown_class(piles: &Piles, mixes: &Mixes, pile: u32, terrain: u8) -> u8 {
    match pile {
        0 => terrain,
        1..FIRST => WALL,
        _ => class_of(&piles.classes(pile), mixes),
    }
}

/// The class of obstacles of these classes. If no number is left for them, a wall counts as the dearest, and then the greatest class.
pub(super) fn class_of(classes: &[u8], mixes: &Mixes) -> u8 {
    match *classes {
        [] | [WALL] => WALL,
        [class] => class,
        [first, .., last] => mixes.number(classes).unwrap_or(if first == WALL { WALL } else { last }),
    }
}

/// The classes of some obstacles.
pub(super) fn classes_of(counts: &[(u8, u32)]) -> MixedClasses {
    counts.iter().map(|&(class, _)| class).collect()
}

/// Adds one obstacle of a class.
pub(super) fn add(counts: &mut Counts, class: u8) {
    match counts.binary_search_by_key(&class, |&(class, _)| class) {
        Ok(known) => counts[known].1 = counts[known].1.saturating_add(1),
        Err(at) => counts.insert(at, (class, 1)),
    }
}

/// Removes up to `count` obstacles of a class.
pub(super) fn remove(counts: &mut Counts, class: u8, count: u32) {
    if let Ok(known) = counts.binary_search_by_key(&class, |&(class, _)| class) {
        counts[known].1 = counts[known].1.saturating_sub(count);
        if counts[known].1 == 0 {
            counts.remove(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_is_known_by_its_obstacles_in_whatever_order_they_came() {
        let mut piles = Piles::default();
        let mut pile_of = |classes: &[u8]| {
            let mut counts = Counts::new();
            classes.iter().for_each(|&class| add(&mut counts, class));
            piles.pile_of(counts)
        };
        let (doors, same) = (pile_of(&[7, 0, 7, 3]), pile_of(&[3, 7, 7, 0]));
        let (walls, one) = (pile_of(&[0, 0, 0]), pile_of(&[7]));
        assert_eq!((doors, walls, pile_of(&[])), (same, 3, 0));
        assert_eq!(piles.counts(doors)[..], [(0, 1), (3, 1), (7, 2)]);
        assert_eq!((piles.total(doors), piles.total(walls), piles.total(one)), (4, 3, 1));
        assert_eq!(piles.classes(doors)[..], [0, 3, 7]);
        let mut left = piles.counts(doors);
        remove(&mut left, 7, 1);
        remove(&mut left, 0, 5);
        remove(&mut left, 9, 1);
        assert_eq!(left[..], [(3, 1), (7, 1)]);
        assert_ne!(piles.fingerprint(doors), piles.fingerprint(one));
    }
}
