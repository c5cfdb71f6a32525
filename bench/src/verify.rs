//! `verify`: is every answer right?

use crate::{
    args::Verify,
    asks::{self, Kind},
    entrant::Solver,
    map::Map,
    maps,
    measure::{WrongCost, enter},
    oracle::Oracle,
    ours::{self, Mode, Tilepath},
    scenario::{CASES, Case, Event, Optimum, Scenario},
};
use fastrand::Rng;
use std::error::Error;

/// One in so many queries is asked in all other ways, too: one between every two edits.
const QUERIES_PER_QUESTION: usize = crate::scenario::QUERIES_PER_EDIT;

/// The most queries of a case on a map that is not prepared. A query may expand every cell there: thousands would take longer than everything
/// else.
const MOST_CELL_BY_CELL: usize = 200;

/// Runs the command.
///
/// # Errors
/// Maps that can't be read, or the first answer that is not right.
pub fn run(args: &Verify) -> Result<(), Box<dyn Error>> {
    let (mut queries, mut questions) = (0, 0);
    for map in maps::of(args.maps.as_deref())? {
        let mut counts = Vec::new();
        for case in &CASES {
            // Where the scenario file has the optimum, all of its queries are solved.
            let from_file = case.name == "uniform" && map.queries.iter().all(|query| query.length.is_some());
            let count = plain(&map, case, if from_file { usize::MAX } else { args.queries })?;
            queries += count;
            questions += others(&map, case, args.queries)?;
            counts.push(format!("{} {count}", case.name));
        }
        println!("{}: optimal ({})", map.name, counts.join(", "));
    }
    println!(
        "{queries} queries, each under all modes that take it (cell by cell {MOST_CELL_BY_CELL} a case at most): every cost is optimal"
    );
    println!("{questions} answers within a range, to the nearest goal or as near as possible: all are right");
    Ok(())
}

/// Solves the queries of a case with all of our entrants, some of them cell by cell, and says how many there were.
fn plain(map: &Map, case: &Case, queries: usize) -> Result<usize, WrongCost> {
    let scenario = Scenario::new(map, case, queries);
    let optima = scenario.optima();
    let engines = ours::ENTRANTS.iter().chain([&ours::LATE]);
    for entrant in engines.filter(|entrant| (entrant.takes)(case)) {
        enter(&scenario, entrant, &optima).map_err(|wrong| wrong.of_case(case))?;
    }
    let cell_by_cell = |scenario: &Scenario, optima: &[Optimum]| {
        enter(scenario, &ours::CELL_BY_CELL, optima).map_err(|wrong| wrong.of_case(case))
    };
    if optima.len() > MOST_CELL_BY_CELL {
        let fewer = Scenario::new(map, case, MOST_CELL_BY_CELL);
        cell_by_cell(&fewer, &fewer.optima())?;
    } else {
        cell_by_cell(&scenario, &optima)?;
    }
    Ok(optima.len())
}

/// Asks some queries of a case in all other ways, with all modes and between the edits, and says how many answers were checked.
fn others(map: &Map, case: &Case, queries: usize) -> Result<usize, WrongCost> {
    let scenario = Scenario::new(map, case, queries);
    let mut engines: Vec<(Mode, Tilepath)> = ours::TIMED
        .into_iter()
        .chain(ours::VERIFIED)
        .map(|mode| (mode, (mode.load)(&scenario.world)))
        .collect();
    let mut world = scenario.world.clone();
    let mut oracle = Oracle::default();
    let mut random = Rng::with_seed(map.seed());
    let (mut nth, mut checked) = (0, 0);
    for event in &scenario.events {
        let query = match event {
            Event::Query(query) => query,
            Event::Edit(edits) => {
                engines.iter_mut().for_each(|(_, tilepath)| tilepath.edit(edits));
                edits.iter().for_each(|&edit| world.apply(edit));
                continue;
            }
        };
        nth += 1;
        if nth % QUERIES_PER_QUESTION != 1 {
            continue;
        }
        let costs = oracle.all(&world, query.start);
        for kind in Kind::ALL {
            let ends = [query.start, query.goal];
            let Some(question) = kind.question(&world, ends, costs, &mut random) else { continue };
            for (mode, tilepath) in &mut engines {
                asks::check(&question, tilepath, &world, costs).map_err(|wrong| {
                    let kind = kind.name();
                    let text = format!("{}, {}, {kind}, {question:?}: {wrong}", mode.name, map.name);
                    WrongCost::new(text).of_case(case)
                })?;
                checked += 1;
            }
        }
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn every_mode_answers_every_question_in_every_case() {
        let map = generate::single_obstacles(48);
        let engines = ours::TIMED.len() + ours::VERIFIED.len();
        for case in &CASES {
            let checked = others(&map, case, 24).unwrap_or_else(|wrong| panic!("{wrong}"));
            // `goals` and `walls` leave out queries of other regions.
            assert!(
                (engines * Kind::ALL.len()..=6 * engines * Kind::ALL.len()).contains(&checked),
                "{}",
                case.name
            );
        }
    }
}
