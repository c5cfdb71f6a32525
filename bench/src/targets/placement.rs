//! Placement checks.

use super::{
    lab::Lab,
    reading::{OfMap, Reading},
    target::Target,
};
use crate::placement;

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target::new("placement check: × flood fill, median over places on 512²", |lab| {
            let of_maps = Reading::more_is_better(&of_maps(lab));
            let value = placement::speed_up(lab.placements());
            Ok(of_maps.map(|reading| Reading { value, ..reading }))
        })
        .at_least(50.0)
        .worst_at_least(50.0),
        Target::simple("placement check: allocations after warm-up", |lab| {
            placement::allocations(lab.placements())
        })
        .at_most(0.0),
    ]
}

fn of_maps(lab: &mut Lab) -> Vec<OfMap> {
    let medians = placement::median_speed_ups(lab.placements());
    medians.map(|(map, speed_up)| OfMap::new(map, speed_up)).collect()
}
