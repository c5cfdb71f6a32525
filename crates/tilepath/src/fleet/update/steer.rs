//! Steers agents that the game moves itself: collects them before a walk, and notes their velocities after it.

use crate::{
    cost::Cost,
    fleet::{
        agent_id::AgentId,
        agents::{AgentPath, Grounds, SteeredBody, Steering, Walks},
        fields::SharedFields,
        fleet::Fleet,
        input::FleetInput,
        walking::{NEAR, Pace, StepState, WalkClock},
    },
    geometry::CellGeometry,
    ground::PLAIN_WEIGHT,
};
use glam::{IVec2, Vec2};

impl Fleet {
    /// Lets the game move an agent itself (`true`), for example by a physics engine. The fleet then leaves the agent's position alone. In
    /// each update, give the present position ([`Fleet::set_position`]), and afterwards move the agent by [`Fleet::steering`].
    ///
    /// The agent need not follow exactly. Within about a tile of its path it walks on from where it is, and a crowd keeps its cell for it. An
    /// agent that is pushed farther gets another path.
    pub fn set_steered(&mut self, agent: AgentId, is_steered: bool) {
        if self.agents.get(agent).is_none_or(|steered| steered.is_steered == is_steered) {
            return;
        }
        self.journal.note(|| FleetInput::SetSteered(agent, is_steered));
        if let Some(steered) = self.agents.get_mut(agent) {
            steered.is_steered = is_steered;
        }
        if is_steered {
            self.agents.steered.insert(agent.index());
        } else {
            self.agents.steered.remove(agent.index());
            self.steering.forget(agent);
        }
    }

    /// How an agent must move in this update. `None` if the fleet moves the agent ([`Fleet::set_steered`]), and before its first update.
    #[must_use]
    pub fn steering(&self, agent: AgentId) -> Option<&Steering> {
        self.steering.found.get(&agent)
    }

    /// Collects the agents that the game moves itself and that walk in this way.
    pub(in crate::fleet) fn gather_steered(
        &mut self,
        grounds: &Grounds,
        walks_so: impl Fn(&Walks, usize) -> bool,
    ) {
        let mut bodies = core::mem::take(&mut self.steering.bodies);
        bodies.clear();
        let WalkClock { before, now, .. } = self.agents.walks.clock;
        let seconds = (now - before) as f32 * 1e-6;
        // In an update, the agent reaches at most one point.
        let most = grounds.tiles.map_or(f32::INFINITY, |(_, geometry)| geometry.shortest_stride() / seconds);
        for index in self.agents.steered.iter() {
            let walks = &self.agents.walks;
            let Some((id, pace)) = self.agents.id_at(index).zip(walks.paces[index]) else { continue };
            let Some(at) = self.agents.position(id).filter(|_| walks_so(walks, index)) else { continue };
            let pace = match pace.speed > most {
                true => Pace { speed: most, ..pace },
                false => pace,
            };
            // A crowd moves an agent that has arrived back to its place.
            let had_arrived = walks.is_walking[index] && walks.steps[index].state == StepState::Arrived;
            bodies.push(SteeredBody::new(id, at, pace, &walks.steps[index], had_arrived));
        }
        self.steering.bodies = bodies;
    }

    /// Notes the velocities of the collected agents after their walk over cells.
    pub(in crate::fleet) fn steer_over_cells(&mut self, grounds: &Grounds, fields: &SharedFields) {
        let Some((_, geometry)) = grounds.tiles else { return };
        let bodies = core::mem::take(&mut self.steering.bodies);
        let tile = geometry.stride(IVec2::ZERO, IVec2::X).1;
        for body in &bodies {
            let step = &self.agents.walks.steps[body.id.index()];
            let has_passed = step.motion.to() != body.aim
                && geometry.cell_at(body.aim).is_some_and(|cell| cell == step.from() || cell == step.to());
            let stays = body.had_arrived && step.state == StepState::Arrived;
            let mut steering = match stays {
                true => Steering::default(),
                false => body.steering(step, self.agents.walks.clock, has_passed, NEAR * tile),
            };
            if let Some(next) = steering.next {
                steering.distance_left =
                    body.at.distance(next) + self.rest_over_cells(body.id, next, (geometry, tile), fields);
            }
            self.steering.found.insert(body.id, steering);
        }
        // Keeps the memory for the next update.
        self.steering.bodies = bodies;
    }

    /// The length of an agent's path beyond its next point.
    fn rest_over_cells(
        &self,
        id: AgentId,
        next: Vec2,
        (geometry, tile): (&CellGeometry, f32),
        fields: &SharedFields,
    ) -> f32 {
        let Some(agent) = self.agents.get(id) else { return 0.0 };
        let Some(cell) = geometry.cell_at(next) else { return 0.0 };
        match &agent.path {
            AgentPath::OverCells(own) => {
                let ahead = self.agents.walks.tracks[id.index()].progress.next_index();
                let cells = own.path.cells();
                let from = cells.iter().skip(ahead.saturating_sub(1)).position(|&at| at == cell);
                let rest = &cells[(from.unwrap_or(1) + ahead.saturating_sub(1)).min(cells.len())..];
                rest.windows(2).map(|step| geometry.stride(step[0], step[1]).1).sum()
            }
            AgentPath::OnField(path) => {
                let ready = fields.ready(path.field);
                let cost = ready.and_then(|ready| ready.field().cost(cell)).unwrap_or(Cost::ZERO);
                let lengths = ready.map(|ready| ready.field().topology().lengths());
                let plain =
                    lengths.map_or(1, |lengths| Cost::of_step(lengths.straight(), PLAIN_WEIGHT).units());
                cost.units() as f32 / plain as f32 * tile
            }
            AgentPath::None | AgentPath::OverWaypoints(_) => 0.0,
        }
    }

    /// Notes the velocity of an agent after its walk over waypoints. `ahead` is the next waypoint, and `rest` the length of the path beyond it.
    pub(in crate::fleet) fn steer_over_waypoints(&mut self, body: &SteeredBody, ahead: Vec2, rest: f32) {
        let step = &self.agents.walks.steps[body.id.index()];
        // The walk stops at each waypoint, so the agent is never far beyond the last one.
        let has_passed =
            step.motion.to() != body.aim && step.motion.at(self.agents.walks.clock.now) == body.aim;
        let mut steering = match body.had_arrived {
            true => Steering::default(),
            false => body.steering(step, self.agents.walks.clock, has_passed, 0.0),
        };
        if let Some(next) = steering.next {
            steering.distance_left = body.at.distance(next) + next.distance(ahead) + rest;
        }
        self.steering.found.insert(body.id, steering);
    }
}
