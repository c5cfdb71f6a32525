//! Agents without a path that are in a wall: they walk out of it all the same.

use super::{
    ground::WalkGround,
    step::StepState,
    walker::{CellWalker, WalkRequest},
};
use glam::Vec2;

impl WalkGround<'_> {
    /// Walks an agent that has no path. In a wall it walks to the nearest free cell; elsewhere it stands still. Returns its new position.
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
            // Where every cell is a wall, it looks again when the map changes.
            if step.state == StepState::Waiting && step.is_at(at) && self.disturbance.is_nowhere() {
                return at;
            }
            // In the free cell to which it walked, it goes on to the centre, wherever that is now.
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
