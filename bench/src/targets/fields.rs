//! Goal fields: builds and repairs; cells in reach.

use super::{
    lab::Lab,
    reading::{OfMap, Reading},
    target::Target,
};
use crate::{
    chase, clock,
    goal_fields::{Built, Repaired},
    reach,
};

pub(super) fn targets() -> Vec<Target> {
    let builds = [("uniform", 1.7, 15.0), ("weighted", 4.0, 8.0)].into_iter().flat_map(builds);
    builds
        .chain([
            Target::new("goal fields: bytes per cell", |lab| {
                Ok(Reading::less_is_better(&built(lab, "weighted", |built| built.bytes)))
            })
            .worst_at_most(6.0),
            Target::new("goal fields: a repair after a tower × a rebuild, the median", |lab| {
                Ok(Reading::more_is_better(&repairs(lab, 0.5)))
            })
            .worst_at_least(20.0),
            Target::new("goal fields: a repair after a tower × a rebuild, the slowest twentieth", |lab| {
                Ok(Reading::more_is_better(&repairs(lab, 0.05)))
            })
            .worst_at_least(5.0),
            Target::new("chase: time of a new goal field over the time of regrowing one", |lab| {
                let of_map = |(map, speed_up)| OfMap::new(map, speed_up);
                let speed_ups = chase::speed_ups(lab.rounds);
                Ok(Reading::more_is_better(&speed_ups.into_iter().map(of_map).collect::<Vec<_>>()))
            })
            .at_least(10.0),
            Target::new("reachable within 30 tiles: × dijkstra_reach", |lab| {
                let of_map = |(map, speed_up)| OfMap::new(map, speed_up);
                let speed_ups = reach::speed_ups(&lab.maps, lab.rounds);
                Ok(Reading::more_is_better(&speed_ups.into_iter().map(of_map).collect::<Vec<_>>()))
            }),
        ])
        .collect()
}

fn builds((case, over_fill, times_dijkstra): (&'static str, f64, f64)) -> [Target; 2] {
    [
        Target::new(format!("goal fields, {case}: time of a build over a breadth-first fill"), move |lab| {
            Ok(Reading::less_is_better(&built(lab, case, |built| built.over_fill)))
        })
        .worst_at_most(over_fill),
        Target::new(format!("goal fields, {case}: × dijkstra_all"), move |lab| {
            Ok(Reading::more_is_better(&built(lab, case, |built| built.times_dijkstra)))
        })
        .at_least(times_dijkstra),
    ]
}

fn built(lab: &mut Lab, case: &'static str, value: fn(&Built) -> f64) -> Vec<OfMap> {
    lab.fields(case).iter().map(|built| OfMap::new(built.map.as_str(), value(built))).collect()
}

/// Map by map, how many times faster a repair is than a rebuild, for this share of the repairs at most.
fn repairs(lab: &mut Lab, share: f64) -> Vec<OfMap> {
    let of_map = |repaired: &Repaired| {
        let value = clock::quantile(&repaired.times_rebuild, share);
        OfMap::new(format!("{}, {}", repaired.map, repaired.case), value)
    };
    lab.repairs().iter().map(of_map).collect()
}
