//! Journals of the parts of a game that is recorded.

use core::fmt;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// The order in which the parts of a game got their inputs: one number for each input of all journals.
#[derive(Clone, Default, Debug)]
pub(crate) struct Order(Arc<AtomicU64>);

impl Order {
    /// Whether both are the order of the same recording.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The inputs of one part of a game, such as its map. It is empty and costs nothing until the game is recorded.
///
/// A copy of a journal keeps nothing: a copy of a game is not recorded.
pub(crate) struct Journal<T>(Option<Arc<Notes<T>>>);

struct Notes<T> {
    order: Order,
    is_closed: AtomicBool,
    /// The inputs, each with its number.
    inputs: Mutex<Vec<(u64, T)>>,
}

impl<T> Notes<T> {
    fn lock(&self) -> MutexGuard<'_, Vec<(u64, T)>> {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Journal<T> {
    /// A journal that keeps inputs.
    pub(crate) fn new(order: &Order) -> Self {
        let (is_closed, inputs) = (AtomicBool::new(false), Mutex::default());
        Self(Some(Arc::new(Notes { order: order.clone(), is_closed, inputs })))
    }

    /// Whether the game is recorded.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.open().is_some()
    }

    #[inline]
    fn open(&self) -> Option<&Notes<T>> {
        self.0.as_deref().filter(|notes| !notes.is_closed.load(Ordering::Relaxed))
    }

    /// Keeps an input.
    #[inline]
    pub(crate) fn note(&self, input: impl FnOnce() -> T) {
        if let Some(notes) = self.open() {
            let number = notes.order.0.fetch_add(1, Ordering::Relaxed);
            notes.lock().push((number, input()));
        }
    }

    /// Keeps the steps of a session as one input. A session without steps is no input.
    pub(crate) fn note_session<U>(&self, session: &mut Session<U>, input: impl FnOnce(Vec<U>) -> T) {
        if let Some(steps) = session.0.take().filter(|steps| !steps.is_empty()) {
            self.note(|| input(steps));
        }
    }

    /// Ends the journal: no owner notes inputs any more.
    pub(crate) fn close(&self) {
        if let Some(notes) = &self.0 {
            notes.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// The same journal, for another owner.
    pub(crate) fn share(&self) -> Self {
        Self(self.0.clone())
    }

    /// Whether both are the same journal, and keep inputs.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.0.as_ref().zip(other.0.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(one, other))
    }

    /// Takes all inputs out of the journal, each with its number.
    pub(crate) fn take(&self) -> Vec<(u64, T)> {
        self.0.as_ref().map_or_else(Vec::new, |notes| core::mem::take(&mut *notes.lock()))
    }
}

impl<T> Clone for Journal<T> {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl<T> Default for Journal<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> fmt::Debug for Journal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Journal(on)" } else { "Journal(off)" })
    }
}

/// The steps of one input that consists of several.
#[derive(Debug)]
pub(crate) struct Session<T>(Option<Vec<T>>);

impl<T> Session<T> {
    /// A session that is an input of this journal in the end.
    #[inline]
    pub(crate) fn of<U>(journal: &Journal<U>) -> Self {
        Self(journal.open().map(|_| Vec::new()))
    }

    /// Keeps a step.
    #[inline]
    pub(crate) fn note(&mut self, step: impl FnOnce() -> T) {
        if let Some(steps) = &mut self.0 {
            steps.push(step());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journals_of_one_order_tell_which_input_came_first() {
        let order = Order::default();
        let (words, numbers) = (Journal::new(&order), Journal::new(&order));
        words.note(|| "one");
        numbers.note(|| 2);
        words.share().note(|| "three");
        assert_eq!((words.take(), numbers.take()), (vec![(0, "one"), (2, "three")], vec![(1, 2)]));
        assert!(words.take().is_empty());
        assert!(words.is_shared_with(&words.share()) && !words.is_shared_with(&Journal::new(&order)));
    }

    #[test]
    fn a_copy_of_a_journal_keeps_nothing() {
        let journal = Journal::new(&Order::default());
        let copy = journal.clone();
        copy.note(|| 1);
        assert!(journal.take().is_empty() && copy.take().is_empty() && !copy.is_shared_with(&copy));
        let mut session = Session::of(&copy);
        session.note(|| 1);
        copy.note_session(&mut session, |_: Vec<i32>| 2);
        let mut session: Session<i32> = Session::of(&journal);
        journal.note_session(&mut session, |_| 2);
        assert!(journal.take().is_empty(), "a session without steps is no input");
    }

    #[test]
    fn a_closed_journal_keeps_nothing() {
        let journal = Journal::new(&Order::default());
        journal.note(|| 1);
        journal.share().close();
        journal.note(|| 2);
        assert!(!journal.is_on() && journal.take() == [(0, 1)]);
    }
}
