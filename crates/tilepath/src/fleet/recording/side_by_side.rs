//! Plays two recordings side by side.

use super::{
    apply::Player,
    difference::{Difference, InputDifference, StateDifference, Subject},
    input::Input,
    recording::{Frame, Recording},
};
use crate::{batch::Threads, fleet::state::LoadError};

impl Recording {
    /// Plays two recordings side by side, and names the first difference: the frame, the agent or the part of the game, and its field. Also
    /// names the first input that differs until then. `None` if both games have the same states and inputs.
    ///
    /// A frame of which the recorded hashes differ, but not the states that are played, differs in its "recorded hash". A recording that
    /// ends before the other one differs in the frame after its last.
    ///
    /// # Errors
    /// [`LoadError`] if one of the starts can't be loaded.
    pub fn difference(&self, other: &Self, threads: &impl Threads) -> Result<Option<Difference>, LoadError> {
        let mut one = Player::new(self.start(), threads)?;
        let mut two = Player::new(other.start(), threads)?;
        if let Some(state) = one.world.difference(&two.world) {
            return Ok(Some(Difference { frame: 0, state: Some(state), input: None }));
        }
        let mut input = None;
        for frame in 0..self.frames.len().max(other.frames.len()) {
            let (first, second) = (self.frames.get(frame), other.frames.get(frame));
            input = input.or_else(|| of_inputs(frame, first, second));
            let (Some(first), Some(second)) = (first, second) else {
                return Ok(Some(Difference { frame, state: None, input }));
            };
            // Mismatches are differences to what was recorded, not between the games.
            let _ = (one.play(first, threads), two.play(second, threads));
            let state = one.world.difference(&two.world).or_else(|| of_hashes(first, second));
            if state.is_some() {
                return Ok(Some(Difference { frame, state, input }));
            }
        }
        Ok(input.map(|input| Difference { frame: input.frame, state: None, input: Some(input) }))
    }
}

/// The first input of a frame that differs.
fn of_inputs(frame: usize, one: Option<&Frame>, other: Option<&Frame>) -> Option<InputDifference> {
    let [one, other] = [one, other].map(|frame| frame.map_or(&[][..], |frame| &frame.inputs));
    let nth = (0..one.len().max(other.len())).find(|&nth| !are_same(one.get(nth), other.get(nth)))?;
    Some(InputDifference { frame, nth, one: one.get(nth).cloned(), other: other.get(nth).cloned() })
}

/// Whether two inputs are the same. One with a number that is NaN equals itself.
fn are_same(one: Option<&Input>, other: Option<&Input>) -> bool {
    one == other || one.zip(other).is_some_and(|(one, other)| format!("{one:?}") == format!("{other:?}"))
}

/// The hashes of a frame, if both were recorded and differ.
fn of_hashes(one: &Frame, other: &Frame) -> Option<StateDifference> {
    let (one, other) = one.hash.zip(other.hash).filter(|(one, other)| one != other)?;
    let [one, other] = [one, other].map(|hash| format!("{hash:016x}"));
    Some(StateDifference { subject: Subject::World, field: "recorded hash".into(), one, other })
}
