//! What is said of the game, and of the chosen agent.

use super::game::ReplayedGame;
use crate::widgets::theme;
use bevy::prelude::*;
use tilepath::fleet::{AnswerStatus, FleetWorld, Target};

/// The frame, the agents, and whether the replay is the recorded game.
#[must_use]
pub fn game_line(game: &ReplayedGame) -> (String, Color) {
    let Some(world) = game.world() else {
        let line =
            "Load a recording, or record a crowd on the board. A game records with PathfindingRecorder.";
        return (line.into(), theme::FAINT);
    };
    let of_hashes = match game.differs() {
        Some(differs) => format!("  not the recorded game: {differs}"),
        None => String::new(),
    };
    let stopped = game.recording().and_then(|recording| recording.stopped());
    let stopped = stopped.map_or_else(String::new, |why| format!("  ends before the game did: {why}"));
    let size = world.map.grid().size();
    let line = format!(
        "{}  {:.2} s  {} x {} cells  {}{of_hashes}{stopped}",
        game.name(),
        world.fleet.now().time.as_secs_f64(),
        size.x,
        size.y,
        counts(game, world),
    );
    (line, if game.differs().is_some() { theme::BAD } else { theme::TEXT })
}

/// How many agents there are, and what they do.
fn counts(game: &ReplayedGame, world: &FleetWorld) -> String {
    let mut counts = [0; 5];
    for (id, agent) in world.fleet.agents() {
        counts[match (agent.request(), agent.status()) {
            (None, _) => 0,
            _ if game.progress(id).has_arrived() => 1,
            (_, AnswerStatus::Pending) => 2,
            (_, AnswerStatus::Failed(_)) => 4,
            (_, AnswerStatus::Found | AnswerStatus::Partial) => 3,
        }] += 1;
    }
    let names = ["without a request", "arrived", "waiting for an answer", "on the way", "without a path"];
    let named = counts.iter().zip(names).filter(|(count, _)| **count > 0);
    let named: Vec<String> = named.map(|(count, name)| format!("{count} {name}")).collect();
    let agents = world.fleet.len();
    let plural = if agents == 1 { "" } else { "s" };
    if named.is_empty() {
        format!("{agents} agents")
    } else {
        format!("{agents} agent{plural}: {}", named.join(", "))
    }
}

/// What the last comparison found, and what the chosen agent does.
#[must_use]
pub fn agent_line(game: &ReplayedGame) -> (String, Color) {
    let chosen = game.world().zip(game.chosen);
    match (game.difference(), chosen) {
        (Some(difference), None) => (difference.into(), theme::ACCENT),
        (_, Some((world, id))) => match world.fleet.agent(id) {
            None => (format!("{id} is not in the game at this frame."), theme::FAINT),
            Some(agent) => {
                let at = game.position(id).map_or_else(String::new, |at| format!(" at {at:.1}"));
                let goal = agent.request().map_or_else(
                    || "without a request".into(),
                    |request| {
                        let targets: Vec<String> = request.targets.iter().take(3).map(target).collect();
                        format!("to {}", targets.join(" or "))
                    },
                );
                let answer = match agent.status() {
                    _ if agent.request().is_none() => String::new(),
                    AnswerStatus::Pending => "  waits for its answer".into(),
                    AnswerStatus::Found => format!("  {}", answer_of(game, world, id)),
                    AnswerStatus::Partial => {
                        format!("  only to a place nearby, {}", answer_of(game, world, id))
                    }
                    AnswerStatus::Failed(why) => format!("  has no path: {why}"),
                };
                (format!("{id}{at}  {goal}{answer}"), theme::ACCENT)
            }
        },
        (None, None) => ("Click on an agent to learn what it does.".into(), theme::FAINT),
    }
}

fn target(target: &Target) -> String {
    match target {
        Target::Cell(cell) => format!("the cell {cell}"),
        Target::Position(at) => format!("the point {at:.1}"),
        Target::Agent(agent) => agent.to_string(),
    }
}

/// How far an agent has come.
fn answer_of(game: &ReplayedGame, world: &FleetWorld, agent: tilepath::fleet::AgentId) -> String {
    let progress = game.progress(agent);
    if progress.has_arrived() {
        return "has arrived".into();
    }
    let waypoints = world.fleet.agent(agent).and_then(|agent| agent.waypoint_path());
    let steps = waypoints.map_or_else(|| world.path_cells(agent).len(), |path| path.waypoints.len());
    format!("at step {} of {steps}", progress.passed_index(), steps = steps.saturating_sub(1))
}
