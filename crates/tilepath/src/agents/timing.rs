//! The durations of steps, from the speeds and positions of the agents.

use super::{crowd_guide::CrowdGuide, walker::Walker};
use crate::{
    cost::Cost,
    crowd::{CrowdEnvironment, MemberId},
    geometry::CellGeometry,
};
use glam::{IVec2, Vec2};

/// The shortest duration of a step, in microseconds.
pub(super) const LEAST_STEP: u64 = 4_000;

/// A straight line out of a wall is checked at this many points per tile, but at most at `MOST_SAMPLES` points.
const SAMPLES_PER_TILE: f32 = 16.0;
const MOST_SAMPLES: f32 = 1024.0;

/// Answers a crowd with the costs of the guide and the durations of steps.
pub(super) struct Timed<'a, G> {
    pub(super) guide: &'a G,
    pub(super) walkers: &'a [Walker],
    pub(super) geometry: &'a CellGeometry,
    pub(super) capacity: u8,
    pub(super) now: u64,
}

impl<G: CrowdGuide> Timed<'_, G> {
    /// The duration of an agent's step of `distance` world units into a cell.
    fn time_of_step(&self, agent: MemberId, to: IVec2, distance: f32) -> u64 {
        let slowness = self.guide.slowness(agent, to);
        self.walkers[agent.index()].time_for(distance * slowness).max(LEAST_STEP)
    }

    /// Returns whether a straight line enters no wall, except the wall in which it begins. What is a wall depends on the agent.
    fn leads_out(&self, agent: MemberId, at: Vec2, to: Vec2) -> bool {
        let geometry = self.geometry;
        let is_free = |point| geometry.cell_at(point).is_some_and(|cell| self.guide.is_free(agent, cell));
        let tiles = geometry.tiles_at(at).distance(geometry.tiles_at(to));
        let count = (tiles * SAMPLES_PER_TILE).ceil().clamp(1.0, MOST_SAMPLES) as u32;
        let points = (0..=count).map(|nth| at.lerp(to, nth as f32 / count as f32));
        points.skip_while(|&point| !is_free(point)).all(is_free)
    }
}

impl<G: CrowdGuide> CrowdEnvironment for Timed<'_, G> {
    fn cost(&self, agent: MemberId, cell: IVec2) -> Option<Cost> {
        self.guide.cost(agent, cell)
    }

    fn costs(&self, agent: MemberId, cells: &[IVec2], costs: &mut [Option<Cost>]) {
        self.guide.costs(agent, cells, costs);
    }

    fn fetch_costs(&self, agent: MemberId, cell: IVec2) {
        self.guide.fetch_costs(agent, cell);
    }

    fn revision(&self, agent: MemberId) -> Option<u64> {
        self.guide.revision(agent)
    }

    fn duration(&self, agent: MemberId, from: IVec2, to: IVec2) -> u64 {
        self.time_of_step(agent, to, self.geometry.stride(from, to).1)
    }

    fn duration_to_place(&self, agent: MemberId, from: IVec2, to: IVec2, place: u8) -> u64 {
        let middle = self.geometry.between(from, to);
        // The agent may be anywhere in its cell, and its next place may be off the centre.
        let at = self.walkers[agent.index()].motion.at(self.now);
        let distance =
            at.distance(middle) + middle.distance(self.geometry.place_in(to, place, self.capacity));
        self.time_of_step(agent, to, distance)
    }

    fn duration_out(&self, agent: MemberId, cell: IVec2, place: u8) -> u64 {
        let walker = &self.walkers[agent.index()];
        let (at, to) = (walker.motion.at(self.now), self.geometry.place_in(cell, place, self.capacity));
        match self.leads_out(agent, at, to) {
            true => walker.time_for(at.distance(to)).max(LEAST_STEP),
            // The agent is at its new place at once, because it must not walk through a wall.
            false => 0,
        }
    }

    fn allows_step(&self, agent: MemberId, from: IVec2, to: IVec2) -> bool {
        self.walkers[agent.index()].has_speed() && self.guide.allows_step(agent, from, to)
    }

    fn allows_cell(&self, agent: MemberId, cell: IVec2) -> bool {
        self.guide.allows_cell(agent, cell)
    }

    fn rests_at_goal_only(&self, agent: MemberId) -> bool {
        self.guide.rests_at_goal_only(agent)
    }

    fn cells(&self, agent: MemberId) -> u64 {
        self.guide.cells(agent)
    }

    fn exit(&self, agent: MemberId, wall: IVec2) -> Option<IVec2> {
        self.guide.exit(agent, wall)
    }
}
