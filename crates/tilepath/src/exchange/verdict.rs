//! Quick proofs that agents can't reach their goals.

use super::{components::Component, cut::Cut, jam::Jam};

/// Returns whether a quick proof shows that the agents in a part of the cut can't all reach their goals:
///
/// - A goal is in another part.
///
/// And if all of them have goals:
///
/// - On a path the agents keep their order, and on a circle their order round it.
/// - In a tree without a free cell nothing can move.
/// - In a tree with one free cell, the arrangement depends only on where the free cell is.
pub(super) fn is_unsolvable(jam: &Jam, part: &Component) -> bool {
    let pair = |&agent: &u8| jam.goal(agent).map(|goal| [jam.starts()[usize::from(agent)], goal]);
    let pairs: Vec<[u16; 2]> = part.agents.iter().filter_map(pair).collect();
    if pairs.iter().any(|[_, goal]| part.cells.binary_search(goal).is_err()) {
        return true;
    }
    if pairs.len() < part.agents.len() {
        return false;
    }
    if part.cells.iter().all(|&cell| jam.cut().steps(cell).len() <= 2) {
        return !keeps_order(&line(jam.cut(), part), &pairs, part.is_tree);
    }
    match part.cells.len() - part.agents.len() {
        0 if part.is_tree => pairs.iter().any(|[start, goal]| start != goal),
        1 if part.is_tree => !is_moved_by_free_cell(jam.cut(), part, &pairs),
        _ => false,
    }
}

/// The cells of a path or circle, in order.
fn line(cut: &Cut, part: &Component) -> Vec<u16> {
    let end = part.cells.iter().copied().find(|&cell| cut.steps(cell).len() < 2);
    let Some(first) = end.or(part.cells.first().copied()) else {
        return Vec::new();
    };
    let (mut line, mut before) = (vec![first], first);
    let mut last = first;
    while let Some(next) = cut.neighbours(last).find(|&to| to != before && to != first) {
        (before, last) = (last, next);
        line.push(next);
    }
    line
}

/// Returns whether agents have the same order at their goals as at their starts, along a path or round a circle.
fn keeps_order(line: &[u16], pairs: &[[u16; 2]], is_path: bool) -> bool {
    let order = |which: usize| -> Vec<usize> {
        line.iter().filter_map(|&cell| pairs.iter().position(|pair| pair[which] == cell)).collect()
    };
    let (starts, mut goals) = (order(0), order(1));
    if !is_path && let Some(first) = goals.iter().position(|&agent| Some(agent) == starts.first().copied()) {
        goals.rotate_left(first);
    }
    starts == goals
}

/// Returns whether agents come to their goals in a tree with one free cell, if the free cell goes straight to the cell without a goal.
fn is_moved_by_free_cell(cut: &Cut, part: &Component, pairs: &[[u16; 2]]) -> bool {
    let mut places: Vec<u16> = pairs.iter().map(|&[start, _]| start).collect();
    let free =
        |which: usize| part.cells.iter().copied().find(|&cell| pairs.iter().all(|pair| pair[which] != cell));
    let (Some(mut free), Some(end)) = (free(0), free(1)) else {
        return false;
    };
    let distances = cut.distances([end]);
    while free != end {
        let Some(next) = cut.neighbours(free).min_by_key(|&cell| distances[usize::from(cell)]) else {
            return false;
        };
        places.iter_mut().filter(|place| **place == next).for_each(|place| *place = free);
        free = next;
    }
    places.iter().zip(pairs).all(|(place, [_, goal])| place == goal)
}
