//! A search by the settings of a pane: made by `tilepath`, recorded and timed.

use super::{
    algorithm::{Algorithm, HeuristicChoice},
    figures::Figures,
    recording::Recording,
    settings::Settings,
    synced_map::SyncedMap,
};
use crate::board::Board;
use bevy::{math::IVec2, platform::time::Instant};
use tilepath::{
    Cost, CostProfile, GoalField, GoalFieldScratch, NodeId, Path, PathError, PathQuery, SearchScratch,
};

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The path, or why there is none.
    pub path: Result<Path, String>,
    /// The numbers of the path, if there is one.
    pub figures: Option<Figures>,
    /// How long `tilepath` took, in microseconds.
    pub micros: f64,
}

/// A search, recorded.
#[derive(Clone, Debug)]
pub struct Run {
    pub answer: Answer,
    pub recording: Recording,
    /// The answer of the other attitude to danger, if the pane compares.
    pub other: Option<Answer>,
    /// The trace that is shown instead of a search.
    pub replay: Option<Replay>,
}

/// A trace from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The name of the file.
    pub name: String,
    /// The path that the search found, or nothing.
    pub cells: Vec<IVec2>,
}

impl Run {
    /// The cells of the path, or none.
    #[must_use]
    pub fn cells(&self) -> &[IVec2] {
        if let Some(replay) = &self.replay {
            return &replay.cells;
        }
        self.answer.path.as_ref().map_or(&[], |path| path.cells())
    }

    /// The cells of the other path, or none.
    #[must_use]
    pub fn other_cells(&self) -> &[IVec2] {
        self.other.as_ref().and_then(|other| other.path.as_ref().ok()).map_or(&[], |path| path.cells())
    }
}

/// Searches by the settings, on a map that is in step with the board.
pub fn run(settings: &Settings, synced: &mut SyncedMap, board: &Board, search: &mut SearchScratch) -> Run {
    let profile = settings.profile();
    let needs_cost_field = matches!(settings.algorithm, Algorithm::JumpPoint | Algorithm::GoalField);
    if needs_cost_field && !synced.map.is_prepared(&profile) {
        synced.map.prepare(&profile);
    }
    let (answer, recording) = match settings.algorithm {
        Algorithm::GoalField => run_goal_field(settings, synced, board, &profile),
        _ => run_search(settings, synced, board, &profile, search),
    };
    let other = settings.compares.then(|| {
        let (algorithm, heuristic) = (Algorithm::AStar, HeuristicChoice::Auto);
        let other = Settings { algorithm, heuristic, ..*settings };
        let (path, micros) = timed(|| {
            let query = other.query(board);
            synced.map.find_path(&settings.other_profile(), query, search, &mut ())
        });
        answer_of(path.map_err(|error| explain(&error)), settings, board, micros)
    });
    Run { answer, recording, other, replay: None }
}

fn run_search(
    settings: &Settings,
    synced: &mut SyncedMap,
    board: &Board,
    profile: &CostProfile,
    search: &mut SearchScratch,
) -> (Answer, Recording) {
    let query = settings.query(board);
    let map = &synced.map;
    let cells = board.terrain().len();
    let (mut found, micros) = timed(|| map.find_path(profile, query.clone(), search, &mut ()));
    let recording = match settings.algorithm {
        Algorithm::JumpPoint => match map.record_jumps(profile, query, search) {
            Some((path, jumps)) => {
                // The numbers of the search that is shown. The timed one also remembers jumps of earlier searches.
                found = path;
                Recording::of_jumps(cells, jumps)
            }
            None => Recording::new(cells),
        },
        _ => {
            let mut recording = Recording::new(cells);
            // What is seen does not matter: a search that is watched finds the same path.
            let _ = map.find_path(profile, query, search, &mut recording);
            recording
        }
    };
    let mut answer = answer_of(found.map_err(|error| explain(&error)), settings, board, micros);
    if let Some(figures) = answer.figures.as_mut().filter(|_| !settings.is_exact()) {
        let query = PathQuery::new(board.start(), board.goal());
        let cheapest = map.find_path(profile, query, search, &mut ());
        figures.cheapest = cheapest.map_or(figures.cost, |path| path.cost());
    }
    (answer, recording)
}

fn run_goal_field(
    settings: &Settings,
    synced: &SyncedMap,
    board: &Board,
    profile: &CostProfile,
) -> (Answer, Recording) {
    let (found, micros) = timed(|| {
        let mut scratch = GoalFieldScratch::default();
        let field = synced.map.goal_field(profile, &[board.goal()], &mut scratch);
        let field = field.map_err(|error| error.to_string())?;
        let reader = synced.map.read_goal_field(&field).ok_or("the goal field is of another map")?;
        let path = reader.path_from(board.start());
        Ok::<_, String>((path.map_err(|error| explain(&error)), field))
    });
    match found {
        Ok((path, field)) => {
            let recording = settled(&field, board);
            let mut answer = answer_of(path, settings, board, micros);
            if let Some(figures) = &mut answer.figures {
                // A goal field labels every cell that it reaches, once.
                figures.expanded = recording.len() as u32;
                figures.generated = recording.len() as u32;
            }
            (answer, recording)
        }
        Err(error) => (answer_of(Err(error), settings, board, micros), Recording::new(board.terrain().len())),
    }
}

/// The cells of a goal field in the order of their costs, which is that in which Dijkstra's algorithm settles them from the goal.
fn settled(field: &GoalField, board: &Board) -> Recording {
    let cells = board.terrain().len();
    let cost = |index: usize| field.cost(board.terrain().cell(index)).map(|cost| (index as NodeId, cost));
    let mut labels: Vec<(NodeId, Cost)> = (0..cells).filter_map(cost).collect();
    labels.sort_by_key(|&(node, cost)| (cost, node));
    Recording::of_settled(cells, labels)
}

fn answer_of(path: Result<Path, String>, settings: &Settings, board: &Board, micros: f64) -> Answer {
    let figures = path.as_ref().ok().map(|path| Figures::of(path, settings, board));
    Answer { path, figures, micros }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let done = work();
    (done, begin.elapsed().as_secs_f64() * 1e6)
}

/// The error as a sentence for the pane.
fn explain(error: &PathError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
