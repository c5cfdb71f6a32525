//! How fast questions of each kind are beside our own plain ones on the same pairs of cells.

use super::{check::check, kind::Kind, question::Question, truth::Truth};
use crate::{
    clock,
    map::Map,
    measure::WrongCost,
    oracle::Oracle,
    ours::{Mode, Tilepath},
    scenario::{Case, Edits, Scenario},
    world::World,
};
use fastrand::Rng;
use tilepath::PathQuery;

/// The least CPU time of one measurement: short questions are repeated until they take as long.
const LEAST_SECONDS: f64 = 0.002;

/// The speed of each kind of question over that of the plain question, on one map.
#[derive(Clone, Debug)]
pub struct Ratios {
    /// The map.
    pub map: String,
    /// Kind by kind, in the order of [`Kind::ALL`]; `None` where the map has no such question.
    pub of_kind: [Option<f64>; Kind::ALL.len()],
}

/// Measures a case on a map in one of our modes, without edits, on up to `pairs` pairs of cells.
///
/// # Errors
/// [`WrongCost`] if an answer is not the one that brute force gives. Nothing has been timed then.
pub fn measure(
    map: &Map,
    case: &Case,
    mode: &Mode,
    pairs: usize,
    rounds: usize,
) -> Result<Ratios, WrongCost> {
    let case = Case { edits: Edits::None, ..*case };
    let scenario = Scenario::new(map, &case, pairs);
    let world = &scenario.world;
    let mut tilepath = (mode.load)(world);
    let mut drills: [Vec<Drill>; Kind::ALL.len()] = Default::default();
    let mut random = Rng::with_seed(map.seed());
    let mut oracle = Oracle::default();
    for ends in scenario.queries().map(|query| [query.start, query.goal]) {
        let costs = oracle.all(world, ends[0]);
        if costs[world.index(ends[1])] == u64::MAX {
            continue;
        }
        for (drills, kind) in drills.iter_mut().zip(Kind::ALL) {
            let Some(question) = kind.question(world, ends, costs, &mut random) else { continue };
            let wrong = |wrong| {
                let [start, goal] = ends;
                let text =
                    format!("{}, {}, {}, {start} to {goal}: {wrong}", mode.name, map.name, kind.name());
                WrongCost::new(text).of_case(&case)
            };
            drills.extend(Drill::new(world, question, costs, &mut tilepath).map_err(wrong)?);
        }
    }
    let ratio = |drills: &Vec<Drill>| (!drills.is_empty()).then(|| ratio(drills, &mut tilepath, rounds));
    Ok(Ratios { map: map.name.to_string(), of_kind: drills.each_ref().map(ratio) })
}

/// A question and the plain one that it is compared with.
struct Drill {
    question: PathQuery,
    plain: PathQuery,
}

impl Drill {
    /// Checks the answers to both. `None` if the start is as near as one can get.
    fn new(
        world: &World,
        question: Question,
        costs: &[u64],
        tilepath: &mut Tilepath,
    ) -> Result<Option<Self>, String> {
        let truth = Truth::of(&question, world, costs).ok_or("no such path")?;
        let end = if truth.reached { question.goals[0] } else { truth.ends[0] };
        if end == question.start {
            return Ok(None);
        }
        let plain = Question::plain(question.start, end);
        check(&question, tilepath, world, costs)?;
        check(&plain, tilepath, world, costs)?;
        Ok(Some(Self { plain: plain.query(), question: question.query() }))
    }
}

/// The time of the plain questions over that of the others, the median of the rounds.
fn ratio(drills: &[Drill], tilepath: &mut Tilepath, rounds: usize) -> f64 {
    let queries: [Vec<&PathQuery>; 2] = [
        drills.iter().map(|drill| &drill.plain).collect(),
        drills.iter().map(|drill| &drill.question).collect(),
    ];
    let mut seconds = |queries: &[&PathQuery], times: usize| {
        let ask_all = || {
            for &query in queries.iter().cycle().take(times * queries.len()) {
                let found = tilepath.ask(query.clone());
                debug_assert!(found.is_ok(), "checked before");
            }
        };
        clock::cpu_time(ask_all).as_secs_f64() / times as f64
    };
    let times = queries.each_ref().map(|queries| {
        let once = seconds(queries, 1);
        (LEAST_SECONDS / once).ceil().clamp(1.0, 1000.0) as usize
    });
    let ratios: Vec<f64> =
        (0..rounds.max(1)).map(|_| seconds(&queries[0], times[0]) / seconds(&queries[1], times[1])).collect();
    clock::median(&ratios)
}
