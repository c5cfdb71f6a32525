//! The choice between the two search engines.

use super::{
    reading::{OfMap, Reading},
    target::Target,
};
use crate::engines::{self, Engines, Times};

/// The time of the chosen engine divided by that of the better one: how many of a hundred maps may be above the first bound, and the most on
/// any map.
const BOUND: f64 = 1.5;
const PERCENT_ABOVE: f64 = 2.0;
const MOST: f64 = 2.5;

/// Each query is asked once.
const QUERIES: usize = 60;

pub(super) fn targets() -> Vec<Target> {
    let target = |(mode, by_default): (&str, bool)| {
        let name =
            format!("choice of the engine: percentage of maps above {BOUND} times the better one, {mode}");
        Target::new(name, move |_| {
            let engines = Engines { by_default, draw: 0, queries: QUERIES, practice: 256, side: 512 };
            let times = engines::times(&engines);
            let above = times.iter().filter(|times| times.over_better() > BOUND).count();
            let of_map = |times: &Times| OfMap::new(times.map.clone(), times.over_better());
            let maps: Vec<OfMap> = times.iter().map(of_map).collect();
            let percent = 100.0 * above as f64 / times.len() as f64;
            Ok(Reading::less_is_better(&maps).map(|reading| Reading { value: percent, ..reading }))
        })
        .at_most(PERCENT_ABOVE)
        .worst_at_most(MOST)
    };
    [("defaults", true), ("no landmarks", false)].map(target).into()
}
