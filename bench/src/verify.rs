//! `verify`: is every answer optimal?

use crate::{
    args::Verify,
    map::Map,
    maps,
    measure::{WrongCost, enter},
    ours,
    scenario::{CASES, Case, Scenario},
};
use std::error::Error;

/// Runs the command.
///
/// # Errors
/// Maps that can't be read, or the first cost that is not optimal.
pub fn run(args: &Verify) -> Result<(), Box<dyn Error>> {
    let mut total = 0;
    for map in maps::of(args.maps.as_deref())? {
        let mut counts = Vec::new();
        for case in &CASES {
            // Where the scenario file has the optimum, all of its queries are solved.
            let from_file = case.name == "uniform" && map.queries.iter().all(|query| query.length.is_some());
            let count = verify(&map, case, if from_file { usize::MAX } else { args.queries })?;
            total += count;
            counts.push(format!("{} {count}", case.name));
        }
        println!("{}: optimal ({})", map.name, counts.join(", "));
    }
    println!("{total} queries, each under all modes that take it: every cost is optimal");
    Ok(())
}

/// Solves the queries of a case with all of our entrants, and says how many there were.
fn verify(map: &Map, case: &Case, queries: usize) -> Result<usize, WrongCost> {
    let scenario = Scenario::new(map, case, queries);
    let optima = scenario.optima();
    let engines = ours::ENTRANTS.iter().chain([&ours::CELL_BY_CELL]);
    for entrant in engines.filter(|entrant| (entrant.takes)(case)) {
        enter(&scenario, entrant, &optima).map_err(|wrong| wrong.of_case(case))?;
    }
    Ok(optima.len())
}
