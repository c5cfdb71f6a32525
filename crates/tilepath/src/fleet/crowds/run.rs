//! Runs a crowd: agents arrive in cells, and decide there what they do next.

use super::{guide::Guide, layer::CrowdLayer, legs::LEAST_STEP, member::Member, reading::Reading};
use crate::{
    crowd::{Crowd, CrowdAnswer, MemberId},
    fleet::{
        agent_id::AgentId,
        requests::FleetEvent,
        walking::{CellStep, Motion},
    },
};
use core::cell::Cell;
use glam::IVec2;

/// Agents decide at least this often, in microseconds.
const LONGEST_TICK: u64 = 50_000;

/// Agents decide at most this often in an update, so that an update of any time span ends soon: often enough for 50 seconds, or for 4 seconds
/// if an agent crosses a cell in 4 milliseconds or less.
const MOST_TICKS: u64 = 1000;

/// What a run reads and writes beside its layer.
pub(in crate::fleet) struct Run<'a> {
    pub(in crate::fleet) reading: &'a Reading<'a>,
    /// The steps of all agents, by index.
    pub(in crate::fleet) steps: &'a mut [CellStep],
    pub(in crate::fleet) events: &'a mut Vec<FleetEvent>,
    /// Agents that their goal fields turn round, each with its cell, or with `None` if an edit of the map has done it.
    pub(in crate::fleet) turned: &'a mut Vec<(AgentId, Option<IVec2>)>,
    /// Agents that need another path.
    pub(in crate::fleet) astray: &'a mut Vec<AgentId>,
}

impl CrowdLayer {
    /// Moves the crowd on from the time `now` to the time `until`, both in microseconds. In a long time span, agents decide several times, so
    /// that the fastest agent loses no time.
    pub(in crate::fleet) fn run(&mut self, now: u64, until: u64, run: &mut Run) {
        for &(id, step) in self.crowd.settle_paces(now) {
            let member = &mut self.members[id.index()];
            let motion = &mut run.steps[member.agent.index()].motion;
            *motion = member.legs.repace(motion.at(now), now, [step.starts, step.ends]);
            self.alarms[id.index()] = motion.ends();
            self.news.push(id);
        }
        if self.crowd.is_empty() {
            return;
        }
        let stride = self.least_pace() * run.reading.geometry.shortest_stride();
        let tick = (stride.min(LONGEST_TICK as f32) as u64).max(LEAST_STEP);
        let time = until.saturating_sub(now);
        let ticks = time.div_ceil(tick).clamp(1, MOST_TICKS);
        if core::mem::take(&mut self.has_newcomers) || self.crowd.has_displaced() {
            // Newcomers lose no time. Agents that have lost their cells to walls do not walk into the walls.
            self.tick(now, run);
        }
        for nth in 1..=ticks {
            self.tick(now + (u128::from(time) * u128::from(nth) / u128::from(ticks)) as u64, run);
        }
        if self.has_stops {
            self.note_stops(run);
        }
    }

    /// Sends an event for each agent that has stopped before an obstacle. Wakes agents whose obstacle is gone.
    fn note_stops(&mut self, run: &mut Run) {
        let Self { crowd, members, has_stops, .. } = self;
        *has_stops = false;
        let stops = |member: &&mut Member| member.stops || member.stopped_before.is_some();
        for member in members.iter_mut().filter(stops) {
            *has_stops = true;
            let here = crowd.cell(member.id).filter(|_| !crowd.is_moving(member.id));
            let next = here.and_then(|here| member.next_after(here, run.reading));
            let ahead = next.and_then(|next| run.reading.obstacle_at(member.agent, next));
            let before = core::mem::replace(&mut member.stopped_before, ahead);
            match ahead.filter(|_| ahead != before) {
                Some(cell) => run.events.push(FleetEvent::ObstacleAhead { agent: member.agent, cell }),
                None if ahead.is_none() && before.is_some() => crowd.note_other_costs(member.id),
                None => {}
            }
        }
    }

    fn tick(&mut self, now: u64, run: &mut Run) {
        let Self { crowd, alarms, members, news, .. } = self;
        for (alarm, member) in alarms.iter_mut().zip(members).filter(|(alarm, _)| **alarm <= now) {
            news.push(member.id);
            let step = &mut run.steps[member.agent.index()];
            if member.legs.go_on(&mut step.motion, now) {
                *alarm = step.motion.ends();
            } else {
                *alarm = Motion::NEVER;
                step.set_cells(step.to(), step.to());
                crowd.arrive(member.id);
            }
        }
        let (crowd, guide) = self.guide(now, run);
        crowd.begin_call(now, &guide);
        self.follow_from(0, now, run);
        // An agent that got a place may begin a step from there at once.
        let placed = self.crowd.answers().len();
        let (crowd, guide) = self.guide(now, run);
        crowd.finish_call(now, &guide);
        self.follow_from(placed, now, run);
        run.astray.extend(self.crowd.astray().iter().map(|id| self.members[id.index()].agent));
        for stuck in self.crowd.newly_stuck() {
            let member = &self.members[stuck.agent.index()];
            // An agent without a speed is not stuck.
            if member.has_speed() {
                run.events.push(FleetEvent::Stuck {
                    agent: member.agent,
                    reason: stuck.reason,
                    cell: stuck.cell,
                });
            }
        }
    }

    /// The crowd, and what answers its questions.
    fn guide<'a>(&'a mut self, now: u64, run: &'a Run) -> (&'a mut Crowd, Guide<'a>) {
        let Self { crowd, members, profiles, .. } = self;
        let capacity = crowd.capacity();
        (
            crowd,
            Guide {
                reading: run.reading,
                members,
                profiles,
                steps: run.steps,
                capacity,
                now,
                asked: Cell::new(None),
            },
        )
    }

    /// Makes agents act on the answers of the crowd, from the answer with index `first` on.
    fn follow_from(&mut self, first: usize, now: u64, run: &mut Run) {
        for nth in first..self.crowd.answers().len() {
            let (id, answer) = self.crowd.answers()[nth];
            self.follow(id, answer, now, run);
        }
    }

    fn follow(&mut self, id: MemberId, answer: CrowdAnswer, now: u64, run: &mut Run) {
        if !self.crowd.contains(id) {
            // It has left since it was displaced.
            return;
        }
        let (geometry, capacity) = (run.reading.geometry, self.crowd.capacity_for(id));
        self.news.push(id);
        let member = &mut self.members[id.index()];
        let step = &mut run.steps[member.agent.index()];
        let at = step.motion.at(now);
        match answer {
            CrowdAnswer::Step(taken) => {
                let middle = if taken.from == taken.to { at } else { geometry.between(taken.from, taken.to) };
                let to = geometry.place_in(taken.to, taken.place, capacity);
                step.motion = member.legs.walk([at, middle, to], now, [taken.starts, taken.ends]);
                step.set_cells(taken.from, taken.to);
                self.alarms[id.index()] = step.motion.ends();
                run.turned.extend(member.set_out(taken.to, run.reading));
            }
            CrowdAnswer::Rest => member.has_rested = true,
            CrowdAnswer::Wake => {}
            CrowdAnswer::Placed { cell, place, at_once } => {
                let to = geometry.place_in(cell, place, capacity);
                if at_once && geometry.cell_at(at) == Some(cell) {
                    let ends = now.saturating_add(member.time_for(at.distance(to)));
                    step.motion = member.legs.walk([at, at, to], now, [now, ends]);
                } else {
                    self.stand(id, if at_once { to } else { at }, step);
                }
                step.set_cells(cell, cell);
                self.members[id.index()].is_outside = false;
            }
            CrowdAnswer::Displaced => {
                member.is_outside = true;
                self.stand(id, at, step);
                step.set_cells(step.to(), step.to());
            }
        }
    }

    /// The lowest pace of all agents, in microseconds per world unit.
    fn least_pace(&mut self) -> f32 {
        let Self { fastest, members, crowd, .. } = self;
        *fastest.get_or_insert_with(|| {
            let members = members.iter().filter(|member| crowd.contains(member.id));
            members.filter_map(|member| member.pace).fold(f32::INFINITY, f32::min)
        })
    }
}
