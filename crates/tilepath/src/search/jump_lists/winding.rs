//! Whether ways wind: whether most jump points have but one way on.

use super::{Landing, look};
use crate::{
    cost_field::CostField,
    search::rule::{Always, IfAtMostOneObstacle, Never, OnlyWhenNoObstacles, Rule},
    topology::DiagonalRule,
};

/// How many jump points are looked at.
const SAMPLES: usize = 128;

/// Whether from most of some jump points all over a field but one jump leads on, or none.
pub(crate) fn ways_wind(field: &CostField) -> bool {
    match field.topology().diagonals() {
        DiagonalRule::Never => wind::<Never>(field),
        DiagonalRule::OnlyWhenNoObstacles => wind::<OnlyWhenNoObstacles>(field),
        DiagonalRule::IfAtMostOneObstacle => wind::<IfAtMostOneObstacle>(field),
        DiagonalRule::Always => wind::<Always>(field),
    }
}

fn wind<R: Rule>(field: &CostField) -> bool {
    let apart = (field.padded_len() / SAMPLES).max(1);
    let (mut looked_at, mut narrow) = (0, 0);
    for first in (0..field.padded_len()).step_by(apart) {
        let near = first..(first + apart).min(field.padded_len());
        let Some((cell, arrival)) = near.into_iter().find_map(|cell| Some((cell, field.stop_at(cell)?)))
        else {
            continue;
        };
        let mut jumps = 0;
        let left = field.successors(cell, arrival);
        look::<R>(field, field.coordinates(cell), left, |_: Landing| jumps += 1);
        looked_at += 1;
        narrow += usize::from(jumps < 2);
    }
    2 * narrow >= looked_at
}
