//! An answer of ours against that of brute force.

use super::{question::Question, truth::Truth};
use crate::{ours::Tilepath, world::World};

/// Asks a question and checks the answer, given what each cell costs to reach (`u64::MAX` for never).
///
/// # Errors
/// What is wrong with the answer.
pub fn check(
    question: &Question,
    tilepath: &mut Tilepath,
    world: &World,
    costs: &[u64],
) -> Result<(), String> {
    let found = tilepath.ask(question.query());
    match (found, Truth::of(question, world, costs)) {
        (Ok(()), Some(truth)) => {
            let path = tilepath.path();
            let cost = u64::from(path.cost().units());
            truth.check(question, world, path.cells(), cost, path.goal_index().is_some())
        }
        (Err(_), None) => Ok(()),
        (Ok(()), None) => Err("a path found where there is none".into()),
        (Err(error), Some(truth)) => Err(format!("{error}, right is {truth:?}")),
    }
}
