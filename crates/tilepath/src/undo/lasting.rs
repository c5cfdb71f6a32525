//! Large values that outlast their owner as long as a snapshot refers to them.

use super::{mark::Mark, restore_error::RestoreError};
use core::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Mutex, PoisonError};

/// A value that can go back to a mark.
pub(crate) trait Undo: Default {
    /// Marks the present state.
    fn mark(&mut self) -> Mark;

    /// Goes back to a mark, which must be a valid mark of this value. Calls `changed` with the ranges of elements that were overwritten
    /// since.
    fn undo(&mut self, mark: &Mark, changed: &mut dyn FnMut(Range<usize>));
}

/// A large value, of which a copy can be an *image*: not the value, but the name of a state to which it can go back.
///
/// - A copy is a copy of the value, or an image of it between [`Visit::Mark`] and [`Visit::Unmark`].
/// - When the owner drops the value while images of it exist, the value goes to its *home*, which it shares with the images.
/// - An image takes the value out of its home, and takes it back to the marked state ([`Visit::Revive`]).
#[derive(Default, Debug)]
pub(crate) struct Lasting<X: Undo> {
    /// Empty in an image.
    value: X,
    home: Option<Arc<Home<X>>>,
    /// The state that this is an image of, or of which copies become images.
    mark: Option<Mark>,
    is_image: bool,
}

/// Where a value goes when its owner drops it.
type Home<X> = Mutex<Option<X>>;

/// What is done with each lasting value of a state.
pub(crate) enum Visit<'a> {
    /// From now on, copies are images of the present state.
    Mark,
    /// From now on, copies are copies again.
    Unmark,
    /// Adds where the values go when they are dropped.
    Homes(&'a mut Vec<*const ()>),
    /// Finds out whether the values of all images can be reached: each is at home, or will be when the values with these homes, sorted,
    /// are dropped.
    Check(&'a [*const ()], &'a mut Result<(), RestoreError>),
    /// Images become values, in their marked states.
    Revive,
}

/// A part of a state that may hold lasting values.
pub(crate) trait Image {
    /// Does something with each lasting value.
    fn visit(&mut self, visit: &mut Visit);

    /// A copy in which each lasting value is an image of its present state.
    fn image(&mut self) -> Self
    where
        Self: Clone,
    {
        self.visit(&mut Visit::Mark);
        let image = self.clone();
        self.visit(&mut Visit::Unmark);
        image
    }

    /// Checks whether a state can become the state of this image.
    fn check_against(&mut self, state: &mut impl Image) -> Result<(), RestoreError> {
        let mut homes = Vec::new();
        state.visit(&mut Visit::Homes(&mut homes));
        homes.sort_unstable();
        let mut result = Ok(());
        self.visit(&mut Visit::Check(&homes, &mut result));
        result
    }
}

impl<X: Undo> Lasting<X> {
    pub(crate) fn new(value: X) -> Self {
        Self { value, home: None, mark: None, is_image: false }
    }

    /// If this is an image, takes the value out of its home and back to the marked state. Calls `changed` with the ranges of elements that
    /// were overwritten since.
    pub(crate) fn revive(&mut self, changed: &mut dyn FnMut(Range<usize>)) {
        if self.is_image
            && let (Some(home), Some(mark)) = (&self.home, self.mark.take())
            && let Some(value) = home.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            self.value = value;
            self.is_image = false;
            self.value.undo(&mark, changed);
        }
    }

    /// Whether one of both is an image of the other.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        let [home, other] = [&self.home, &other.home].map(|home| home.as_ref().map(Arc::as_ptr));
        home.is_some() && home == other
    }

    /// Checks whether the value of an image can be reached.
    fn check_home(&self, homes: &[*const ()]) -> Result<(), RestoreError> {
        let (Some(home), Some(mark)) = (&self.home, &self.mark) else { return Ok(()) };
        if !mark.is_valid() {
            return Err(RestoreError::Passed);
        }
        let will_be_home = homes.binary_search(&Arc::as_ptr(home).cast()).is_ok();
        if will_be_home || home.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Ok(());
        }
        Err(RestoreError::OtherState)
    }
}

impl<X: Undo> Image for Lasting<X> {
    fn visit(&mut self, visit: &mut Visit) {
        match visit {
            Visit::Mark if !self.is_image => {
                self.mark = Some(self.value.mark());
                self.home.get_or_insert_default();
            }
            Visit::Unmark if !self.is_image => self.mark = None,
            Visit::Mark | Visit::Unmark => {}
            Visit::Homes(homes) => homes.extend(self.home.as_ref().map(|home| Arc::as_ptr(home).cast())),
            Visit::Check(homes, result) if self.is_image && result.is_ok() => {
                **result = self.check_home(homes);
            }
            Visit::Check(..) => {}
            Visit::Revive => self.revive(&mut |_| {}),
        }
    }
}

impl<X: Undo + Clone> Clone for Lasting<X> {
    fn clone(&self) -> Self {
        match &self.mark {
            Some(mark) => Self {
                value: X::default(),
                home: self.home.clone(),
                mark: Some(mark.clone()),
                is_image: true,
            },
            None => Self::new(self.value.clone()),
        }
    }
}

impl<X: Undo> Drop for Lasting<X> {
    fn drop(&mut self) {
        if !self.is_image
            && let Some(home) = self.home.take().filter(|home| Arc::strong_count(home) > 1)
        {
            *home.lock().unwrap_or_else(PoisonError::into_inner) = Some(core::mem::take(&mut self.value));
        }
    }
}

impl<X: Undo> Deref for Lasting<X> {
    type Target = X;

    #[inline]
    fn deref(&self) -> &X {
        &self.value
    }
}

impl<X: Undo> DerefMut for Lasting<X> {
    #[inline]
    fn deref_mut(&mut self) -> &mut X {
        &mut self.value
    }
}

impl<X: Undo + Eq> Eq for Lasting<X> {}

impl<X: Undo + PartialEq> PartialEq for Lasting<X> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undo::UndoArray;

    fn value(elements: &[u8]) -> Lasting<UndoArray<u8>> {
        Lasting::new(elements.to_vec().into())
    }

    /// Goes back to an image, as the owner of a state does.
    fn restore(
        state: &mut Lasting<UndoArray<u8>>,
        image: &Lasting<UndoArray<u8>>,
    ) -> Result<(), RestoreError> {
        let mut next = image.clone();
        next.check_against(state)?;
        *state = next;
        state.visit(&mut Visit::Revive);
        Ok(())
    }

    #[test]
    fn an_image_becomes_the_value_that_it_was_and_can_do_so_again() {
        let mut state = value(&[1, 2, 3]);
        let image = state.image();
        assert!(image.is_empty(), "an image is no copy");
        for element in 4..8 {
            state.set(1, element);
            restore(&mut state, &image).unwrap();
            assert_eq!(state[..], [1, 2, 3]);
        }
    }

    #[test]
    fn a_value_that_was_replaced_comes_back() {
        let mut state = value(&[1, 2, 3]);
        let image = state.image();
        state.set(0, 9);
        state = value(&[5; 700]);
        let other = state.image();
        restore(&mut state, &image).unwrap();
        assert_eq!(state[..], [1, 2, 3]);
        restore(&mut state, &other).unwrap();
        assert_eq!(state[..], [5; 700]);
    }

    #[test]
    fn images_of_passed_states_and_of_other_values_are_refused() {
        let mut state = value(&[1, 2, 3]);
        let first = state.image();
        state.set(0, 9);
        let second = state.image();
        let mut copy = state.clone();
        assert_eq!(restore(&mut copy, &first), Err(RestoreError::OtherState));
        assert_eq!(copy[..], [9, 2, 3]);
        state.set(1, 9);
        restore(&mut state, &first).unwrap();
        assert_eq!(restore(&mut state, &second), Err(RestoreError::Passed));
        assert_eq!(state[..], [1, 2, 3]);
    }

    #[test]
    fn a_copy_of_a_state_with_snapshots_is_independent_of_them() {
        let mut state = value(&[1, 2, 3]);
        let image = state.image();
        let mut copy = state.clone();
        copy.set(0, 9);
        state.set(2, 9);
        restore(&mut state, &image).unwrap();
        assert_eq!((state[..].to_vec(), copy[..].to_vec()), (vec![1, 2, 3], vec![9, 2, 3]));
    }
}
