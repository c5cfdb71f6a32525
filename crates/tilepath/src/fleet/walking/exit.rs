//! The walk of an agent without a path: the agent only walks out of walls.

use super::{
    ground::WalkGround,
    motion::Motion,
    step::StepState,
    walker::{CellWalker, WalkRequest},
};
use glam::Vec2;

impl WalkGround<'_> {
    /// Moves an agent that has no path. An agent in a wall walks to the nearest free cell. Any other agent stands
    /// still. Returns the agent's new position.
    pub(in crate::fleet) fn walk_without_path(&self, walker: CellWalker<impl WalkRequest>, at: Vec2) -> Vec2 {
        let CellWalker { own, step, pace, request, .. } = walker;
        let map = self.map.without_obstacles(own);
        let Some(here) = self.geometry.cell_at(at).filter(|&here| self.map.grid().contains(here)) else {
            step.renew();
            step.motion = Motion::still(at);
            return at;
        };
        let profile = request.profile();
        let is_free = map.is_free(profile, here);
        let is_walking_out = step.state == StepState::WalkingOut;
        let then = self.clock.before;
        let is_disturbed = !step.is_at(at, then) || self.disturbance.concerns(step) || !step.is_paced(pace);
        if is_free && !(is_walking_out && here == step.to()) {
            step.renew();
            step.motion = Motion::still(at);
            return at;
        }
        if !is_walking_out || is_disturbed {
            // If every cell is a wall, the agent looks for an exit again only when the map changes.
            if step.state == StepState::Waiting && step.is_at(at, then) && self.disturbance.is_nowhere() {
                return at;
            }
            // An agent that has reached the free cell walks on to the centre of this cell, which may have moved.
            let Some(exit) = (if is_free { Some(here) } else { map.nearest_free(profile, here) }) else {
                step.wait(at, here);
                return at;
            };
            let to = self.geometry.center_of(exit);
            let motion = Motion::straight(at, to, then, pace.ends(at.distance(to), then));
            step.set_out(motion, pace.speed, StepState::WalkingOut);
            step.set_cells(here, exit);
        }
        if self.clock.now >= step.motion.ends() {
            step.complete(self.geometry.center_of(step.to()));
            step.renew();
        }
        step.motion.at(self.clock.now)
    }
}
