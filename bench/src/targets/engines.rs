//! The choice between the two search engines.

use super::{
    reading::{OfMap, Reading},
    target::Target,
};
use crate::engines;

/// The most that the time of the chosen engine may be, divided by that of the better one.
const MOST: f64 = 1.5;

pub(super) fn targets() -> Vec<Target> {
    let target = |(mode, by_default): (&str, bool)| {
        Target::new(format!("choice of the engine: time over that of the better one, {mode}"), move |lab| {
            let times = engines::times(by_default, lab.queries, lab.rounds);
            let maps: Vec<OfMap> =
                times.into_iter().map(|times| OfMap::new(times.map.clone(), times.over_better())).collect();
            Ok(Reading::less_is_better(&maps))
        })
        .worst_at_most(MOST)
    };
    [("defaults", true), ("no landmarks", false)].map(target).into()
}
