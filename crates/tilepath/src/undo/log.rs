//! What was overwritten in an array since its marks, page by page.

use super::mark::Mark;
use core::ops::Range;
use std::collections::VecDeque;

/// The number of elements of a page, as a power of two. An element is kept together with its page.
const PAGE_LOG: u32 = 6;

/// The number of elements of a page.
const PAGE: usize = 1 << PAGE_LOG;

/// What was overwritten in an array since its marks. Before a mark is made, nothing is kept.
#[derive(Debug)]
pub(crate) struct UndoLog<T> {
    /// A bit for each page that was kept since the last mark, and so needs no keeping. Pages beyond the bits need none, either.
    kept: Vec<u64>,
    /// A step for each mark, the oldest first.
    steps: VecDeque<Step<T>>,
}

impl<T> Default for UndoLog<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), steps: VecDeque::new() }
    }
}

/// How to go back to a mark from the next mark.
#[derive(Debug)]
struct Step<T> {
    mark: Mark,
    /// The length of the array at the mark.
    len: usize,
    /// The first index and the number of elements of each page that was overwritten since the mark.
    pages: Vec<(u32, u32)>,
    /// The elements of these pages at the mark, one page after the other.
    elements: Vec<T>,
}

impl<T: Copy> Step<T> {
    /// Adds the next step, whose mark is forgotten: the pages that were first overwritten after it.
    fn append(&mut self, next: &Self) {
        let mut known: Vec<u32> = self.pages.iter().map(|&(first, _)| first).collect();
        known.sort_unstable();
        let mut old = next.elements.as_slice();
        for &(first, count) in &next.pages {
            let (page, rest) = old.split_at(count as usize);
            if known.binary_search(&first).is_err() {
                self.pages.push((first, count));
                self.elements.extend_from_slice(page);
            }
            old = rest;
        }
    }
}

impl<T: Copy> UndoLog<T> {
    /// Whether anything is kept, because of a mark.
    pub(super) fn is_kept(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Whether the element at an index must be noted before it is overwritten.
    #[inline(always)]
    pub(crate) fn needs(&self, index: usize) -> bool {
        let page = index >> PAGE_LOG;
        self.kept.get(page / 64).is_some_and(|word| word >> (page % 64) & 1 == 0)
    }

    /// Call this before the element at an index is overwritten.
    #[inline(always)]
    pub(crate) fn note(&mut self, elements: &[T], index: usize) {
        if self.needs(index) {
            self.keep(elements, index >> PAGE_LOG);
        }
    }

    /// Call this before any element may be overwritten.
    pub(crate) fn note_all(&mut self, elements: &[T]) {
        if self.is_kept() {
            (0..elements.len()).step_by(PAGE).for_each(|index| self.note(elements, index));
        }
    }

    #[cold]
    #[inline(never)]
    fn keep(&mut self, elements: &[T], page: usize) {
        self.forget();
        let Some(step) = self.steps.back_mut() else {
            self.kept.clear();
            return;
        };
        if let Some(word) = self.kept.get_mut(page / 64) {
            *word |= 1 << (page % 64);
        }
        let first = page * PAGE;
        let page = &elements[first..elements.len().min(first + PAGE)];
        step.pages.push((first as u32, page.len() as u32));
        step.elements.extend_from_slice(page);
    }

    /// The number of marks for which something is kept.
    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Marks the present state of the array.
    pub(crate) fn mark(&mut self, elements: &[T]) -> Mark {
        let len = elements.len();
        self.forget();
        if let Some(last) = self.steps.back()
            && (last.pages.is_empty() && last.len == len)
        {
            return last.mark.clone();
        }
        self.keep_again();
        self.kept.resize(len.div_ceil(PAGE).div_ceil(64), 0);
        let mark = Mark::new();
        self.steps.push_back(Step { mark: mark.clone(), len, pages: Vec::new(), elements: Vec::new() });
        mark
    }

    /// Drops what no mark needs any more.
    fn forget(&mut self) {
        while self.steps.front().is_some_and(|first| first.mark.is_forgotten()) {
            if self.steps.len() == 1 {
                self.keep_again();
            }
            self.steps.pop_front();
        }
        // The present state is a step after the last one, which takes part in no merge.
        let mut at = 1;
        while at + 1 < self.steps.len() {
            if self.steps[at].mark.is_forgotten()
                && let Some(step) = self.steps.remove(at)
            {
                self.steps[at - 1].append(&step);
            } else {
                at += 1;
            }
        }
    }

    /// Makes every page be kept again before it is overwritten.
    fn keep_again(&mut self) {
        for &(first, _) in self.steps.iter().next_back().iter().flat_map(|last| &last.pages) {
            let page = first as usize >> PAGE_LOG;
            self.kept[page / 64] &= !(1 << (page % 64));
        }
    }

    /// Takes the array back to a mark, and returns its length then. Calls `changed` with the ranges that were overwritten since. Later
    /// marks end. `None` if the mark is not one of this array.
    pub(crate) fn undo(
        &mut self,
        elements: &mut [T],
        mark: &Mark,
        changed: &mut dyn FnMut(Range<usize>),
    ) -> Option<usize> {
        self.steps.iter().find(|step| step.mark.is(mark))?;
        self.keep_again();
        loop {
            let step = self.steps.back_mut()?;
            let mut old = step.elements.as_slice();
            for &(first, count) in &step.pages {
                let range = first as usize..(first + count) as usize;
                let (page, rest) = old.split_at(count as usize);
                elements[range.clone()].copy_from_slice(page);
                old = rest;
                changed(range);
            }
            if step.mark.is(mark) {
                step.pages.clear();
                step.elements.clear();
                return Some(step.len);
            }
            step.mark.end();
            self.steps.pop_back();
        }
    }
}
