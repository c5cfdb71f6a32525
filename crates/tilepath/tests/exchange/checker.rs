//! A referee that knows only the map: it walks plans in ticks, and as agents of random speeds that wait for each other.

use crate::ground::Ground;
use fastrand::Rng;
use std::collections::BTreeMap;
use tilepath::exchange::{ANYWHERE, Jam, Plan, PlannedStep};

/// Checks a plan in both ways.
pub(crate) fn check(ground: &Ground, jam: &Jam, plan: &Plan, random: &mut Rng) -> Result<(), String> {
    check_ticks(ground, jam, plan)?;
    Walk::new(ground, jam, plan).finish(jam, random)
}

/// The corner of a step between two cells. An error if they are not neighbours.
fn corner(ground: &Ground, from: u32, to: u32) -> Result<Option<u32>, String> {
    let step = ground.steps(from).into_iter().find(|&(cell, _)| cell == to);
    step.map(|(_, corner)| corner).ok_or_else(|| format!("no step from {from} to {to}"))
}

fn check_ticks(ground: &Ground, jam: &Jam, plan: &Plan) -> Result<(), String> {
    let keys = |cells: &[u16]| cells.iter().map(|&cell| jam.cut().key(cell)).collect::<Vec<u32>>();
    let ticks: Vec<Vec<u32>> = plan.steps().map(|cells| keys(&cells)).collect();
    if ticks.len() != plan.ticks() as usize + 1 || ticks[0] != keys(jam.starts()) {
        return Err("the beginning is wrong".into());
    }
    let at_goal = |(&cell, &goal): (&u32, &u16)| goal == ANYWHERE || cell == jam.cut().key(goal);
    if !ticks[ticks.len() - 1].iter().zip(jam.goals()).all(at_goal) {
        return Err("not all agents end at their goals".into());
    }
    for (tick, pair) in ticks.windows(2).enumerate() {
        check_tick(ground, &pair[0], &pair[1]).map_err(|fault| format!("tick {tick}: {fault}"))?;
    }
    Ok(())
}

fn check_tick(ground: &Ground, before: &[u32], after: &[u32]) -> Result<(), String> {
    let mut corners = Vec::new();
    for (agent, (&from, &to)) in before.iter().zip(after).enumerate() {
        if after[..agent].contains(&to) {
            return Err(format!("two agents in {to}"));
        }
        if from == to {
            continue;
        }
        if let Some(corner) = corner(ground, from, to)? {
            if corners.contains(&corner) {
                return Err(format!("two agents at the corner {corner}"));
            }
            corners.push(corner);
        }
        if before.iter().zip(after).any(|(&other, &its)| other == to && its == from) {
            return Err(format!("two agents exchange {from} and {to}"));
        }
    }
    Ok(())
}

/// Agents that walk a plan. An agent takes its next cell, and leaves its own, when it begins a step.
struct Walk<'a> {
    ground: &'a Ground,
    steps: Vec<Vec<(u32, PlannedStep)>>,
    circles: BTreeMap<u32, Vec<usize>>,
    cells: Vec<u32>,
    begun: Vec<usize>,
    ended: Vec<usize>,
    /// For each agent on a step, where it came from.
    from: Vec<Option<u32>>,
}

impl<'a> Walk<'a> {
    fn new(ground: &'a Ground, jam: &Jam, plan: &Plan) -> Self {
        let key = |cell: u16| jam.cut().key(cell);
        let steps: Vec<Vec<(u32, PlannedStep)>> = plan
            .dependencies()
            .iter()
            .map(|steps| steps.iter().map(|&step| (key(step.cell), step)).collect())
            .collect();
        let mut circles = BTreeMap::<u32, Vec<usize>>::new();
        for (agent, steps) in steps.iter().enumerate() {
            for circle in steps.iter().filter_map(|(_, step)| step.circle) {
                circles.entry(circle).or_default().push(agent);
            }
        }
        let agents = steps.len();
        let cells = jam.starts().iter().map(|&cell| key(cell)).collect();
        Self {
            ground,
            steps,
            circles,
            cells,
            begun: vec![0; agents],
            ended: vec![0; agents],
            from: vec![None; agents],
        }
    }

    /// Random allowed events until nothing is left to do.
    fn finish(mut self, jam: &Jam, random: &mut Rng) -> Result<(), String> {
        // Slow agents end their steps late.
        let slowness: Vec<u32> = self.cells.iter().map(|_| random.u32(1..10)).collect();
        let mut idle = 0;
        while (0..self.cells.len()).any(|agent| self.ended[agent] < self.steps[agent].len()) {
            let agent = random.usize(0..self.cells.len());
            idle += 1;
            if self.from[agent].is_some() {
                if random.u32(0..slowness[agent]) == 0 {
                    self.from[agent] = None;
                    self.ended[agent] += 1;
                    idle = 0;
                }
            } else if self.is_ready(agent) {
                self.begin(agent)?;
                idle = 0;
            }
            if idle > 20_000 {
                return Err(format!("a deadlock: {:?} of the steps have begun", self.begun));
            }
        }
        let at_goal = |(&cell, &goal): (&u32, &u16)| goal == ANYWHERE || cell == jam.cut().key(goal);
        if self.cells.iter().zip(jam.goals()).all(at_goal) {
            Ok(())
        } else {
            Err("not all agents end at their goals".into())
        }
    }

    /// The agents that begin their steps together with an agent.
    fn together(&self, agent: usize) -> Vec<usize> {
        let circle = self.steps[agent].get(self.begun[agent]).and_then(|(_, step)| step.circle);
        circle.map_or(vec![agent], |circle| self.circles[&circle].clone())
    }

    fn is_ready(&self, agent: usize) -> bool {
        let together = self.together(agent);
        together.iter().all(|&agent| {
            let Some((_, step)) = self.steps[agent].get(self.begun[agent]) else {
                return false;
            };
            let is_together = |other: u8| together.len() > 1 && together.contains(&usize::from(other));
            let has_begun = step.cell_after.is_none_or(|after| {
                is_together(after.agent) || self.begun[usize::from(after.agent)] > after.nth as usize
            });
            let has_passed = step
                .corner_after
                .is_none_or(|after| self.ended[usize::from(after.agent)] > after.nth as usize);
            self.from[agent].is_none() && has_begun && has_passed && self.together(agent) == together
        })
    }

    fn begin(&mut self, agent: usize) -> Result<(), String> {
        let together = self.together(agent);
        let before = self.cells.clone();
        for &agent in &together {
            let (to, _) = self.steps[agent][self.begun[agent]];
            self.cells[agent] = to;
            self.from[agent] = Some(before[agent]);
            self.begun[agent] += 1;
        }
        for &agent in &together {
            let (from, to) = (before[agent], self.cells[agent]);
            let corner = corner(self.ground, from, to)?;
            for other in (0..self.cells.len()).filter(|&other| other != agent) {
                if self.cells[other] == to {
                    return Err(format!("two agents in {to}"));
                }
                if let Some(its) = self.from[other] {
                    if its == to && self.cells[other] == from {
                        return Err(format!("two agents exchange {from} and {to}"));
                    }
                    if corner.is_some()
                        && crate::checker::corner(self.ground, its, self.cells[other])? == corner
                    {
                        return Err(format!("two agents at the corner {corner:?}"));
                    }
                }
            }
        }
        Ok(())
    }
}
