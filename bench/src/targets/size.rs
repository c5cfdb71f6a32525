//! What must not depend on the size of the map.

use super::target::Target;
use crate::{extremes, footprint, ours, threads};

pub(super) fn targets() -> Vec<Target> {
    let mode = &ours::NO_LANDMARKS;
    vec![
        Target::simple("unreachable: nodes expanded", |_| footprint::expansions_of_unreachable())
            .at_most(0.0),
        Target::simple("unreachable: time on 2048² over 64²", |_| {
            large_over_small(|side| extremes::unreachable_nanoseconds(mode, side, 201))
        })
        .at_most(2.0),
        Target::simple("edit: time on 2048² over 64²", |_| {
            large_over_small(|side| extremes::edit_nanoseconds(mode, side, 41))
        })
        .at_most(2.0),
        Target::simple("edit that separates or joins regions: time on 2048² over 64²", |_| {
            large_over_small(|side| extremes::splitting_edit_nanoseconds(mode, side, 41))
        })
        .at_most(2.0),
        Target::simple("1,000 mixed requests: × on two threads", |lab| threads::speed_up(lab.rounds))
            .at_least(1.8),
    ]
}

fn large_over_small(nanoseconds: impl Fn(i32) -> f64) -> f64 {
    let [small, large] = extremes::SIDES.map(nanoseconds);
    large / small
}
