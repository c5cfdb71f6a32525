//! An array that can go back to an earlier state.

use super::{
    lasting::{Lasting, Undo},
    log::UndoLog,
    mark::Mark,
};
use core::ops::{Deref, Range};

/// An array that can go back to an earlier state. Every element that is overwritten must be noted: so it is written by methods, and read
/// as a slice.
#[derive(Debug)]
pub(crate) struct UndoArray<T> {
    elements: Vec<T>,
    log: UndoLog<T>,
}

impl<T> Default for UndoArray<T> {
    fn default() -> Self {
        Self { elements: Vec::new(), log: UndoLog::default() }
    }
}

impl<T: Clone> Clone for UndoArray<T> {
    /// A copy of the elements, without marks.
    fn clone(&self) -> Self {
        Self { elements: self.elements.clone(), log: UndoLog::default() }
    }
}

impl<T> From<Vec<T>> for UndoArray<T> {
    fn from(elements: Vec<T>) -> Self {
        Self { elements, log: UndoLog::default() }
    }
}

impl<T: Copy> From<Vec<T>> for Lasting<UndoArray<T>> {
    fn from(elements: Vec<T>) -> Self {
        Self::new(elements.into())
    }
}

impl<T> Deref for UndoArray<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.elements
    }
}

impl<T: PartialEq> PartialEq for UndoArray<T> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl<T: Eq> Eq for UndoArray<T> {}

impl<T: Copy> UndoArray<T> {
    /// Overwrites an element.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, element: T) {
        self.cells().set(index, element);
    }

    /// An element, to overwrite parts of it.
    #[inline]
    pub(crate) fn element_mut(&mut self, index: usize) -> &mut T {
        self.log.note(&self.elements, index);
        &mut self.elements[index]
    }

    /// The elements, to overwrite some of them.
    #[inline]
    pub(crate) fn cells(&mut self) -> CellsMut<'_, T> {
        CellsMut { elements: &mut self.elements, log: &mut self.log }
    }

    /// The elements, to overwrite all of them.
    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        self.log.note_all(&self.elements);
        &mut self.elements
    }

    /// Adds an element at the end.
    pub(crate) fn push(&mut self, element: T) {
        self.elements.push(element);
    }

    /// Makes the array longer.
    pub(crate) fn grow_to(&mut self, len: usize, element: T) {
        self.elements.resize(len.max(self.elements.len()), element);
    }
}

impl<T: Copy> Undo for UndoArray<T> {
    fn mark(&mut self) -> Mark {
        self.log.mark(&self.elements)
    }

    fn undo(&mut self, mark: &Mark, changed: &mut dyn FnMut(Range<usize>)) {
        if let Some(len) = self.log.undo(&mut self.elements, mark, changed) {
            self.elements.truncate(len);
        }
    }
}

/// The elements of an array. Each is noted before it is overwritten.
#[derive(Debug)]
pub(crate) struct CellsMut<'a, T> {
    elements: &'a mut [T],
    log: &'a mut UndoLog<T>,
}

impl<T> Deref for CellsMut<'_, T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.elements
    }
}

impl<T: Copy> CellsMut<'_, T> {
    /// Whether overwritten elements are kept, because of a mark.
    pub(crate) fn are_kept(&self) -> bool {
        self.log.is_kept()
    }

    /// Overwrites an element while no elements are [kept](CellsMut::are_kept). This saves a check.
    #[inline(always)]
    pub(crate) fn set_unkept(&mut self, index: usize, element: T) {
        debug_assert!(!self.are_kept(), "a mark needs this element");
        self.elements[index] = element;
    }

    /// Overwrites an element.
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize, element: T) {
        self.log.note(self.elements, index);
        self.elements[index] = element;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrays of several pages, also with a page that is not full, and marks of which some are forgotten.
    #[test]
    fn an_array_goes_back_to_any_mark_that_is_still_known() {
        let mut random = fastrand::Rng::with_seed(8);
        for round in 0..300 {
            let mut array = UndoArray::from(vec![0_u32; random.usize(1..400)]);
            let mut marks: Vec<(Mark, Vec<u32>)> = Vec::new();
            for step in 0..120 {
                match random.u8(..12) {
                    0..=2 => marks.push((array.mark(), array.to_vec())),
                    3 if !marks.is_empty() => drop(marks.swap_remove(random.usize(..marks.len()))),
                    4 if !marks.is_empty() => {
                        marks.retain(|(mark, _)| mark.is_valid());
                        let (mark, expected) = marks[random.usize(..marks.len())].clone();
                        let before = array.to_vec();
                        let mut changed = vec![false; before.len()];
                        array.undo(&mark, &mut |range| changed[range].fill(true));
                        assert_eq!(array[..], expected[..], "round {round}, step {step}");
                        let told = |index: usize| changed[index] || before[index] == expected[index];
                        assert!((0..expected.len()).all(told), "a change that was not told");
                        marks.retain(|(mark, _)| mark.is_valid());
                    }
                    5 => array.grow_to(array.len() + random.usize(..90), 7),
                    6 if random.bool() => array.all_mut().fill(random.u32(..)),
                    _ => array.set(random.usize(..array.len()), random.u32(..)),
                }
            }
        }
    }

    #[test]
    fn what_no_mark_needs_is_forgotten() {
        let mut array = UndoArray::from(vec![0_u32; 1000]);
        let before = array.to_vec();
        let kept = array.mark();
        for round in 0..100 {
            array.set(8 * round, round as u32);
            drop(array.mark());
            assert!(array.log.steps() <= 3, "{} steps", array.log.steps());
        }
        array.undo(&kept, &mut |_| {});
        assert_eq!(array[..], before[..]);
        array.set(0, 2);
        drop(kept);
        assert!(array.cells().are_kept());
        array.set(500, 2);
        assert!(!array.cells().are_kept() && array.log.steps() == 0, "nothing is kept for nobody");
    }
}
