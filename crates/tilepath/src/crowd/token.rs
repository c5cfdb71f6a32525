//! The token of a corridor, which lets agents through in one direction at a time.

use super::rules::CrowdRules;

/// The direction in which a corridor is open.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Token {
    /// For a lane, the end by which agents that keep to the right enter. `None` for a middle lane, and for a corridor that is not
    /// a lane.
    pub(super) owner: Option<u8>,
    /// The end by which the agents inside have entered.
    pub(super) end: u8,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(super) inside: u32,
    /// The number of agents that have entered one after another by this end.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(super) entries: u32,
    /// For each end, the last call in which an agent was refused.
    pub(super) refused: [u32; 2],
    /// For each end, the last call in which an agent entered.
    pub(super) entered: [u32; 2],
    /// When an agent that had lately come nearer to its goal last took a step in the corridor, entered it or left it.
    stepped: u64,
    suspended_until: u64,
}

impl Token {
    /// The token of a lane. `owner` is the end by which agents that keep to the right enter.
    pub(super) fn of_lane(owner: Option<u8>) -> Self {
        Self { owner, ..Self::default() }
    }

    /// The end by which the agents inside have entered. In an empty corridor, the end by which the last agents entered.
    pub(super) const fn end(&self) -> u8 {
        self.end
    }

    /// When an agent that had lately come nearer to its goal last took a step in the corridor, entered it or left it.
    pub(super) const fn stepped(&self) -> u64 {
        self.stepped
    }

    /// Returns whether an agent may enter by an end now.
    pub(super) fn admits(&self, end: u8, cells: u32, rules: &CrowdRules, call: u32, now: u64) -> bool {
        if now < self.suspended_until {
            return true;
        }
        let is_spent = match self.owner {
            Some(owner) => owner != self.end,
            None => self.entries >= rules.entries(cells),
        };
        if end == self.end {
            !(is_spent && self.waits(end ^ 1, rules.corridor_wait_calls, call))
        } else {
            self.inside == 0 && (is_spent || !self.comes(self.end, rules.corridor_idle_calls, call))
        }
    }

    /// Returns whether an agent has entered by an end, or was refused there, within the last `wait_calls` calls.
    pub(super) fn is_used(&self, end: u8, wait_calls: u32, call: u32) -> bool {
        let entered = self.entered[usize::from(end)];
        entered != 0 && call - entered < wait_calls || self.waits(end, wait_calls, call)
    }

    /// Returns whether an agent has entered by an end, or was refused there, within the last `idle_calls` calls: more agents may
    /// come.
    fn comes(&self, end: u8, idle_calls: u32, call: u32) -> bool {
        let last = self.refused[usize::from(end)].max(self.entered[usize::from(end)]);
        last != 0 && call - last < idle_calls
    }

    fn waits(&self, end: u8, wait_calls: u32, call: u32) -> bool {
        let refused = self.refused[usize::from(end)];
        refused != 0 && call - refused < wait_calls
    }

    /// Notes that an agent was refused. If no agent has moved in the corridor for longer than `stuck_after`, the token admits all
    /// agents for the same time.
    pub(super) fn refuse(&mut self, end: u8, stuck_after: u64, call: u32, now: u64) {
        self.refused[usize::from(end)] = call;
        if now >= self.suspended_until && now.saturating_sub(self.stepped) > stuck_after {
            self.suspended_until = now.saturating_add(stuck_after);
        }
    }

    /// Notes that an agent has entered by an end. `end` is 2 if the agent was put into the corridor. An agent that enters from
    /// the side, out of a bay, counts as entering by the end that other agents with its direction use, but it does not use up an
    /// entry of that end's turn.
    pub(super) fn enter(&mut self, end: u8, is_from_side: bool, call: u32, now: u64) {
        if let Some(entered) = self.entered.get_mut(usize::from(end)) {
            *entered = call;
        }
        self.step(now);
        self.inside += 1;
        if end < 2 && end != self.end && self.inside == 1 {
            (self.end, self.entries) = (end, 0);
        }
        self.entries += u32::from(end == self.end && !is_from_side);
    }

    /// Notes that an agent has left the corridor or was removed from it.
    pub(super) fn leave(&mut self, now: u64) {
        self.step(now);
        self.inside = self.inside.saturating_sub(1);
    }

    /// Notes a step within the corridor. `now` is 0 if it does not count, because the agent comes no nearer to its goal.
    pub(super) fn step(&mut self, now: u64) {
        self.stepped = self.stepped.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_lasts_as_long_as_somebody_comes() {
        let rules = CrowdRules::default();
        let mut token = Token::default();
        for call in (1..200).step_by(20) {
            token.enter(0, false, call, 0);
            token.leave(0);
            token.refuse(1, 0, call, 0);
            assert!(
                !token.admits(1, 1, &rules, call + 10, 0) && token.admits(0, 1, &rules, call + 10, 0),
                "{call}"
            );
        }
        assert!(
            token.admits(1, 1, &rules, 200 + rules.corridor_idle_calls, 0),
            "nobody has come for a while"
        );
    }

    #[test]
    fn a_step_out_of_a_bay_uses_up_no_turn() {
        let mut token = Token::default();
        for (is_from_side, is_over) in [(true, false), (false, true)] {
            for call in 1..100 {
                token.enter(0, is_from_side, call, 0);
                token.leave(0);
            }
            token.refuse(1, 0, 100, 0);
            assert_eq!(token.admits(1, 1, &CrowdRules::default(), 101, 0), is_over, "{is_from_side}");
        }
    }
}
