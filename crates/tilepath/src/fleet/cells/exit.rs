//! The walk of an agent without a path: the agent only walks out of walls.

use super::{
    ground::WalkGround,
    step::StepState,
    walker::{CellWalker, WalkRequest},
};
use glam::Vec2;

impl WalkGround<'_> {
    /// Moves an agent that has no path. An agent in a wall walks to the nearest free cell. Any other agent stands
    /// still. Returns the agent's new position.
    pub(super) fn walk_without_path(&self, walker: CellWalker<impl WalkRequest>, at: Vec2) -> Vec2 {
        let CellWalker { own, step, pace, request, .. } = walker;
        let map = self.map.without_obstacles(own);
        let Some(here) = self.geometry.cell_at(at).filter(|&here| self.map.grid().contains(here)) else {
            step.renew();
            return at;
        };
        let profile = request.profile();
        let is_free = map.is_free(profile, here);
        let is_walking_out = step.state == StepState::WalkingOut;
        let is_disturbed = !step.is_at(at) || self.disturbance.concerns(step);
        if is_free && !(is_walking_out && here == step.to()) {
            step.renew();
            return at;
        }
        if !is_walking_out || is_disturbed {
            // If every cell is a wall, the agent looks for an exit again only when the map changes.
            if step.state == StepState::Waiting && step.is_at(at) && self.disturbance.is_nowhere() {
                return at;
            }
            // An agent that has reached the free cell walks on to the centre of this cell, which may have moved.
            let Some(exit) = (if is_free { Some(here) } else { map.nearest_free(profile, here) }) else {
                step.wait(at, here);
                return at;
            };
            let (direction, distance) = (self.geometry.center_of(exit) - at).normalize_and_length();
            step.set_out(at, direction, distance, StepState::WalkingOut);
            step.set_cells(here, exit);
        }
        let travel = pace.travel(self.seconds);
        if travel < step.left {
            step.left -= travel;
            step.at = at + step.velocity * travel;
        } else {
            step.complete(self.geometry.center_of(step.to()));
            step.renew();
        }
        step.at
    }
}
