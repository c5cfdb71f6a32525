//! Texts that change: values of menus, figures, the status line.

use super::{
    state::State,
    status::{cell_line, notice_line},
};
use crate::{
    action::Menu,
    pane::{Algorithm, Answer, PaneId},
    widgets::{Hint, theme},
};
use bevy::prelude::*;
use tilepath::StepLengths;

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
    /// Step and steps.
    Step,
    /// The numbers of a search of the graph.
    Graph(PaneId),
    /// Steps per second.
    Speed,
    FileName,
    /// What the control under the pointer does, or what the last action led to.
    Status,
    /// The cell under the pointer.
    Cell,
}

/// Writes all texts that have changed.
pub fn write(state: State, hints: Query<&Hint>, mut texts: Query<(&Reading, &mut Text, &mut TextColor)>) {
    for (reading, mut text, mut colour) in &mut texts {
        let (new, new_colour) = read(&state, &hints, *reading);
        text.set_if_neq(Text(new));
        colour.set_if_neq(TextColor(new_colour));
    }
}

fn read(state: &State, hints: &Query<&Hint>, reading: Reading) -> (String, Color) {
    match reading {
        Reading::Menu(menu) => {
            let is_possible = state.is_possible(&crate::action::Action::Menu(menu));
            (state.value(menu), if is_possible { theme::TEXT } else { theme::OFF })
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
        Reading::Step => {
            (format!("step {} of {}", state.playback.step(), state.playback.steps()), theme::TEXT)
        }
        Reading::Graph(pane) => graph_line(state, pane),
        Reading::Speed => (format!("{:.0} / s", state.playback.speed()), theme::TEXT),
        Reading::FileName => {
            let cursor = if state.name.is_edited() { "|" } else { "" };
            (tail(state.name.text(), 20) + cursor, theme::TEXT)
        }
        Reading::Status => match state.pointer.over.and_then(|over| hints.get(over).ok()) {
            Some(hint) => (hint.0.to_string(), theme::FAINT),
            None => notice_line(state),
        },
        Reading::Cell => (cell_line(state), theme::TEXT),
    }
}

/// The end of a text that is too long.
fn tail(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        text.into()
    } else {
        "..".chars().chain(text.chars().skip(count + 2 - most)).collect()
    }
}

/// The numbers of a path, or why there is none.
fn path_line(name: &str, answer: &Answer) -> (String, Color) {
    match (&answer.figures, &answer.path) {
        (Some(figures), _) => {
            let line = format!(
                "{name}: cost {:.2}  length {:.2}  danger {}",
                figures.cost_in_tiles, figures.length, figures.danger
            );
            (line, theme::TEXT)
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
            // A search that is watched goes cell by cell.
            let by_jumps = state.settings(pane).algorithm == Algorithm::JumpPoint;
            let note = if by_jumps { "  (shown: A* cell by cell)" } else { "" };
            let time = duration(run.answer.micros);
            format!("{expanded} expanded  {generated} generated  {time}{note}")
        }
        None => format!("{} expanded  {}", run.recording.len(), duration(run.answer.micros)),
    }
}

/// The numbers of a search of the graph at this step.
fn graph_line(state: &State, pane: PaneId) -> (String, Color) {
    let run = state.graph_runs.get(pane);
    let step = state.playback.step().min(run.len());
    match (&run.path, &run.error) {
        (Some(path), _) => {
            let cost = StepLengths::EUCLIDEAN.in_tiles(path.cost);
            let line = format!(
                "cost {cost:.2}  {step} expanded  {} edges  {}",
                run.examined(step),
                duration(run.micros)
            );
            (line, theme::TEXT)
        }
        (None, error) => (error.clone().unwrap_or_default(), theme::BAD),
    }
}

fn duration(micros: f64) -> String {
    if micros < 10.0 { format!("{micros:.1} us") } else { format!("{micros:.0} us") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_shows_its_end() {
        assert_eq!(tail("short.txt", 20), "short.txt");
        let long = tail("/a/long/folder/with/a/file.map", 20);
        assert_eq!((long.chars().count(), long.ends_with("file.map")), (20, true));
    }
}
