//! A set of small numbers.

/// A set of small numbers, as bits.
#[derive(Clone, Default, Debug)]
pub(in crate::fleet) struct IndexSet {
    words: Vec<u64>,
}

impl IndexSet {
    pub(in crate::fleet) fn insert(&mut self, index: usize) {
        let word = index / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (index % 64);
    }

    pub(in crate::fleet) fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    /// The set, unless it is empty.
    pub(in crate::fleet) fn any(&self) -> Option<&Self> {
        self.next(0).map(|_| self)
    }

    pub(in crate::fleet) fn contains(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// The smallest number of the set that is at least `from`.
    pub(in crate::fleet) fn next(&self, from: usize) -> Option<usize> {
        let first = from / 64;
        let words = self.words.iter().enumerate().skip(first);
        let mut rest = words
            .map(|(nth, &word)| (nth, if nth == first { word >> (from % 64) << (from % 64) } else { word }));
        rest.find(|&(_, word)| word != 0).map(|(nth, word)| nth * 64 + word.trailing_zeros() as usize)
    }

    /// The numbers in ascending order.
    pub(in crate::fleet) fn iter(&self) -> impl Iterator<Item = usize> {
        numbers(self.words.iter().copied())
    }

    /// The numbers that are not in the other set, in ascending order.
    pub(in crate::fleet) fn iter_without(&self, other: &Self) -> impl Iterator<Item = usize> {
        let others = other.words.iter().copied().chain(core::iter::repeat(0));
        numbers(self.words.iter().zip(others).map(|(word, other)| word & !other))
    }
}

/// The numbers of these words.
fn numbers(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    // Most words of a large set with few numbers are empty.
    let words = words.enumerate().filter(|&(_, word)| word != 0);
    words.flat_map(|(nth, word)| {
        let rest = core::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        let rest = rest.take(word.count_ones() as usize);
        rest.map(move |word| nth * 64 + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_holds_what_a_tree_holds() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut set, mut tree) = (IndexSet::default(), BTreeSet::new());
        for _ in 0..2000 {
            let index = random.usize(..300);
            if random.bool() {
                set.insert(index);
                tree.insert(index);
            } else {
                set.remove(index);
                tree.remove(&index);
            }
            let from = random.usize(..400);
            assert_eq!(set.next(from), tree.range(from..).next().copied());
        }
        assert!(set.iter().eq(tree.iter().copied()));
        // Other sets, of fewer words and of more.
        for size in [100, 500] {
            let taken: BTreeSet<usize> = (0..size).filter(|_| random.bool()).collect();
            let mut other = IndexSet::default();
            taken.iter().for_each(|&index| other.insert(index));
            assert!(set.iter_without(&other).eq(tree.difference(&taken).copied()));
        }
    }
}
