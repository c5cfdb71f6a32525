//! Traces of searches: those of a pane, and those that are replayed on its board.

use super::{algorithm::Algorithm, settings::Settings, synced_map::SyncedMap};
use crate::board::{Board, Layout};
use bevy::math::IVec2;
use std::collections::HashMap;
use tilepath::{
    NodeId, PathQuery, Recorder, SearchScratch,
    trace::{Drawing, Trace, TraceEvent, TraceEventKind},
};

/// The trace of the search that a pane shows.
///
/// # Errors
/// A sentence, if there is no search to record.
pub fn trace_of(
    settings: &Settings,
    synced: &SyncedMap,
    board: &Board,
    search: &mut SearchScratch,
) -> Result<Trace, String> {
    let (profile, query) = (settings.profile(), settings.query(board));
    let by_jumps = settings.algorithm == Algorithm::JumpPoint;
    let recorded = by_jumps.then(|| synced.map.record_jumps(&profile, query.clone(), search)).flatten();
    let (found, seen) = recorded.map(|(path, jumps)| (path, jumps.seen)).unwrap_or_else(|| {
        let mut seen = Recorder::default();
        (synced.map.find_path(&profile, query, search, &mut seen), seen)
    });
    if seen.expansions.is_empty() {
        return Err("there is no search to record".into());
    }
    let node = |cell: IVec2| board.terrain().index(cell).map_or(0, |index| index as NodeId);
    let cells = Drawing::Cells(board.layout().shape(), board.size());
    let goal = node(board.goal());
    Ok(Trace::of(&seen, cells, &[node(board.start())], &[goal], found.is_ok().then_some(goal)))
}

/// The cells of the path that a trace ends with, if it is of this board.
///
/// # Errors
/// A sentence, if it is of another map.
pub fn cells_of(trace: &Trace, board: &Board) -> Result<Vec<IVec2>, String> {
    if !trace.events.iter().any(|event| event.kind == TraceEventKind::Expanding) {
        return Err("the trace has no expansions".into());
    }
    if !trace.events.iter().all(|event| is_of(event, board)) {
        return Err("the trace is of another map: open that one first".into());
    }
    let parents: HashMap<u64, u64> =
        trace.events.iter().filter_map(|event| Some((event.id, event.parent?))).collect();
    let end = trace.events.iter().find(|event| event.kind == TraceEventKind::End);
    let mut ids: Vec<u64> = end.map(|end| end.id).into_iter().collect();
    while let Some(&parent) = ids.last().and_then(|last| parents.get(last))
        && ids.len() <= board.terrain().len()
    {
        ids.push(parent);
    }
    Ok(ids.into_iter().rev().map(|id| board.terrain().cell(id as usize)).collect())
}

/// The cells of a path between jump points, which a trace does not tell: those of the cheapest path from each to the next.
#[must_use]
pub fn filled(
    jump_points: &[IVec2],
    settings: &Settings,
    synced: &SyncedMap,
    search: &mut SearchScratch,
) -> Vec<IVec2> {
    let mut cells: Vec<IVec2> = jump_points.first().copied().into_iter().collect();
    for pair in jump_points.windows(2) {
        let query = PathQuery::new(pair[0], pair[1]);
        match synced.map.find_path(&settings.profile(), query, search, &mut ()) {
            Ok(path) => cells.extend(path.cells().iter().skip(1)),
            Err(_) => cells.push(pair[1]),
        }
    }
    cells
}

/// Returns whether an event is drawn where its cell is on this board. Rows of a trace count down.
fn is_of(event: &TraceEvent, board: &Board) -> bool {
    let Ok(index) = usize::try_from(event.id) else { return false };
    if index >= board.terrain().len() {
        return false;
    }
    let cell = board.terrain().cell(index);
    let (column, row) = match board.layout() {
        Layout::Square => (f64::from(cell.x), f64::from(board.size().y as i32 - 1 - cell.y)),
        Layout::Hex => {
            let shift = f64::from(cell.y.rem_euclid(2)) / 2.0;
            (f64::from(cell.x) + shift, -f64::from(cell.y) * 3.0_f64.sqrt() / 2.0)
        }
    };
    (event.at.x - column).abs() < 1e-3 && (event.at.y - row).abs() < 1e-3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Cell, Pair, Ways},
        generate::{Generator, generate},
        pane::{Algorithm, Recording, run},
    };

    #[test]
    fn a_trace_that_is_written_and_read_replays_the_search_step_by_step() {
        for layout in Layout::ALL {
            for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::GoalField)
            {
                let mut board = generate(Generator::Hills, [21, 15].into(), 4, layout);
                // The cheapest path leads over a link, to a cell in the middle, and past a wall on an edge.
                let (start, middle) = (board.start(), IVec2::new(10, 7));
                board.set(middle, Cell::PLAIN);
                board.set_link(Pair::of(start, middle), Some(Ways::One.link(start, middle)));
                let beside = middle + IVec2::X;
                board.set_edge_wall(Pair::of(middle, beside), Some(Ways::Both.edge_wall(middle, beside)));
                let settings = Settings { algorithm, ..Settings::default() };
                let mut synced = SyncedMap::new(&board, settings.topology(layout));
                let mut search = SearchScratch::new();
                let run = run(&settings, &mut synced, &board, &mut search);
                if settings.is_exact() {
                    assert!(run.cells().starts_with(&[start, middle]) && run.cells().get(2) != Some(&beside));
                }
                let trace = trace_of(&settings, &synced, &board, &mut search).unwrap();
                let trace = Trace::from_json(&trace.to_json()).unwrap();
                let replayed = Recording::of_trace(&trace, board.terrain().len());
                assert_eq!(replayed.len(), run.recording.len());
                for step in 0..=replayed.len() {
                    assert_eq!(replayed.expansion(step), run.recording.expansion(step));
                    for cell in (0..board.terrain().len()).step_by(7) {
                        assert_eq!(replayed.state(cell, step), run.recording.state(cell, step));
                        assert_eq!(replayed.numbers(cell, step), run.recording.numbers(cell, step));
                    }
                }
                let cells = cells_of(&trace, &board).unwrap();
                assert_eq!((cells.first(), cells.last()), (Some(&board.start()), Some(&board.goal())));
                assert_eq!(filled(&cells, &settings, &synced, &mut search).len(), run.cells().len());
                if algorithm != Algorithm::JumpPoint {
                    assert_eq!(cells, run.cells(), "{algorithm:?}");
                }
                let other = generate(Generator::Hills, [20, 15].into(), 4, layout);
                assert!(cells_of(&trace, &other).unwrap_err().contains("another map"));
            }
        }
    }

    #[test]
    fn a_trace_whose_parents_go_round_in_a_circle_ends() {
        let board = Board::plain([4, 4].into());
        let event = |kind, id: u64, parent| TraceEvent {
            kind,
            id,
            parent: Some(parent),
            g: None,
            h: Some(f64::NAN),
            f: Some(1e300),
            at: [(id % 4) as f64, 3.0 - (id / 4) as f64].into(),
        };
        let events = vec![
            event(TraceEventKind::Expanding, 1, 2),
            event(TraceEventKind::Expanding, 2, 1),
            event(TraceEventKind::End, 2, 1),
        ];
        let trace = Trace { events, corners: Vec::new() };
        assert!(cells_of(&trace, &board).is_ok());
        assert_eq!(Recording::of_trace(&trace, 16).len(), 2);
        assert!(cells_of(&Trace::default(), &board).is_err());
    }
}
