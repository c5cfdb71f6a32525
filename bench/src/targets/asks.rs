//! Questions beside the plain one: each nearly as fast as a plain one on the same pairs of cells.

use super::{
    lab::Lab,
    reading::Reading,
    target::{Measured, Target},
};
use crate::{
    asks::Kind,
    ours::{self, Mode},
};

/// The least speed over that of the plain query, on average.
const LEAST: f64 = 0.7;
/// The same on the worst map.
const WORST_MAP: f64 = 0.4;

pub(super) fn targets() -> Vec<Target> {
    let settings = ["uniform", "weighted"]
        .into_iter()
        .flat_map(|case| (0..ours::TIMED.len()).map(move |mode| (case, mode)));
    let all = settings.flat_map(|setting| Kind::ALL.into_iter().enumerate().map(move |kind| (setting, kind)));
    all.map(|((case, mode), (nth, kind))| target(case, &ours::TIMED[mode], nth, kind)).collect()
}

fn target(case: &'static str, mode: &'static Mode, nth: usize, kind: Kind) -> Target {
    let of_mode = ours::mode_name(mode.name);
    let name = format!("{}, {case}: × our plain query, {of_mode}", kind.name());
    Target::new(name, move |lab| ratio(lab, case, mode, nth)).at_least(LEAST).worst_at_least(WORST_MAP)
}

fn ratio(lab: &mut Lab, case: &'static str, mode: &'static Mode, nth: usize) -> Measured {
    let ratios: Vec<(String, f64)> = lab
        .asks(case, mode)?
        .iter()
        .filter_map(|ratios| Some((ratios.map.clone(), ratios.of_kind[nth]?)))
        .collect();
    let maps: Vec<_> = ratios.into_iter().map(|(map, ratio)| lab.of_map(&map, ratio)).collect();
    Ok(Reading::more_is_better(&maps))
}
