//! What must not depend on the size of the map.

use super::target::Target;
use crate::{entrant::Entrant, extremes, footprint, ours, threads};

pub(super) fn targets() -> Vec<Target> {
    let unreachable = [
        Target::simple("unreachable: nodes expanded", |_| footprint::expansions_of_unreachable())
            .at_most(0.0),
        Target::simple("unreachable: time on 2048² over 64²", |_| {
            large_over_small(|side| extremes::unreachable_nanoseconds(&ours::NO_LANDMARKS, side, 201))
        })
        .at_most(2.0),
    ];
    let threads =
        Target::simple("1,000 mixed requests: × on two threads", |lab| threads::speed_up(lab.rounds));
    let edits = [ours::DEFAULTS, ours::NO_LANDMARKS].into_iter().flat_map(edits);
    unreachable.into_iter().chain(edits).chain([threads.at_least(1.8)]).collect()
}

fn edits(mode: Entrant) -> [Target; 2] {
    let name = ours::mode_name(mode.name);
    [
        Target::simple(format!("edit, {name}: time on 2048² over 64²"), move |_| {
            large_over_small(|side| extremes::edit_nanoseconds(&mode, side, 41))
        })
        .at_most(2.0),
        Target::simple(
            format!("edit that separates or joins regions, {name}: time on 2048² over 64²"),
            move |_| large_over_small(|side| extremes::splitting_edit_nanoseconds(&mode, side, 41)),
        )
        .at_most(2.0),
    ]
}

fn large_over_small(nanoseconds: impl Fn(i32) -> f64) -> f64 {
    let [small, large] = extremes::SIDES.map(nanoseconds);
    large / small
}
