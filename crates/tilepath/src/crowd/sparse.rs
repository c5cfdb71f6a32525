//! The saved form of lists in which most values are equal.

use serde::{Deserialize, Serialize};

/// A list without its most frequent value. Each entry is the number of left-out values before it, and one other value.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Sparse(Vec<(u32, u32)>);

impl Sparse {
    /// Leaves out the values that are equal to `blank`.
    pub(super) fn new(values: impl Iterator<Item = u32>, blank: u32) -> Self {
        let (mut entries, mut skipped) = (Vec::new(), 0);
        for value in values {
            if value == blank {
                skipped += 1;
            } else {
                entries.push((skipped, value));
                skipped = 0;
            }
        }
        Self(entries)
    }

    /// The whole list, with `len` values. `None` if an entry is beyond the end.
    pub(super) fn list(&self, len: usize, blank: u32) -> Option<Vec<u32>> {
        let mut list = vec![blank; len];
        let mut rest = list.iter_mut();
        for &(skipped, value) in &self.0 {
            *rest.nth(skipped as usize)? = value;
        }
        Some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_the_same_again_and_too_short_ones_are_refused() {
        for list in [vec![], vec![7], vec![9], vec![7, 7, 1, 7, 2, 3, 7], vec![5, 7], vec![7, 5]] {
            let sparse = Sparse::new(list.iter().copied(), 7);
            assert_eq!(sparse.list(list.len(), 7).as_ref(), Some(&list));
            let needed = list.iter().rposition(|&value| value != 7).map_or(0, |last| last + 1);
            assert!(sparse.list(needed, 7).is_some(), "{list:?}");
            assert!(needed == 0 || sparse.list(needed - 1, 7).is_none(), "{list:?}");
        }
    }
}
