//! Explanations of agents as plain English.

use super::{
    explanation::{AgentState, AnswerSource, CutOff, Explanation, LastAnswer, LastPlan, PathExplanation},
    named::{CellText, list},
};
use crate::request::PathTarget;
use core::fmt;

/// How many cells of a barrier are listed.
const MAX_CELLS: usize = 4;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        state(f, self)?;
        if let Some(reason) = self.stuck {
            write!(f, " It is stuck: {reason}.")?;
        }
        if let Some(cut_off) = &self.cut_off {
            write!(f, " {cut_off}")?;
        }
        if let Some(seconds) = self.retry_in {
            match seconds {
                0.0 => f.write_str(" It asks again as soon as something changes.")?,
                _ => write!(f, " It asks again in {seconds:.1} s, if something has changed by then.")?,
            }
        }
        if let Some(path) = &self.path {
            write!(f, " {path}")?;
        }
        if !self.obstacles.is_empty() {
            f.write_str(" The path leads through ")?;
            list(f, &self.obstacles)?;
            f.write_str(".")?;
        }
        if let Some(answer) = &self.answer {
            write!(f, " {answer}")?;
        }
        if let Some(plan) = &self.plan {
            write!(f, " {plan}")?;
        }
        Ok(())
    }
}

/// Writes the sentence about what the agent does.
fn state(f: &mut fmt::Formatter<'_>, explanation: &Explanation) -> fmt::Result {
    let agent = &explanation.agent;
    match explanation.state {
        AgentState::Gone => write!(f, "There is no entity {agent}."),
        AgentState::NoRequest => write!(f, "{agent} stands still: it has no PathRequest."),
        AgentState::Disabled => write!(f, "{agent} stands still: it is disabled."),
        AgentState::NotLoaded => {
            write!(
                f,
                "{agent} stands still: no tilemap is where it stands. It goes on when there is one again."
            )
        }
        AgentState::Loading => write!(f, "{agent} waits for the map, which is being read."),
        AgentState::Waiting { before } => {
            let waits = match explanation.path {
                Some(_) => "goes by its old path and waits for another",
                None => "waits for a path",
            };
            match before {
                0 => write!(f, "{agent} {waits}: it is the next to be searched."),
                1 => write!(f, "{agent} {waits}: 1 request is before it."),
                _ => write!(f, "{agent} {waits}: {before} requests are before it."),
            }
        }
        AgentState::Failed(reason) => write!(f, "{agent} has no path: {reason}."),
        AgentState::Arrived => write!(f, "{agent} has arrived at the end of its path."),
        AgentState::NoFollower => {
            write!(f, "{agent} has a path, but no PathFollower: the plugin does not move it.")
        }
        AgentState::NoSpeed => {
            write!(f, "{agent} stands still: the speed of its PathFollower is not above 0.")
        }
        AgentState::Blocked => write!(f, "{agent} stands still: its next step is blocked."),
        AgentState::Stopped => write!(f, "{agent} has stopped before an obstacle that its request names."),
        AgentState::HeldUp => write!(f, "{agent} waits: others stand in its way."),
        AgentState::ByPlan { agents } => {
            write!(f, "{agent} walks by a plan that leads the {agents} agents of a jam past each other.")
        }
        AgentState::WalkingOut => write!(f, "{agent} is in a wall and walks out to the nearest free cell."),
        AgentState::Walking => {
            write!(f, "{agent} walks")?;
            match explanation.path.as_ref().and_then(|path| path.target) {
                Some(target) => write!(f, " to {}.", TargetText(target)),
                None => f.write_str("."),
            }
        }
    }
}

/// A target as sentences show it.
struct TargetText(PathTarget);

impl fmt::Display for TargetText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            PathTarget::Cell(cell) => write!(f, "the cell {}", CellText(cell)),
            PathTarget::Position(at) => write!(f, "the point ({}, {})", at.x, at.y),
            PathTarget::Entity(entity) => write!(f, "the entity {entity}"),
        }
    }
}

impl fmt::Display for CutOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstacle { obstacle, cell } => {
                write!(
                    f,
                    "It is cut off by {obstacle} at {}: without it there would be a path.",
                    CellText(*cell)
                )
            }
            Self::OutOfSight => f.write_str("No cell that it can reach sees the target."),
            Self::Walls { cells, .. } if cells.is_empty() => {
                f.write_str("Neither free cells nor open edges alone would let it reach the target.")
            }
            Self::EdgeWalls { edges, walls } => {
                f.write_str("It is cut off by walls on edges; they are thinnest between ")?;
                for (nth, [from, to]) in edges.iter().take(MAX_CELLS).enumerate() {
                    write!(
                        f,
                        "{}{} and {}",
                        if nth > 0 { ", " } else { "" },
                        CellText(*from),
                        CellText(*to)
                    )?;
                }
                if edges.len() > MAX_CELLS {
                    write!(f, " and {} more", edges.len() - MAX_CELLS)?;
                }
                if !walls.is_empty() {
                    f.write_str(": ")?;
                    list(f, walls)?;
                }
                f.write_str(".")
            }
            Self::Walls { cells, obstacles } => {
                f.write_str("It is cut off by walls; they are thinnest at ")?;
                for (nth, &cell) in cells.iter().take(MAX_CELLS).enumerate() {
                    write!(f, "{}{}", if nth > 0 { ", " } else { "" }, CellText(cell))?;
                }
                if cells.len() > MAX_CELLS {
                    write!(f, " and {} more", cells.len() - MAX_CELLS)?;
                }
                if !obstacles.is_empty() {
                    f.write_str(", under ")?;
                    list(f, obstacles)?;
                }
                f.write_str(".")
            }
        }
    }
}

impl fmt::Display for PathExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_partial {
            f.write_str("Its path leads as near to the target as possible. ")?;
        }
        let tiles = |cost| self.in_tiles(cost);
        write!(f, "The rest of its path has {} steps and costs {:.1}", self.steps, tiles(self.remaining))?;
        match self.split {
            Some(split) => {
                write!(f, ": {:.1} for its length", tiles(split.length))?;
                write!(f, ", {:.1} for terrain, {:.1} for danger.", tiles(split.terrain), tiles(split.danger))
            }
            None => f.write_str("; the map was edited since it was found."),
        }
    }
}

impl fmt::Display for LastAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            AnswerSource::Field { agents: 1 } => {
                f.write_str("It is on a goal field that no other agent shares.")
            }
            AnswerSource::Field { agents } => {
                write!(f, "It shares a goal field with {} agents.", agents.saturating_sub(1))
            }
            AnswerSource::Search => {
                let (nodes, time) = (self.nodes_expanded, self.microseconds);
                write!(f, "Its last search expanded {nodes} nodes in {time:.0} microseconds.")?;
                match self.engine {
                    Some(choice) => write!(f, " Its searches use {choice}."),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for LastPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cause, frames_ago, seconds_ago } = self;
        write!(f, "It was last planned {seconds_ago:.1} s ago ({frames_ago} frames), because {cause}.")
    }
}
