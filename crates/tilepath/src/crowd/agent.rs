//! What a crowd knows about one agent: its number, its step and its queue.

use super::{
    ground::NO_DIRECTION,
    patience::{Patience, Verdict},
    progress::GoalProgress,
    stuck_reason::StuckReason,
    turn::Departure,
};
use crate::cost::Cost;
use glam::IVec2;

/// The number of an agent in its [`Crowd`](crate::crowd::Crowd). Once the agent is removed, a new agent may get the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct MemberId(pub(super) u32);

impl MemberId {
    /// The number of the agent as an index, for arrays of agents. Such arrays stay small: a new agent gets the lowest number that
    /// no agent has.
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole step in millionths, the unit of progress along a step.
pub(super) const WHOLE: u64 = 1_000_000;
/// The end of a step on which the agent stands still: a time that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// Stands for "no cell" or "no agent".
pub(super) const NONE: u32 = u32::MAX;

/// The state of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum State {
    /// No agent has this number.
    Vacant,
    /// The agent has no cell: no cell near the agent has room.
    Outside,
    /// The agent is on a step.
    Moving,
    /// The agent stands at the centre of its cell and wants to go on.
    Waiting,
    /// The agent rests, at its goal or near it.
    Resting,
}

/// When a standing agent tries again to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Alert {
    /// In the next call.
    Now,
    /// The agent is blocked. It tries again after a change in its cell or in a neighbouring cell, and after some calls.
    OnEvent,
    /// The agent is blocked in a queue. Like `OnEvent`, but the change may be two cells away.
    OnEventNear,
    /// A corridor refused the agent, or the agent waits for its way to a gap. Like `OnEventNear`, but after fewer calls: the corridor
    /// forgets agents that do not ask again.
    AtDoor,
}

/// The progress of an agent's step while the ends of steps are computed again after changes of pace.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Repaced {
    #[default]
    No,
    /// The end of the agent's step may have changed.
    Affected,
    /// The end of the agent's step is known, unless the step of the agent ahead changes again.
    Known,
}

/// The corridor for which an agent queues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Queue {
    /// The corridor. For a passage, its first lane. `u32::MAX` for no queue.
    pub(super) corridor: u32,
    /// The end by which the agent wants to enter the corridor.
    pub(super) end: u8,
}

impl Queue {
    pub(super) const NONE: Self = Self { corridor: u32::MAX, end: 0 };
}

/// For whom an agent clears the way, and until when.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Clearing {
    pub(super) agent: u32,
    pub(super) until: u64,
}

impl Clearing {
    pub(super) const NONE: Self = Self { agent: NONE, until: 0 };
}

/// What a crowd knows about one agent, except its [`State`] and its [`Alert`].
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Member {
    /// The cell of the agent. During a step, the cell that the agent enters. [`NONE`] if the agent is outside.
    pub(super) cell: u32,
    /// The cell from which the agent's last step began. The agent's own cell if there was no step. For an agent outside, the cell
    /// near which the agent wants a place.
    pub(super) from: u32,
    /// The direction of the agent's last step.
    pub(super) direction: u8,
    /// The agent's place in the cell. A wide agent has all places of the cells that it covers.
    pub(super) place: u8,
    /// How wide the agent is, in cells.
    pub(super) size: u8,
    /// The number of the agent's goal. Agents with the same goal come to rest around each other.
    pub(super) goal: u64,
    /// When the last step began or last changed its pace, and how much of the step was done at that time, of [`WHOLE`].
    pub(super) starts: u64,
    pub(super) done: u64,
    /// When the last step ends.
    pub(super) ends: u64,
    /// The duration of the whole last step at the agent's own speed, in microseconds.
    pub(super) alone: u64,
    /// The call in which the agent set out.
    pub(super) since: u32,
    /// When the agent set out, and how long its path takes if no other agents are in the way.
    pub(super) turn: Departure,
    /// The last call in which the agent found no place. 0 if the agent has not looked for a place since it lost its last one.
    pub(super) no_room_at: u32,
    /// The lowest cost to the goal since the agent set out, and when the agent reached this cost.
    pub(super) best: Cost,
    pub(super) best_at: u64,
    /// The agent's progress since it got its goal.
    pub(super) progress: GoalProgress,
    /// When a plan may be searched for the agent, and whether it walks by one.
    pub(super) patience: Patience,
    /// For whom the agent clears the way.
    pub(super) clearing: Clearing,
    /// The agent's costs have changed since `best` was found.
    pub(super) has_other_costs: bool,
    pub(super) reason: StuckReason,
    /// The agent walks to its next place. Without this flag, the agent is there at once.
    pub(super) is_displaced: bool,
    /// The agent has rested at its goal. If other agents then take its place, the agent may rest near the goal.
    pub(super) has_rested: bool,
    /// The agent pushes resting agents until this time.
    pub(super) insists_until: u64,
    /// How often the agent has started again to push resting agents.
    pub(super) returns: u8,
    /// The next corridor on the agent's path, and the call in which it was found. The call is 0 if the corridor is not known.
    pub(super) queue: Queue,
    pub(super) queue_at: u32,
    /// The agent waits in its queue, and decides after agents that do not wait.
    pub(super) is_queueing: bool,
    /// The number of cell changes when the agent was blocked. `None` if the agent is not blocked.
    pub(super) blocked: Option<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) work: MemberWork,
}

/// What a call of the crowd notes about an agent. Later calls do not read it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MemberWork {
    /// The call in which the agent made its last decision.
    pub(super) decided: u32,
    /// The call in which the agent could not give way, and whether it could have gone anywhere then (`Freedom::Anywhere`).
    pub(super) failed: u32,
    pub(super) failed_freely: bool,
    pub(super) repaced: Repaced,
    /// The last call in which the agent found a gap.
    pub(super) found_gap: u32,
    /// The last call in which another agent came to rest beside the agent.
    pub(super) beside_rest: u32,
}

impl Member {
    pub(super) const fn new(near: u32, goal: u64, since: u32, push_time: u64, now: u64) -> Self {
        Self {
            cell: NONE,
            from: near,
            direction: NO_DIRECTION,
            place: 0,
            size: 1,
            goal,
            starts: now,
            done: 0,
            ends: now,
            alone: 0,
            since,
            turn: Departure::at(now),
            no_room_at: 0,
            best: Cost::INFINITE,
            best_at: now,
            progress: GoalProgress::new(now),
            patience: Patience::NEW,
            clearing: Clearing::NONE,
            has_other_costs: false,
            reason: StuckReason::NoRoom,
            is_displaced: false,
            has_rested: false,
            insists_until: now.saturating_add(push_time),
            returns: 0,
            queue: Queue::NONE,
            queue_at: 0,
            is_queueing: false,
            blocked: None,
            work: MemberWork {
                decided: 0,
                failed: 0,
                failed_freely: false,
                repaced: Repaced::No,
                found_gap: 0,
                beside_rest: 0,
            },
        }
    }

    /// How much of the agent's step is done at the time `now`: less than [`WHOLE`].
    pub(super) fn done_at(&self, now: u64) -> u64 {
        let Self { starts, done, ends, .. } = *self;
        let (gone, all) = (now.saturating_sub(starts), ends.saturating_sub(starts).max(1));
        let gone = u128::from(WHOLE - done) * u128::from(gone.min(all)) / u128::from(all);
        (done + gone as u64).min(WHOLE - 1)
    }

    /// The time at which `hundredths` of the agent's step are done. Assumes that the agent has had its present pace from the
    /// start.
    pub(super) fn when_done(&self, hundredths: u64) -> u64 {
        let Self { starts, done, ends, .. } = *self;
        if ends == NEVER {
            return if done * 100 >= WHOLE * hundredths { starts } else { NEVER };
        }
        // The duration of the whole step at the pace of the rest.
        let all = parts_of(ends - starts, WHOLE, WHOLE - done);
        (starts + all / 100 * hundredths).saturating_sub(parts_of(all, done, WHOLE))
    }

    /// The duration of the rest of the agent's step at its own speed, once `done` of the step is done.
    pub(super) fn left_alone(&self, done: u64) -> u64 {
        if self.alone == NEVER { NEVER } else { parts_of(self.alone, WHOLE - done, WHOLE) }
    }

    /// Returns whether the agent pushes no resting agents.
    pub(super) const fn is_modest(&self, now: u64) -> bool {
        now >= self.insists_until
    }

    /// Notes that the agent has come nearer to its goal than ever since it set out.
    pub(super) const fn come_nearer(&mut self, cost: Cost, push_time: u64, now: u64) {
        (self.best, self.best_at) = (cost, now);
        if !self.has_rested {
            self.returns = 0;
        }
        if !self.has_rested || !self.is_modest(now) {
            self.insists_until = now.saturating_add(push_time);
        }
    }

    /// Gives the agent another goal.
    pub(super) const fn take_goal(&mut self, goal: u64, push_time: u64, now: u64) {
        (self.goal, self.has_rested, self.returns) = (goal, false, 0);
        self.insists_until = now.saturating_add(push_time);
        self.progress = GoalProgress::new(now);
        self.patience.renew();
    }

    /// Why the agent comes no nearer to its goal.
    pub(super) const fn why_stuck(&self) -> StuckReason {
        match self.patience.verdict {
            Some(Verdict::NoSolution) => StuckReason::NoSolution,
            Some(Verdict::TooHard) => StuckReason::TooHard,
            None => self.reason,
        }
    }

    /// Lets the agent rest.
    pub(super) const fn rest(&mut self, now: u64) {
        (self.has_rested, self.insists_until, self.blocked) = (true, 0, None);
        self.progress.rest(now);
    }

    /// Lets the agent set out again. Forgets how near to the goal the agent came before.
    pub(super) const fn set_out(&mut self, since: u32, now: u64) {
        self.since = since;
        self.turn = Departure::at(now);
        self.best = Cost::INFINITE;
        self.best_at = now;
        self.blocked = None;
        self.forget_queue();
    }

    /// Forgets the next corridor on the agent's path.
    pub(super) const fn forget_queue(&mut self) {
        (self.queue, self.queue_at, self.is_queueing) = (Queue::NONE, 0, false);
    }
}

/// `whole · parts / of`, rounded up.
pub(super) fn parts_of(whole: u64, parts: u64, of: u64) -> u64 {
    let product = u128::from(whole) * u128::from(parts);
    u64::try_from(product.div_ceil(of.into())).unwrap_or(NEVER)
}

/// An agent that comes no nearer to its goal, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StuckAgent {
    /// The number of the agent.
    pub agent: MemberId,
    /// The cell that the agent occupies. `None` if the crowd has not found a free cell for the agent yet.
    pub cell: Option<IVec2>,
    /// The agent has come no nearer to its goal since this time, in microseconds.
    pub since: u64,
    /// Why the agent is stuck.
    pub reason: StuckReason,
}
