//! Texts that change: values of menus, figures, the status line.

use super::{
    menus::Menu,
    state::State,
    status::{cell_line, notice_line},
};
use crate::{
    pane::{Answer, PaneId},
    replay_page::{agent_line, game_line},
    widgets::{Hint, theme},
};
use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    picking::hover::Hovered,
    prelude::*,
};
use tilepath::{Cost, StepLengths};

/// What a text shows.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The value that is set in a menu.
    Menu(Menu),
    /// The numbers of a pane: its path, and below the search for it.
    Path(PaneId),
    Search(PaneId),
    /// The path of the other attitude to danger.
    Other(PaneId),
    /// The numbers of a search of the graph.
    Graph(PaneId),
    /// The frame of the replay, and the agent that is chosen in it.
    Game,
    Agent,
    /// The sign on the button that plays and pauses.
    Play,
    /// What the control under the pointer does, or what the last action led to.
    Status,
    /// The cell under the pointer.
    Cell,
}

/// Writes all texts that have changed.
pub fn write(
    state: State,
    hints: Query<(Entity, &Hint, &Hovered)>,
    (focus, focus_visible): (Res<InputFocus>, Res<InputFocusVisible>),
    mut texts: Query<(&Reading, &mut Text, &mut TextColor)>,
) {
    let has_focus = |node| focus_visible.0 && focus.get() == Some(node);
    let hint = hints.iter().find(|(_, _, hovered)| hovered.0);
    let hint = hint.or_else(|| hints.iter().find(|(node, ..)| has_focus(*node)));
    for (reading, mut text, mut colour) in &mut texts {
        let (new, new_colour) = match (reading, hint) {
            (Reading::Status, Some((_, hint, _))) => (hint.0.clone(), Some(theme::FAINT)),
            _ => read(&state, *reading),
        };
        text.set_if_neq(Text(new));
        if let Some(new) = new_colour {
            colour.set_if_neq(TextColor(new));
        }
    }
}

/// A text and its colour, if it has one of its own.
fn read(state: &State, reading: Reading) -> (String, Option<Color>) {
    let (text, colour) = match reading {
        Reading::Menu(menu) => return (state.value(menu), None),
        Reading::Play => {
            let sign = if state.playback.is_playing() { "\u{25ae}\u{25ae}" } else { "\u{25ba}" };
            return (sign.into(), None);
        }
        Reading::Path(pane) => {
            let run = state.panes.get(pane).run();
            match &run.replay {
                Some(replay) => (format!("Replay of {}", replay.name), theme::ACCENT),
                None => path_line("Path", &run.answer),
            }
        }
        Reading::Other(pane) => {
            let fearless = state.settings(pane).other_aversion() == 0.0;
            let name = if fearless { "Dashed, fearless" } else { "Dashed, careful" };
            let other = state.panes.get(pane).run().other.as_ref();
            other.map_or((String::new(), theme::FAINT), |other| {
                let (line, colour) = path_line(name, other);
                (line, if colour == theme::TEXT { theme::ACCENT } else { colour })
            })
        }
        Reading::Search(pane) => (search_line(state, pane), theme::FAINT),
        Reading::Graph(pane) => graph_line(state, pane),
        Reading::Game => game_line(&state.game),
        Reading::Agent => agent_line(&state.game),
        Reading::Status => notice_line(state),
        Reading::Cell => (cell_line(state), theme::TEXT),
    };
    (text, Some(colour))
}

/// How much dearer than the cheapest path a cost is, in words; nothing if it is the cheapest.
fn dearer(cost: Cost, cheapest: Cost) -> String {
    if cost <= cheapest {
        return String::new();
    }
    let percent = 100.0 * (f64::from(cost.units()) / f64::from(cheapest.units().max(1)) - 1.0);
    let percent = if percent < 10.0 { format!("{percent:.1}") } else { format!("{percent:.0}") };
    format!(", {percent} % dearer than the cheapest")
}

/// The numbers of a path, or why there is none.
fn path_line(name: &str, answer: &Answer) -> (String, Color) {
    match (&answer.figures, &answer.path) {
        (Some(figures), _) => {
            let dearer = dearer(figures.cost, figures.cheapest);
            let colour = if dearer.is_empty() { theme::TEXT } else { theme::BAD };
            let line = format!(
                "{name}: cost {:.2}{dearer}  length {:.2}  danger {}",
                figures.cost_in_tiles, figures.length, figures.danger
            );
            (line, colour)
        }
        (None, Err(error)) => (format!("{name}: {error}"), theme::BAD),
        (None, Ok(_)) => (String::new(), theme::TEXT),
    }
}

/// The numbers of a search.
fn search_line(state: &State, pane: PaneId) -> String {
    let run = state.panes.get(pane).run();
    if let Some(replay) = &run.replay {
        let steps = replay.cells.len().saturating_sub(1);
        return format!("{} expanded  path of {steps} steps", run.recording.len());
    }
    match &run.answer.figures {
        Some(figures) => {
            let (expanded, generated) = (figures.expanded, figures.generated);
            let time = duration(run.answer.micros);
            format!("{expanded} expanded  {generated} generated  {time}")
        }
        None => format!("{} expanded  {}", run.recording.len(), duration(run.answer.micros)),
    }
}

/// The numbers of a search of the graph at this step.
fn graph_line(state: &State, pane: PaneId) -> (String, Color) {
    let run = state.graph_runs.get(pane);
    let step = state.playback.step().min(run.recording.len());
    match (&run.path, &run.error) {
        (Some(path), _) => {
            let cost = StepLengths::EUCLIDEAN.in_tiles(path.cost);
            let dearer = dearer(path.cost, run.cheapest);
            let colour = if dearer.is_empty() { theme::TEXT } else { theme::BAD };
            let (edges, time) = (run.examined(step), duration(run.micros));
            (format!("cost {cost:.2}{dearer}  {step} expanded  {edges} edges  {time}"), colour)
        }
        (None, error) => (error.clone().unwrap_or_default(), theme::BAD),
    }
}

fn duration(micros: f64) -> String {
    if micros < 10.0 { format!("{micros:.1} us") } else { format!("{micros:.0} us") }
}
