//! What was measured for a target: one figure, and where it comes from several maps the worst of them with its name.

use crate::clock;

/// A figure, and the worst map with its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reading {
    /// The mean over the maps, or the only figure.
    pub(super) value: f64,
    /// The map on which the figure is worst.
    pub(super) worst: Option<Worst>,
}

/// A map and its figure.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Worst {
    pub(super) map: String,
    pub(super) value: f64,
}

/// The figure of one map.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OfMap {
    pub(super) map: String,
    pub(super) value: f64,
    /// Whether it counts in the mean. It always counts for the worst map.
    pub(super) in_mean: bool,
}

impl OfMap {
    pub(super) fn new(map: impl Into<String>, value: f64) -> Self {
        Self { map: map.into(), value, in_mean: true }
    }
}

impl Reading {
    /// A figure that does not come from several maps.
    pub(super) const fn of(value: f64) -> Self {
        Self { value, worst: None }
    }

    /// The geometric mean of ratios of which the smallest is the worst. `None` for no maps.
    pub(super) fn more_is_better(maps: &[OfMap]) -> Option<Self> {
        Self::of_maps(maps, |one, other| one.total_cmp(&other))
    }

    /// The geometric mean of ratios of which the largest is the worst. `None` for no maps.
    pub(super) fn less_is_better(maps: &[OfMap]) -> Option<Self> {
        Self::of_maps(maps, |one, other| other.total_cmp(&one))
    }

    fn of_maps(maps: &[OfMap], order: impl Fn(f64, f64) -> std::cmp::Ordering) -> Option<Self> {
        let worst = maps.iter().min_by(|one, other| order(one.value, other.value))?;
        let counted: Vec<f64> = maps.iter().filter(|map| map.in_mean).map(|map| map.value).collect();
        let worst = Worst { map: worst.map.clone(), value: worst.value };
        Some(Self { value: clock::geometric_mean(&counted), worst: Some(worst) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_map_is_named_and_need_not_count_in_the_mean() {
        let maps = [
            OfMap::new("a", 2.0),
            OfMap::new("b", 8.0),
            OfMap { in_mean: false, ..OfMap::new("c", 1.0) },
            OfMap { in_mean: false, ..OfMap::new("d", 9.0) },
        ];
        let [more, less] =
            [Reading::more_is_better(&maps), Reading::less_is_better(&maps)].map(Option::unwrap);
        assert!((more.value - 4.0).abs() < 1e-12 && (less.value - 4.0).abs() < 1e-12);
        assert_eq!(more.worst, Some(Worst { map: "c".into(), value: 1.0 }));
        assert_eq!(less.worst, Some(Worst { map: "d".into(), value: 9.0 }));
        assert_eq!(Reading::more_is_better(&[]), None);
    }
}
