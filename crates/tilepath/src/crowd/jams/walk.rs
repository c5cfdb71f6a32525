//! The walk of the agents of a jam by their plan.

use super::{
    super::{
        agent::{Alert, MemberId, NONE, State},
        chain::{Freedom, Link},
        environment::CrowdEnvironment,
        members::Crowd,
    },
    jam::{Jam, Phase},
};
use crate::exchange::PlannedStep;
use smallvec::{SmallVec, smallvec};

/// If nobody of a jam has begun a step for this long, in microseconds, the plan is given up: something that it does not know is in the way.
pub(super) const GIVE_UP_AFTER: u64 = 4_000_000;

impl Crowd {
    /// Whether a plan needs a cell: nobody else may enter it.
    pub(in crate::crowd) fn is_held(&self, cell: u32) -> bool {
        self.jams.iter().any(|jam| jam.holds(cell))
    }

    /// Lets agents begin the steps of their plans that are due.
    pub(in crate::crowd) fn walk_jams(&mut self, guide: &impl CrowdEnvironment, now: u64) {
        let mut nth = 0;
        while nth < self.jams.len() {
            if self.jams[nth].walk().is_some() {
                // The steps of one let others follow.
                while self.begin_steps(nth, guide, now) {}
                if self.ends_walk(nth, now) {
                    let jam = self.jams.remove(nth);
                    self.release(&jam, now);
                    continue;
                }
            }
            nth += 1;
        }
    }

    /// Lets agents of a jam begin their next steps. Returns whether any did.
    fn begin_steps(&mut self, nth: usize, guide: &impl CrowdEnvironment, now: u64) -> bool {
        let mut any = false;
        for member in 0..self.jams[nth].members.len() {
            let Some(step) = self.due_step(nth, member, guide) else { continue };
            let together: SmallVec<[usize; 8]> = match step.circle {
                None => smallvec![member],
                Some(circle) => match self.circle(nth, circle, guide) {
                    Some(members) => members,
                    None => continue,
                },
            };
            if self.take_steps(nth, &together, guide, now) {
                any = true;
            }
        }
        any
    }

    /// The next step of an agent of a jam, if all that it waits for has happened.
    fn due_step(&self, nth: usize, member: usize, guide: &impl CrowdEnvironment) -> Option<PlannedStep> {
        let jam = &self.jams[nth];
        let walk = jam.walk()?;
        let step = *walk.plan.dependencies().get(member)?.get(*walk.begun.get(member)? as usize)?;
        let number = jam.members[member];
        if !matches!(self.states[number as usize], State::Waiting | State::Resting) {
            return None;
        }
        let has_begun = step
            .cell_after
            .is_none_or(|after| step.circle.is_some() || walk.begun[usize::from(after.agent)] > after.nth);
        let has_ended = step.corner_after.is_none_or(|after| {
            let other = usize::from(after.agent);
            let (begun, state) = (walk.begun[other], self.states[jam.members[other] as usize]);
            begun > after.nth + 1 || begun == after.nth + 1 && state != State::Moving
        });
        let [from, to] = [self.agents[number as usize].cell, jam.cut().key(step.cell)];
        let is_allowed = guide.allows_step(MemberId(number), self.ground.cell(from), self.ground.cell(to));
        (has_begun && has_ended && is_allowed).then_some(step)
    }

    /// The members of a full circle, each of which steps into the cell of the next. `None` if one of them is not ready.
    fn circle(&self, nth: usize, circle: u32, guide: &impl CrowdEnvironment) -> Option<SmallVec<[usize; 8]>> {
        let jam = &self.jams[nth];
        let walk = jam.walk()?;
        let is_of_circle = |&member: &usize| {
            let steps = &walk.plan.dependencies()[member];
            steps.get(walk.begun[member] as usize).is_some_and(|step| step.circle == Some(circle))
        };
        let members: SmallVec<[usize; 8]> = (0..jam.members.len()).filter(is_of_circle).collect();
        let mut ring: SmallVec<[usize; 8]> = smallvec![*members.first()?];
        while ring.len() < members.len() {
            let step = self.due_step(nth, *ring.last()?, guide)?;
            let to = jam.cut().key(step.cell);
            let next =
                members.iter().find(|&&member| self.agents[jam.members[member] as usize].cell == to)?;
            ring.push(*next);
        }
        self.due_step(nth, *ring.last()?, guide)?;
        let all =
            walk.plan.dependencies().iter().flatten().filter(|step| step.circle == Some(circle)).count();
        (all == ring.len()).then_some(ring)
    }

    /// Lets agents of a jam begin a step: one agent into a cell with room, or several in a full circle. Returns whether they did.
    fn take_steps(
        &mut self,
        nth: usize,
        together: &[usize],
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        let is_circle = together.len() > 1;
        for &member in together {
            let Some(link) = self.planned_link(nth, member, is_circle) else {
                self.drop_planned();
                return false;
            };
            let at = self.agents[link.agent as usize].cell;
            if !self.work.corners.are_free(&self.ground, at, link.direction) {
                self.drop_planned();
                return false;
            }
            if is_circle && self.work.push.chain.len() + 1 < together.len() {
                // As a search for room claims them. `commit` releases these claims.
                self.work.corners.take(&self.ground, at, link.direction);
            }
            self.work.push.chain.push(link);
        }
        self.commit(is_circle, guide, now);
        self.work.push.chain.clear();
        let jam = &mut self.jams[nth];
        if let Phase::Walk(walk) = &mut jam.phase {
            for &member in together {
                let step = walk.plan.dependencies()[member][walk.begun[member] as usize];
                walk.visits[usize::from(step.cell)] -= 1;
                walk.begun[member] += 1;
            }
            walk.stepped = now;
        }
        true
    }

    /// Forgets links that can't begin, with the diagonals that they have claimed.
    fn drop_planned(&mut self) {
        let Self { work, ground, agents, .. } = self;
        for link in work.push.chain.drain(..) {
            work.corners.release(ground, agents[link.agent as usize].cell, link.direction);
        }
    }

    /// The next step of an agent as a link of a chain. `None` if its cell has no room, except in a circle.
    fn planned_link(&self, nth: usize, member: usize, is_circle: bool) -> Option<Link> {
        let jam = &self.jams[nth];
        let walk = jam.walk()?;
        let number = jam.members[member];
        let step = walk.plan.dependencies()[member].get(walk.begun[member] as usize)?;
        let to = jam.cut().key(step.cell);
        if !is_circle && self.occupancy.room(to).is_none() {
            return None;
        }
        let mut steps = self.ground.steps(self.agents[number as usize].cell);
        let (direction, _) = steps.find(|&(_, beside)| beside == to)?;
        Some(Link { to, direction, ..Link::new(number, Freedom::Anywhere) })
    }

    /// Lets agents go that have taken all their steps. Returns whether the walk is over, or is given up.
    fn ends_walk(&mut self, nth: usize, now: u64) -> bool {
        let Some(walk) = self.jams[nth].walk() else { return false };
        let is_stuck = now.saturating_sub(walk.stepped) > GIVE_UP_AFTER;
        let mut is_over = true;
        for member in 0..self.jams[nth].members.len() {
            let jam = &self.jams[nth];
            let number = jam.members[member];
            let is_done = jam.walk().is_some_and(|walk| walk.has_ended(member));
            is_over &= is_done;
            if is_done && self.states[number as usize] != State::Moving {
                let was_led = jam.leads(member);
                self.let_go(number, was_led, now);
            }
        }
        is_over || is_stuck
    }

    /// Lets an agent decide for itself again. One that the plan led has new patience, one that only made room has not.
    fn let_go(&mut self, number: u32, was_led: bool, now: u64) {
        let patience = self.work.times.jam_after;
        let agent = &mut self.agents[number as usize];
        if !core::mem::take(&mut agent.patience.is_held) {
            return;
        }
        agent.patience.until = now.saturating_add(patience);
        if was_led {
            agent.progress.begin_again(now);
        }
        agent.blocked = None;
        self.alerts[number as usize] = Alert::Now;
    }

    /// Lets all agents of a jam go.
    fn release(&mut self, jam: &Jam, now: u64) {
        (0..).zip(&jam.members).for_each(|(member, &number)| self.let_go(number, jam.leads(member), now));
        // Cells that were kept free may be entered again.
        for cell in 0..jam.cut().cells() {
            let cell = jam.cut().key(cell);
            if self.occupancy.owners(cell).iter().all(|&owner| owner == NONE) {
                self.wake_beside(cell);
            }
        }
    }

    /// Forgets the jam of an agent that is gone or was moved.
    pub(in crate::crowd) fn leave_jam(&mut self, number: u32, now: u64) {
        let is_its = |jam: &Jam| jam.members.contains(&number);
        while let Some(nth) = self.jams.iter().position(is_its) {
            let jam = self.jams.remove(nth);
            self.release(&jam, now);
        }
    }

    /// Forgets the jams that reach to a cell, because it has changed.
    pub(in crate::crowd) fn forget_jams_at(&mut self, cell: u32, now: u64) {
        while let Some(nth) = self.jams.iter().position(|jam| jam.covers(cell)) {
            let jam = self.jams.remove(nth);
            self.release(&jam, now);
        }
    }

    /// Forgets all jams, because the ground has changed.
    pub(in crate::crowd) fn forget_jams(&mut self, now: u64) {
        for jam in core::mem::take(&mut self.jams) {
            self.release(&jam, now);
        }
    }
}
