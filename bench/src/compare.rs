//! `compare`: all entrants on all cases, as tables.

#[cfg(not(feature = "plugin"))]
use crate::no_plugin::followers;
#[cfg(feature = "plugin")]
use crate::plugin::followers;
use crate::{
    args::Compare,
    entrant::Entrant,
    extremes, goal_fields,
    map::Map,
    maps,
    measure::{WrongCost, measure},
    ours, peers, placement,
    report::{self, MapFigures},
    scenario::{CASES, Case, Scenario},
};
use std::{error::Error, fs};

/// Runs the command.
///
/// # Errors
/// Maps that can't be read, a CSV file that can't be written, or a cost that is not optimal.
pub fn run(args: &Compare) -> Result<(), Box<dyn Error>> {
    let maps = maps::of(args.maps.as_deref())?;
    let asked =
        |name: &str| args.cases.as_deref().is_none_or(|names| names.split(',').any(|one| one == name));
    let wanted = |entrant: &Entrant| {
        let words = args.entrants.as_deref();
        words.is_none_or(|words| words.split(',').any(|word| entrant.name.contains(word)))
    };
    let mut csv = report::CSV_HEADER.to_owned();
    for case in CASES.iter().filter(|case| asked(case.name)) {
        let entrants = entrants(case, wanted);
        let figures = run_case(case, &maps, &entrants, args.queries, args.rounds)?;
        println!("{}", report::markdown(case, &figures));
        csv += &report::csv(case, &figures);
    }
    if asked("fields") {
        println!("{}", goal_fields::tables(&maps, args.rounds));
    }
    if asked("unreachable") {
        println!("{}", extremes::unreachable_table());
    }
    if asked("edit") {
        println!("{}\n{}", extremes::edit_table(), extremes::splitting_edit_table());
    }
    if asked("placement") {
        println!("{}", placement::table(&placement::measure(&maps)));
    }
    if asked("followers") {
        print!("{}", followers::table(args.rounds));
    }
    if let Some(file) = &args.csv {
        fs::write(file, csv).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// The reference and all others that take a case and are wanted.
pub fn entrants(case: &Case, wanted: impl Fn(&Entrant) -> bool) -> Vec<Entrant> {
    let others = ours::ENTRANTS.iter().chain(peers::entrants());
    let takers = others.filter(|entrant| (entrant.takes)(case) && wanted(entrant));
    std::iter::once(&peers::REFERENCE).chain(takers).copied().collect()
}

/// Measures one case on all maps.
///
/// # Errors
/// [`WrongCost`] if an entrant of tilepath is not optimal.
pub fn run_case(
    case: &Case,
    maps: &[Map],
    entrants: &[Entrant],
    queries: usize,
    rounds: usize,
) -> Result<Vec<MapFigures>, WrongCost> {
    let measured = maps.iter().map(|map| {
        eprintln!("{}: {}", case.name, map.name);
        let scenario = Scenario::new(map, case, queries);
        let figures = measure(&scenario, entrants, rounds)?;
        Ok(MapFigures { map: map.name.to_string(), cells: map.free.len(), figures })
    });
    measured.collect()
}
