//! What a crowd knows of one agent: its number, its step, what it queues for, and why it is stuck.

use super::{ground::NO_DIRECTION, progress::GoalProgress, turn::Departure};
use crate::cost::Cost;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use glam::IVec2;

/// The number of an agent in its [`Crowd`](crate::crowd::Crowd). Once the agent is removed, a new agent may get the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MemberId(pub(super) u32);

impl MemberId {
    /// The number of the agent as an index, for arrays of agents. Such arrays stay small: a new agent gets the lowest number that
    /// no agent has.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A whole step in millionths, the unit of progress along a step.
pub(super) const WHOLE: u64 = 1_000_000;
/// The end of a step on which the agent stands still: a time that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// No cell, no agent.
pub(super) const NONE: u32 = u32::MAX;

/// What an agent does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum State {
    /// Nobody has this number.
    Vacant,
    /// It has no cell: none near it has room.
    Outside,
    /// It is on a step.
    Moving,
    /// It stands at the centre of its cell and wants to go on.
    Waiting,
    /// It has arrived.
    Resting,
}

/// When an agent that stands looks whether it can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Alert {
    /// It decides in the next call.
    Now,
    /// It could not go on: when something happens in its cell or beside it.
    OnEvent,
    /// The same, or when something happens beside one of those cells: it is in a queue.
    OnEventNear,
    /// The same, and rather often: a corridor refused it, which forgets those who do not ask again.
    AtDoor,
}

/// Whether the end of an agent's step was computed again after changes of pace.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Repaced {
    #[default]
    No,
    /// The end of its step may have changed.
    Affected,
    /// The end of its step is known, unless the step of the agent ahead changes again.
    Known,
}

/// What an agent queues for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Queue {
    /// The corridor, of a passage the first lane. No corridor has the greatest number.
    pub(super) corridor: u32,
    /// The end by which it wants to come in.
    pub(super) end: u8,
}

impl Queue {
    pub(super) const NONE: Self = Self { corridor: u32::MAX, end: 0 };
}

/// Why an agent in a crowd does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StuckReason {
    /// The agent has no place on the map: all cells near it are full.
    NoRoom,
    /// No path leads from the agent's cell to its goal.
    NoPath,
    /// The agent waits at a corridor for agents that come from the other end.
    Corridor,
    /// Other agents block the agent's way or push the agent back.
    Crowded,
}

/// What a crowd knows of one agent, but for its [`State`] and its [`Alert`].
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Member {
    /// The cell that it has; on a step the one to which it walks. [`NONE`] if it is outside.
    pub(super) cell: u32,
    /// The cell from which its last step began; its own if there was none. Outside the cell near which it wants a place.
    pub(super) from: u32,
    /// The direction of its last step.
    pub(super) direction: u8,
    /// Its place in the cell.
    pub(super) place: u8,
    /// Agents of one goal come to rest round each other.
    pub(super) goal: u64,
    /// When its last step began or last changed its pace, and how much of the step was done then, of [`WHOLE`].
    pub(super) starts: u64,
    pub(super) done: u64,
    /// When its last step ends.
    pub(super) ends: u64,
    /// The duration of its whole last step at its own speed, in microseconds.
    pub(super) alone: u64,
    /// The call in which it set out.
    pub(super) since: u32,
    /// When that was, and how long its way takes it alone.
    pub(super) turn: Departure,
    /// The call in which it found no place; 0 if it has not looked for one since it is outside.
    pub(super) no_room_at: u32,
    /// The lowest cost to its goal since it set out, and when it came there.
    pub(super) best: Cost,
    pub(super) best_at: u64,
    /// Its progress since it was given its goal.
    pub(super) progress: GoalProgress,
    /// The costs are others than those by which `best` was found.
    pub(super) has_other_costs: bool,
    pub(super) reason: StuckReason,
    /// It walks to its next place. Without this flag it is there at once.
    pub(super) is_displaced: bool,
    /// It has rested at its goal: if others took its place, it is content with one beside them.
    pub(super) has_rested: bool,
    /// Until this time it pushes resting agents.
    pub(super) insists_until: u64,
    /// How often it has started to push them again.
    pub(super) returns: u8,
    /// The corridor which is next on its way, and the call in which it was found; 0 if it is not known.
    pub(super) queue: Queue,
    pub(super) queue_at: u32,
    /// It waits in its queue: it lets those go first who do not.
    pub(super) is_queueing: bool,
    /// How many events there had been when it could not go on, if it could not.
    pub(super) blocked: Option<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) work: MemberWork,
}

/// What a call notes about an agent for itself. Later calls do not read it.
#[derive(Clone, Default, Debug)]
pub(super) struct MemberWork {
    /// The call in which its last decision was made.
    pub(super) decided: u32,
    /// The call in which it could not give way, and how free it was then.
    pub(super) failed: u32,
    pub(super) failed_freely: bool,
    pub(super) repaced: Repaced,
}

impl Member {
    pub(super) const fn new(near: u32, goal: u64, since: u32, push_time: u64, now: u64) -> Self {
        Self {
            cell: NONE,
            from: near,
            direction: NO_DIRECTION,
            place: 0,
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
            work: MemberWork { decided: 0, failed: 0, failed_freely: false, repaced: Repaced::No },
        }
    }

    /// How much of its step is done at this time: less than [`WHOLE`].
    pub(super) fn done_at(&self, now: u64) -> u64 {
        let Self { starts, done, ends, .. } = *self;
        let (gone, all) = (now.saturating_sub(starts), ends.saturating_sub(starts).max(1));
        let gone = u128::from(WHOLE - done) * u128::from(gone.min(all)) / u128::from(all);
        (done + gone as u64).min(WHOLE - 1)
    }

    /// When this many hundredths of its step are done, or were, as if it had kept its present pace from the start.
    pub(super) fn when_done(&self, hundredths: u64) -> u64 {
        let Self { starts, done, ends, .. } = *self;
        if ends == NEVER {
            return if done * 100 >= WHOLE * hundredths { starts } else { NEVER };
        }
        // The duration of the whole step at the pace of the rest.
        let all = parts_of(ends - starts, WHOLE, WHOLE - done);
        (starts + all / 100 * hundredths).saturating_sub(parts_of(all, done, WHOLE))
    }

    /// The duration of the rest of its step at its own speed, once `done` of it is done.
    pub(super) fn left_alone(&self, done: u64) -> u64 {
        if self.alone == NEVER { NEVER } else { parts_of(self.alone, WHOLE - done, WHOLE) }
    }

    /// Returns whether it pushes no resting agents.
    pub(super) const fn is_modest(&self, now: u64) -> bool {
        now >= self.insists_until
    }

    /// Notes that it is closer to its goal than ever since it set out.
    pub(super) const fn come_nearer(&mut self, cost: Cost, push_time: u64, now: u64) {
        (self.best, self.best_at) = (cost, now);
        if !self.has_rested {
            self.returns = 0;
        }
        if !self.has_rested || !self.is_modest(now) {
            self.insists_until = now.saturating_add(push_time);
        }
    }

    /// Takes another goal.
    pub(super) const fn take_goal(&mut self, goal: u64, push_time: u64, now: u64) {
        (self.goal, self.has_rested, self.returns) = (goal, false, 0);
        self.insists_until = now.saturating_add(push_time);
        self.progress = GoalProgress::new(now);
    }

    /// Comes to rest.
    pub(super) const fn rest(&mut self, now: u64) {
        (self.has_rested, self.insists_until, self.blocked) = (true, 0, None);
        self.progress.rest(now);
    }

    /// Sets out again, and forgets how close to its goal it came before.
    pub(super) const fn set_out(&mut self, since: u32, now: u64) {
        self.since = since;
        self.turn = Departure::at(now);
        self.best = Cost::INFINITE;
        self.best_at = now;
        self.blocked = None;
        self.forget_queue();
    }

    /// Forgets which corridor is next on its way.
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
pub struct StuckAgent {
    /// The number of the agent.
    pub agent: MemberId,
    /// The cell that the agent occupies. `None` if the crowd has not found a free cell for the agent yet.
    pub cell: Option<IVec2>,
    /// The agent has come no nearer to its goal since this time, in microseconds.
    pub since: u64,
    /// Why the agent is stuck.
    pub reason: StuckReason,
}
