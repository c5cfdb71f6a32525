//! The walk over a link.

use super::{
    ground::WalkGround,
    motion::Motion,
    pace::Pace,
    setbacks::NEAR,
    step::{CellStep, StepState},
    walker::{CellWalker, WalkOutcome, WalkRequest},
};
use crate::ground::LinkStep;
use glam::Vec2;

impl CellStep {
    /// Moves an agent of a crowd that is on a link, from where it is. Returns its position, and whether it has come to the end.
    pub(in crate::fleet) fn cross_in_crowd(&mut self, at: Vec2, (before, now): (u64, u64)) -> (Vec2, bool) {
        if !self.is_at(at, before) && self.motion.goes_on(before) {
            self.motion = self.motion.from_elsewhere(at, before);
        }
        let is_over = self.motion.ends() <= now;
        (if is_over { self.motion.to() } else { self.motion.at(now) }, is_over)
    }

    /// Ends the crossing of a link: the agent stands where it ends, and joins its crowd there.
    pub(in crate::fleet) fn end_crossing(&mut self) {
        self.set_out(Motion::still(self.motion.to()), f32::NAN, StepState::New);
        self.set_cells(self.to(), self.to());
    }
}

impl WalkGround<'_> {
    /// Begins to cross a link, from the middle of the cell where it begins.
    pub(super) fn begin_crossing(
        &self,
        step: &mut CellStep,
        link: LinkStep,
        speed: f32,
        when: u64,
    ) -> WalkOutcome {
        let [from, to] = [link.from(), link.to()].map(|cell| self.geometry.center_of(cell));
        let pace = Pace::new(speed);
        let ends = match link.micros {
            Some(micros) => when.saturating_add(micros.into()),
            None => pace.ends(from.distance(to), when),
        };
        step.set_out(Motion::straight(from, to, when, ends), speed, StepState::Crossing);
        step.set_cells(link.from(), link.to());
        WalkOutcome::LinkEntered(link.from(), link.to())
    }

    /// Moves an agent that is on a link. It comes to the end in the time of the link, from wherever the game has moved it, and even if the link
    /// has been removed. The agent then is in the middle of the cell where the link ends, and goes on in the next update.
    pub(super) fn cross(&self, walker: CellWalker<impl WalkRequest>, at: Vec2) -> (Vec2, WalkOutcome) {
        let CellWalker { step, pace, request, .. } = walker;
        let end = self.geometry.center_of(step.to());
        let (before, now) = (self.clock.before, self.clock.now);
        if request.is_steered() {
            // The game moves the agent, as fast as it likes.
            let is_there = self.geometry.tiles_at(at).distance(self.geometry.tiles_at(end)) <= NEAR;
            let ends = if is_there { now } else { pace.ends(at.distance(end), before).max(now + 1) };
            step.motion = Motion::straight(at, end, before, ends);
        } else if !step.is_at(at, before) {
            step.motion = step.motion.from_elsewhere(at, before);
        }
        if now < step.motion.ends() {
            return (step.motion.at(now), WalkOutcome::Nothing);
        }
        let outcome = WalkOutcome::LinkFinished(step.from(), step.to());
        step.set_out(Motion::until(end, step.motion.ends()), pace.speed, StepState::Walking);
        step.set_cells(step.to(), step.to());
        (end, outcome)
    }
}
