//! The components of all entities with a [`NavId`], in pages that snapshots share.

use crate::nav_id::NavId;
use std::sync::Arc;

/// How many components are in a page, but for the last one.
const PAGE: usize = 64;

/// The components of all entities with a [`NavId`], in the order in which a query finds them. A page in which nothing changed is the same
/// memory in one snapshot and in the next.
pub(super) struct Pages<C>(Vec<Page<C>>);

type Page<C> = Arc<Vec<(NavId, C)>>;

impl<C> Pages<C> {
    /// The component with this index.
    pub(super) fn get(&self, index: usize) -> Option<&(NavId, C)> {
        self.0.get(index / PAGE)?.get(index % PAGE)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(NavId, C)> {
        self.0.iter().flat_map(|page| page.iter())
    }

    /// The number of components.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|page| page.len()).sum()
    }
}

/// Fills pages with components, one after the other.
pub(super) struct PageWriter<'a, C> {
    /// The pages of the snapshot before: the one in the place of the present page, and those behind it.
    last: Option<&'a Page<C>>,
    rest: &'a [Page<C>],
    pages: Vec<Page<C>>,
    /// How many components of the present page are those of the page before.
    same: usize,
    /// The components of the present page, from the first one on that differs. Empty until then.
    page: Vec<(NavId, C)>,
}

impl<'a, C: Clone> PageWriter<'a, C> {
    pub(super) fn new(last: Option<&'a Pages<C>>) -> Self {
        let (last, rest) = take_first(last.map_or(&[], |last| &last.0));
        Self { last, rest, pages: Vec::new(), same: 0, page: Vec::new() }
    }

    /// Adds the next component. If it can't have changed since the snapshot before, `changed` is `false`.
    pub(super) fn push(&mut self, id: NavId, component: &C, changed: bool) {
        let is_known = |last: &Page<C>| last.get(self.same).is_some_and(|(known, _)| *known == id);
        if self.page.is_empty() && !changed && self.last.is_some_and(is_known) {
            self.same += 1;
        } else {
            self.copy_same();
            self.page.push((id, component.clone()));
        }
        if self.same.max(self.page.len()) == PAGE {
            self.end_page();
        }
    }

    /// The pages with everything that was added.
    pub(super) fn finish(mut self) -> Pages<C> {
        if self.same > 0 || !self.page.is_empty() {
            self.end_page();
        }
        Pages(self.pages)
    }

    /// Begins a page of its own, with the components that are those of the page before.
    fn copy_same(&mut self) {
        if self.page.is_empty() {
            self.page.reserve_exact(PAGE);
            let same = self.last.and_then(|last| last.get(..self.same));
            self.page.extend_from_slice(same.unwrap_or_default());
        }
    }

    fn end_page(&mut self) {
        let page = match self.last {
            Some(last) if self.page.is_empty() && last.len() == self.same => last.clone(),
            _ => {
                self.copy_same();
                Arc::new(core::mem::take(&mut self.page))
            }
        };
        self.pages.push(page);
        self.same = 0;
        (self.last, self.rest) = take_first(self.rest);
    }
}

fn take_first<T>(all: &[T]) -> (Option<&T>, &[T]) {
    all.split_first().map_or((None, &[]), |(first, rest)| (Some(first), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of these components, and how many of them are the memory of the pages before.
    fn next(last: &Pages<u32>, components: &[(u64, u32, bool)]) -> (Pages<u32>, usize) {
        let mut writer = PageWriter::new(Some(last));
        for (id, component, changed) in components {
            writer.push(NavId(*id), component, *changed);
        }
        let pages = writer.finish();
        let shared = pages.0.iter().filter(|page| last.0.iter().any(|last| Arc::ptr_eq(last, page))).count();
        (pages, shared)
    }

    #[test]
    fn pages_hold_what_was_added_and_share_what_did_not_change() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut now: Vec<(u64, u32)> = Vec::new();
        let mut last = Pages(Vec::new());
        let (mut most, mut shared) = (0, 0);
        for round in 0..2000_u32 {
            let mut changes = vec![false; now.len()];
            for _ in 0..random.usize(..4) {
                match random.u8(..8) {
                    0 => {
                        let added = random.usize(..150);
                        now.extend(
                            (0..added as u32).map(|nth| (u64::from(round) << 16 | u64::from(nth), nth)),
                        );
                        changes.resize(now.len(), true);
                    }
                    1 if !now.is_empty() => {
                        // As a table does it: the last one takes the place.
                        let gone = random.usize(..now.len());
                        now.swap_remove(gone);
                        changes.swap_remove(gone);
                    }
                    2 if random.u8(..4) == 0 => now.truncate(random.usize(..=now.len())),
                    _ if !now.is_empty() => {
                        let nth = random.usize(..now.len());
                        (now[nth].1, changes[nth]) = (random.u32(..), true);
                    }
                    _ => {}
                }
                changes.truncate(now.len());
            }
            let components: Vec<_> = now
                .iter()
                .zip(&changes)
                .map(|(&(id, component), &changed)| (id, component, changed))
                .collect();
            let (pages, same) = next(&last, &components);
            let found: Vec<_> = pages.iter().map(|(id, component)| (id.0, *component)).collect();
            assert!(found == now, "round {round}");
            assert_eq!(pages.len(), now.len());
            let by_index: Vec<_> = (0..now.len()).map(|nth| *pages.get(nth).unwrap()).collect();
            assert!(by_index.iter().zip(&now).all(|(page, now)| (page.0.0, page.1) == *now));
            assert!(pages.get(now.len()).is_none());
            (most, shared) = (most.max(pages.0.len()), shared + same);
            last = pages;
        }
        assert!(most > 5 && shared > 5000, "{most} pages, {shared} shared");
    }

    #[test]
    fn only_the_page_with_a_change_is_copied() {
        let all =
            |changed: Option<u64>| -> Vec<_> { (0..200).map(|id| (id, 7, changed == Some(id))).collect() };
        let (first, _) = next(&Pages(Vec::new()), &all(None));
        for (changed, shared) in [(None, 4), (Some(0), 3), (Some(63), 3), (Some(64), 3), (Some(199), 3)] {
            assert_eq!(next(&first, &all(changed)).1, shared, "{changed:?}");
        }
        assert_eq!(next(&first, &all(None)[..199]).1, 3);
    }
}
