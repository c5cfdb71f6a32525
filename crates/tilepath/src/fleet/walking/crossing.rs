//! The walk over a link.

use super::{
    ground::WalkGround,
    motion::Motion,
    pace::Pace,
    setbacks::NEAR,
    step::{CellStep, StepState},
    walker::{CellWalker, WalkOutcome, WalkRequest},
};
use crate::{geometry::CellGeometry, ground::LinkStep};
use glam::Vec2;

impl CellStep {
    /// Moves an agent that is on a link, from wherever it is. `steered`: its pace, if the game moves it; it then takes the time that it takes.
    /// Returns its position. `None` if it has come to the end.
    pub(in crate::fleet) fn cross(
        &mut self,
        geometry: &CellGeometry,
        at: Vec2,
        (before, now): (u64, u64),
        steered: Option<Pace>,
    ) -> Option<Vec2> {
        let end = geometry.center_of(self.to());
        if let Some(pace) = steered {
            let is_there = geometry.tiles_at(at).distance(geometry.tiles_at(end)) <= NEAR;
            let ends = if is_there { now } else { pace.ends(at.distance(end), before).max(now + 1) };
            self.motion = Motion::straight(at, end, before, ends);
        } else if self.motion.goes_on(before) && (self.motion.to() != end || !self.is_at(at, before)) {
            // Something moved the agent, or the map.
            self.motion = Motion::straight(at, end, before, self.motion.ends());
        }
        (now < self.motion.ends()).then(|| self.motion.at(now))
    }

    /// Ends the crossing of a link: the agent stands where it ends.
    pub(in crate::fleet) fn end_crossing(&mut self, end: Vec2) {
        self.set_out(Motion::still(end), f32::NAN, StepState::New);
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
        let clock = (self.clock.before, self.clock.now);
        if let Some(at) = step.cross(self.geometry, at, clock, request.is_steered().then_some(pace)) {
            return (at, WalkOutcome::Nothing);
        }
        let end = self.geometry.center_of(step.to());
        let outcome = WalkOutcome::LinkFinished(step.from(), step.to());
        step.set_out(Motion::until(end, step.motion.ends()), pace.speed, StepState::Walking);
        step.set_cells(step.to(), step.to());
        (end, outcome)
    }
}
