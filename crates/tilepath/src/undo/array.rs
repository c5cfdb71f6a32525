//! An array that can go back to an earlier state.

use super::{lasting::Undo, log::UndoLog, mark::Mark};
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
    /// Overwrites an element.
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize, element: T) {
        self.log.note(self.elements, index);
        self.elements[index] = element;
    }
}
