//! Agents that have been without speed for long.

use super::layer::CrowdLayer;
use crate::crowd::MemberId;
use glam::IVec2;

/// An agent *stands for good* after this time without speed, in microseconds. An agent that is stunned for a moment
/// does not count.
const FOR_GOOD: u64 = 1_000_000;

impl CrowdLayer {
    /// The cells that are full of agents that stand for good (see [`FOR_GOOD`]).
    pub(in crate::fleet) fn cells_of_standing(&mut self, now: u64) -> impl Iterator<Item = IVec2> {
        let Self { standing, members, crowd, .. } = self;
        let capacity = crowd.capacity();
        standing.retain(|&id| crowd.contains(id) && !members[id.index()].has_speed());
        // An agent that moved on and stopped again within an update is listed twice.
        standing.sort_unstable();
        standing.dedup();
        let is_long = |id: &MemberId| now.saturating_sub(members[id.index()].stands_since) >= FOR_GOOD;
        let long = standing.iter().copied().filter(is_long);
        // Each place, so that a wide agent fills its cells alone.
        let mut cells: Vec<IVec2> = long.flat_map(|id| crowd.places_of(id)).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let full = cells.chunk_by(|a, b| a == b).filter(|there| there.len() >= capacity.into());
        full.map(|there| there[0]).collect::<Vec<IVec2>>().into_iter()
    }
}
