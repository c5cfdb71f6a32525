//! The token of a corridor: agents go through it in one direction at a time.

/// After so long without a step in a corridor its rule is suspended, in microseconds.
const STUCK: u64 = 2_000_000;
/// After so many entries by one end, or two for each cell, those at the other have their turn.
const FEWEST: u32 = 12;
/// An agent that was refused counts as waiting for so many calls.
const PATIENCE: u32 = 240;

/// Which way a corridor is open.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Token {
    /// By which end those inside came in.
    end: u8,
    inside: u32,
    /// How many came in one after another by that end.
    entries: u32,
    /// The call in which somebody was refused last, by end.
    refused: [u32; 2],
    /// When somebody took a step in it last, or it was empty.
    stepped: u64,
    suspended_until: u64,
}

impl Token {
    /// Returns whether an agent may come in by an end now.
    pub(super) fn admits(&self, end: u8, cells: u32, call: u32, now: u64) -> bool {
        if now < self.suspended_until {
            return true;
        }
        let is_spent = self.entries >= FEWEST.max(2 * cells);
        if end == self.end {
            !(is_spent && self.waits(end ^ 1, call))
        } else {
            self.inside == 0 && (is_spent || !self.waits(self.end, call))
        }
    }

    fn waits(&self, end: u8, call: u32) -> bool {
        let refused = self.refused[usize::from(end)];
        refused != 0 && call - refused < PATIENCE
    }

    /// Notes that an agent was refused.
    pub(super) fn refuse(&mut self, end: u8, call: u32, now: u64) {
        self.refused[usize::from(end)] = call;
        if now >= self.suspended_until && now.saturating_sub(self.stepped) > STUCK {
            self.suspended_until = now + STUCK;
        }
    }

    /// Notes that an agent came in by an end; 2 if it was put there.
    pub(super) fn enter(&mut self, end: u8, now: u64) {
        self.stepped = now;
        self.inside += 1;
        if end < 2 && (end != self.end || self.inside == 1) {
            self.entries = if end == self.end { self.entries } else { 0 };
            self.end = end;
        }
        self.entries += u32::from(end < 2);
    }

    /// Notes that an agent went out or was taken out.
    pub(super) fn leave(&mut self, now: u64) {
        self.stepped = now;
        self.inside = self.inside.saturating_sub(1);
    }

    /// Notes a step within the corridor.
    pub(super) const fn step(&mut self, now: u64) {
        self.stepped = now;
    }
}
