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
    /// Moves an agent that is on a link, from wherever it is. If the game moves it (`is_steered`), it takes the time that it takes. On a link without a
    /// time of its own, it comes to the end at its pace. Returns its position. `None` if it has come to the end.
    pub(in crate::fleet) fn cross(
        &mut self,
        geometry: &CellGeometry,
        at: Vec2,
        (before, now): (u64, u64),
        pace: Pace,
        is_steered: bool,
    ) -> Option<Vec2> {
        let end = geometry.center_of(self.to());
        if is_steered {
            let is_there = geometry.tiles_at(at).distance(geometry.tiles_at(end)) <= NEAR;
            let ends = if is_there { now } else { pace.ends(at.distance(end), before).max(now + 1) };
            self.motion = Motion::straight(at, end, before, ends);
        } else if !self.has_time_of_link() && !self.is_paced(pace) {
            self.set_out(
                Motion::straight(at, end, before, pace.ends(at.distance(end), before)),
                pace.speed,
                self.state,
            );
        } else if self.motion.goes_on(before) && (self.motion.to() != end || !self.is_at(at, before)) {
            // Something moved the agent, or the map.
            self.motion = Motion::straight(at, end, before, self.motion.ends());
        }
        (now < self.motion.ends()).then(|| self.motion.at(now))
    }

    /// Begins the crossing of a link at the time `when`. An agent that crosses it at its own pace comes to the end at the time `ends`.
    pub(in crate::fleet) fn begin_crossing(
        &mut self,
        geometry: &CellGeometry,
        (at, when): (Vec2, u64),
        link: LinkStep,
        pace: Pace,
        ends: impl FnOnce(f32) -> u64,
    ) -> u64 {
        let end = geometry.center_of(link.to());
        let (ends, speed) = match link.micros {
            Some(micros) => (when.saturating_add(micros.into()), Self::TIME_OF_LINK),
            None => (ends(at.distance(end)), pace.speed),
        };
        self.set_out(Motion::straight(at, end, when, ends), speed, StepState::Crossing);
        self.set_cells(link.from(), link.to());
        ends
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
        pace: Pace,
        when: u64,
    ) -> WalkOutcome {
        let at = self.geometry.center_of(link.from());
        step.begin_crossing(self.geometry, (at, when), link, pace, |units| pace.ends(units, when));
        WalkOutcome::LinkEntered(link.from(), link.to())
    }

    /// Moves an agent that is on a link. It comes to the end in the time of the link, from wherever the game has moved it, and even if the link
    /// has been removed. The agent then is in the middle of the cell where the link ends, and goes on in the next update.
    pub(super) fn cross(&self, walker: CellWalker<impl WalkRequest>, at: Vec2) -> (Vec2, WalkOutcome) {
        let CellWalker { step, pace, request, .. } = walker;
        let clock = (self.clock.before, self.clock.now);
        if let Some(at) = step.cross(self.geometry, at, clock, pace, request.is_steered()) {
            return (at, WalkOutcome::Nothing);
        }
        let end = self.geometry.center_of(step.to());
        let outcome = WalkOutcome::LinkFinished(step.from(), step.to());
        step.set_out(Motion::until(end, step.motion.ends()), pace.speed, StepState::Walking);
        step.set_cells(step.to(), step.to());
        (end, outcome)
    }
}
