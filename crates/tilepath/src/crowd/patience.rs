//! How long an agent waits before a plan is searched for it, and what was found.

/// How long an agent waits before a plan is searched for it, and what was found.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Patience {
    /// Until this time, no plan is searched for the agent.
    pub(super) until: u64,
    /// How often no plan was found since the agent got its goal.
    pub(super) failures: u8,
    /// The agent walks by a plan, or stands while one is searched. It decides nothing, and nobody pushes it.
    pub(super) is_held: bool,
    /// The last plan came too late, because somebody had moved on: while the next one is searched, all agents of the jam stand.
    pub(super) comes_late: bool,
    /// The attempt with which the search for a plan goes on, after calls without a budget for it.
    pub(super) attempt: u8,
    /// One of the attempts before was too hard.
    pub(super) is_too_hard: bool,
    /// Why no plan was found.
    pub(super) verdict: Option<Verdict>,
}

/// Why no plan was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Verdict {
    /// No moves bring all agents to their goals.
    NoSolution,
    /// There are too many agents or cells, or the search has reached its limit.
    TooHard,
}

/// After each failure, an agent waits twice as long, up to this many times.
const MOST_DOUBLINGS: u8 = 6;

/// The least time between two searches for an agent, in microseconds.
const LEAST: u64 = 250_000;

impl Patience {
    pub(super) const NEW: Self = Self {
        until: 0,
        failures: 0,
        is_held: false,
        comes_late: false,
        attempt: 0,
        is_too_hard: false,
        verdict: None,
    };

    /// Forgets failures, because the agent has another goal or came nearer to it.
    pub(super) const fn renew(&mut self) {
        *self = Self { is_held: self.is_held, ..Self::NEW };
    }

    /// Lets the agent wait for a part of its patience, because there is no jam yet.
    pub(super) fn pause(&mut self, jam_after: u64, now: u64) {
        self.until = now.saturating_add((jam_after / 4).max(LEAST));
    }

    /// Notes that no plan was found.
    pub(super) fn fail(&mut self, verdict: Option<Verdict>, jam_after: u64, now: u64) {
        self.until = now.saturating_add(jam_after.max(LEAST).saturating_mul(1 << self.failures));
        self.failures = (self.failures + 1).min(MOST_DOUBLINGS);
        (self.attempt, self.is_too_hard) = (0, false);
        self.verdict = verdict;
    }
}
