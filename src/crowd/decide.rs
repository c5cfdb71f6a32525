//! Time passes in a layer: agents arrive at the centres of cells and decide there what they do next.

use super::{
    cell_walk::{CellWalk, NEVER, place_of},
    guide::{Guide, LEAST_STEP, Reading},
    layer::Layer,
    look::Look,
    mind::{Aim, Mind},
};
use crate::request::{AgentStuck, EventQueue};
use bevy::prelude::*;
use tilepath::crowd::{AgentId, CrowdAnswer, CrowdStep};

/// Agents decide at least so often, in microseconds of the time of the game.
const LONGEST_TICK: u64 = 50_000;

/// So many cells before and after the last known one on its path an agent is looked for.
const WINDOW: usize = 8;

impl Layer {
    /// Lets time pass. Within a frame agents decide so often that the fastest loses no time.
    pub(super) fn run(&mut self, until: u64, look: &Look, reading: &Reading, events: &mut EventQueue) {
        let stride = self.least_pace() * shortest_stride(look);
        let tick = (stride.min(LONGEST_TICK as f32) as u64).max(LEAST_STEP);
        let ticks = (until - look.now).div_ceil(tick).max(1);
        if core::mem::take(&mut self.has_newcomers) || self.crowd.has_displaced() {
            // Newcomers lose no frame, and agents that lost their place to a wall do not walk into it.
            self.tick(look.now, look, reading, events);
        }
        for nth in 1..=ticks {
            let now = look.now + (until - look.now) * nth / ticks;
            self.tick(now, look, reading, events);
        }
    }

    fn tick(&mut self, now: u64, look: &Look, reading: &Reading, events: &mut EventQueue) {
        let Self { crowd, ends, minds, news, profiles, .. } = self;
        for (end, mind) in ends.iter_mut().zip(&*minds).filter(|(end, _)| **end <= now) {
            *end = NEVER;
            crowd.arrive(mind.id);
            news.push(mind.id);
        }
        crowd.decide(now, &Guide { reading, minds, profiles, now });
        for nth in 0..self.crowd.answers().len() {
            let (id, answer) = self.crowd.answers()[nth];
            self.note_answer(id, answer, now, look, reading);
        }
        for stuck in self.crowd.newly_stuck() {
            let mind = &self.minds[stuck.agent.index()];
            // One that stands still by itself is not stuck.
            if mind.pace.is_some() {
                events.stuck(AgentStuck { entity: mind.entity, reason: stuck.reason, cell: stuck.cell });
            }
        }
    }

    fn note_answer(&mut self, id: AgentId, answer: CrowdAnswer, now: u64, look: &Look, reading: &Reading) {
        self.news.push(id);
        let mind = &mut self.minds[id.index()];
        match answer {
            CrowdAnswer::Step(step) => {
                self.ends[id.index()] = step.ends;
                mind.set_out(step, look);
                if mind.aim == Aim::Path
                    && let Ok(result) = reading.results.get(mind.entity)
                {
                    mind.find_on_path(result.own_cells(), look, true);
                }
            }
            CrowdAnswer::Rest => {
                mind.is_resting = true;
                mind.has_rested = true;
            }
            CrowdAnswer::Wake => mind.is_resting = false,
            CrowdAnswer::Placed { cell, place, at_once } => mind.place_in(cell, place, at_once, now, look),
            CrowdAnswer::Displaced => {
                self.ends[id.index()] = NEVER;
                mind.walk = CellWalk::still(mind.walk.at(now));
                (mind.is_outside, mind.is_resting) = (true, false);
            }
        }
    }
}

impl Mind {
    /// Sets out on a step, from where it is.
    fn set_out(&mut self, step: CrowdStep, look: &Look) {
        let from = self.walk.at(step.starts);
        let middle = look.geometry.between(step.from, step.to);
        let to = place_of(look.geometry, step.to, step.place, look.capacity);
        self.walk = match step.from == step.to {
            true => CellWalk::straight(from, to, step.starts, step.ends),
            false => CellWalk::over(from, middle, to, step.starts, step.ends),
        };
        (self.from, self.to, self.place, self.is_resting) = (step.from, step.to, step.place, false);
    }

    /// Takes a place in a cell. If not `at_once`, the next step leads there. Otherwise an agent in that cell walks there, and any other is
    /// there at once.
    fn place_in(&mut self, cell: IVec2, place: u8, at_once: bool, now: u64, look: &Look) {
        let (at, to) = (self.walk.at(now), place_of(look.geometry, cell, place, look.capacity));
        self.walk = match () {
            () if !at_once => CellWalk::still(at),
            () if look.geometry.cell_at(at) == Some(cell) => {
                CellWalk::straight(at, to, now, now.saturating_add(self.time_for(at.distance(to))))
            }
            () => CellWalk::still(to),
        };
        (self.from, self.to, self.place) = (cell, cell, place);
        (self.is_outside, self.is_resting) = (false, false);
    }

    /// Finds how far it has come on its own path: the nearest cell to which a step leads, or else the nearest of all. Looks only near its
    /// last place if `is_near`. A cell behind a wall may be near although the agent has not passed it.
    pub(super) fn find_on_path(&mut self, cells: &[IVec2], look: &Look, is_near: bool) {
        let near = self.near as usize;
        let all = 0..cells.len();
        let window =
            if is_near { near.saturating_sub(WINDOW)..(near + WINDOW + 1).min(cells.len()) } else { all };
        let first = window.start;
        let (shape, profile) = (look.map.topology().shape(), look.profiles.get_or_default(self.profile));
        let is_a_step = |cell| cell == self.to || look.map.allows_step(profile, self.to, cell);
        let cells = cells.get(window).unwrap_or_default().iter().enumerate();
        let nearest =
            cells.rev().min_by_key(|&(_, &cell)| (!is_a_step(cell), shape.distance_squared(cell, self.to)));
        self.near = nearest.map_or(self.near, |(nth, _)| (first + nth) as u32);
    }
}

/// The least distance between two neighbours in the world.
fn shortest_stride(look: &Look) -> f32 {
    let from = IVec2::splat(8);
    let around = (-2..=2).flat_map(|y| (-1..=1).map(move |x| from + IVec2::new(x, y)));
    let lengths = around.map(|to| look.geometry.stride(from, to).1);
    lengths.filter(|&length| length > 0.0).fold(f32::INFINITY, f32::min)
}
