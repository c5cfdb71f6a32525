//! The first difference between two games.

use super::input::Input;
use crate::fleet::agent_id::AgentId;
use core::fmt;

/// The first difference between two recordings that are played side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The frame, counted from 0, after which the states differ, or in which the inputs do.
    pub frame: usize,
    /// What differs in the state after the frame. `None` if only inputs differ, and have no effect.
    pub state: Option<StateDifference>,
    /// The first input that differs, in this frame or in an earlier one.
    pub input: Option<InputDifference>,
}

/// The first difference between two states of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateDifference {
    /// The part of the game that differs.
    pub subject: Subject,
    /// What differs there.
    pub field: String,
    /// Its value in the first game, as text.
    pub one: String,
    /// Its value in the other game.
    pub other: String,
}

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An agent.
    Agent(AgentId),
    /// The fleet, but no agent.
    Fleet,
    /// The map.
    Map,
    /// The graph of waypoints.
    Graph,
    /// What is not in any other part, such as goal fields.
    World,
}

/// Two inputs that differ.
#[derive(Clone, PartialEq, Debug)]
pub struct InputDifference {
    /// The frame of the inputs, counted from 0.
    pub frame: usize,
    /// The place of the inputs in the frame, counted from 0.
    pub nth: usize,
    /// The input of the first game. `None` if it has fewer inputs.
    pub one: Option<Input>,
    /// The input of the other game. `None` if it has fewer inputs.
    pub other: Option<Input>,
}

/// The number of characters of an input that are shown. Profiles are longer.
const LONGEST: usize = 200;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}", self.frame)?;
        match &self.state {
            Some(state) => write!(f, ": {state}")?,
            None => f.write_str(": the states are the same")?,
        }
        match &self.input {
            Some(input) => write!(f, "; {input}"),
            None => f.write_str("; the inputs are the same"),
        }
    }
}

impl fmt::Display for StateDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, field, one, other } = self;
        write!(f, "{subject}: {field}: {one} / {other}")
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(agent) => write!(f, "agent {agent}"),
            Self::Fleet => f.write_str("fleet"),
            Self::Map => f.write_str("map"),
            Self::Graph => f.write_str("graph"),
            Self::World => f.write_str("world"),
        }
    }
}

impl fmt::Display for InputDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |input: &Option<Input>| {
            let mut text = input.as_ref().map_or("nothing".into(), |input| format!("{input:?}"));
            if let Some((end, _)) = text.char_indices().nth(LONGEST) {
                text.truncate(end);
                text.push('…');
            }
            text
        };
        let (one, other) = (text(&self.one), text(&self.other));
        write!(f, "input {} of frame {}: {one} / {other}", self.nth, self.frame)
    }
}
