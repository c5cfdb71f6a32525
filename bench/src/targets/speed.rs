//! Searches: how many times faster than other crates they are, on average and on the worst map.

use super::{
    lab::{Lab, is_ours},
    reading::{OfMap, Reading},
    target::{Measured, Target},
};
use crate::{entrant::Entrant, measure::WrongCost, ours};

/// What a user gets who sets nothing, by case: the least speed-up.
const DEFAULTS: [(&str, f64); 7] = [
    ("uniform", 190.0),
    ("corners", 90.0),
    ("four", 100.0),
    ("danger", 30.0),
    ("weighted", 26.0),
    ("patches", 26.0),
    ("levels", 22.0),
];

/// The same where nobody keeps landmarks.
const WITHOUT_LANDMARKS: [(&str, f64); 4] =
    [("uniform", 125.0), ("danger", 15.0), ("weighted", 7.5), ("patches", 7.5)];

/// What a user gets who sets nothing, if other work comes between the queries.
const AMID_OTHER_WORK: [(&str, f64); 3] = [("uniform", 60.0), ("weighted", 18.0), ("patches", 18.0)];

/// The least speed-up on the worst map.
const WORST_MAP: f64 = 4.0;

pub(super) fn targets() -> Vec<Target> {
    let defaults = DEFAULTS
        .map(|(case, least)| over_reference(case, &ours::DEFAULTS).at_least(least).worst_at_least(WORST_MAP));
    let without = WITHOUT_LANDMARKS.map(|(case, least)| {
        over_reference(case, &ours::NO_LANDMARKS).at_least(least).worst_at_least(WORST_MAP)
    });
    let amid = DEFAULTS.map(|(case, _)| amid_other_work(case, &ours::DEFAULTS));
    let amid_without = WITHOUT_LANDMARKS.map(|(case, _)| amid_other_work(case, &ours::NO_LANDMARKS));
    let levels = over_reference("levels", &ours::NO_LANDMARKS);
    let is_compared = |&(case, _): &(&str, f64)| !["levels", "patches"].contains(&case);
    let northstar = DEFAULTS.into_iter().filter(is_compared).flat_map(|(case, _)| over_northstar(case));
    defaults
        .into_iter()
        .chain(without)
        .chain(amid)
        .chain(amid_without)
        .chain([levels, goals(), over_grid_pathfinding()])
        .chain(northstar)
        .collect()
}

fn over_reference(case: &'static str, mode: &'static Entrant) -> Target {
    let mode = mode.name;
    Target::new(format!("{case}: × pathfinding, {}", ours::mode_name(mode)), move |lab| {
        speed_up(lab, case, mode)
    })
}

/// The same if other work comes between the queries, as in a game.
fn amid_other_work(case: &'static str, mode: &'static Entrant) -> Target {
    let name = mode.name;
    let title = format!("{case}, amid other work: × pathfinding, {}", ours::mode_name(name));
    let target = Target::new(title, move |lab| {
        let maps = lab.largest_of_case(case, |one| one == name, |figures| figures.amid_other_work)?;
        Ok(Reading::more_is_better(&maps))
    });
    let least = AMID_OTHER_WORK.into_iter().find(|&(named, _)| named == case && name == ours::DEFAULTS.name);
    match least {
        Some((_, least)) => target.at_least(least).worst_at_least(WORST_MAP),
        None => target.worst_at_least(WORST_MAP),
    }
}

fn speed_up(lab: &mut Lab, case: &'static str, mode: &str) -> Measured {
    let maps = lab.largest_of_case(case, |name| name == mode, |figures| figures.speed_up)?;
    Ok(Reading::more_is_better(&maps))
}

fn goals() -> Target {
    Target::new("goals: × pathfinding, goal fields", |lab| speed_up(lab, "goals", ours::GOAL_FIELDS.name))
        .at_least(30.0)
}

fn over_grid_pathfinding() -> Target {
    Target::new("corners: × grid_pathfinding's best", |lab| {
        Ok(Reading::more_is_better(&over_peer(lab, "corners", "grid_pathfinding")?))
    })
    .at_least(12.0)
    .worst_at_least(1.0)
}

/// Never slower than `bevy_northstar`, and never a legal path of its that costs less.
fn over_northstar(case: &'static str) -> [Target; 2] {
    let faster = Target::new(format!("{case}: × bevy_northstar's best"), move |lab| {
        Ok(Reading::more_is_better(&over_peer(lab, case, "bevy_northstar")?))
    });
    let cheaper =
        Target::new(format!("{case}: what bevy_northstar's cheapest path costs over the optimum"), {
            move |lab| {
                let is_northstar = |name: &str| name.starts_with("bevy_northstar");
                let least = |of: &[f64]| 1.0 + of.iter().copied().fold(f64::INFINITY, f64::min);
                let maps = lab.largest_of_case(case, is_northstar, |figures| -least(&figures.excess))?;
                let maps: Vec<OfMap> = maps
                    .into_iter()
                    .filter(|map| map.value.is_finite())
                    .map(|map| OfMap { value: -map.value, ..map })
                    .collect();
                Ok(Reading::more_is_better(&maps))
            }
        });
    [faster.worst_at_least(1.0), cheaper.worst_at_least(1.0)]
}

/// Map by map, how many times faster our best mode is than the best of the peers whose names begin with a word.
fn over_peer(lab: &mut Lab, case: &'static str, peer: &str) -> Result<Vec<OfMap>, WrongCost> {
    let ours = lab.largest_of_case(case, is_ours, |figures| figures.speed_up)?;
    let theirs = lab.largest_of_case(case, |name| name.starts_with(peer), |figures| figures.speed_up)?;
    let pairs = theirs.into_iter().filter_map(|their| {
        let our = ours.iter().find(|our| our.map == their.map)?;
        Some(OfMap { value: our.value / their.value, ..their })
    });
    Ok(pairs.collect())
}
