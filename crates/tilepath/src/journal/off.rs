//! Journals that keep nothing.

use core::marker::PhantomData;

/// The place of a journal in a build that can't record.
#[derive(Clone, Debug)]
pub(crate) struct Journal<T>(PhantomData<fn() -> T>);

impl<T> Default for Journal<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T> Journal<T> {
    /// Always `false`.
    #[inline(always)]
    pub(crate) const fn is_on(&self) -> bool {
        false
    }

    /// Does nothing.
    #[inline(always)]
    pub(crate) fn note(&self, _: impl FnOnce() -> T) {}

    /// Does nothing.
    #[inline(always)]
    pub(crate) fn note_session<U>(&self, _: &mut Session<U>, _: impl FnOnce(Vec<U>) -> T) {}
}

/// The place of a session in a build that can't record.
#[derive(Debug)]
pub(crate) struct Session<T>(PhantomData<fn() -> T>);

impl<T> Session<T> {
    /// Nothing.
    #[inline(always)]
    pub(crate) fn of<U>(_: &Journal<U>) -> Self {
        Self(PhantomData)
    }

    /// Does nothing.
    #[inline(always)]
    pub(crate) fn note(&mut self, _: impl FnOnce() -> T) {}
}
