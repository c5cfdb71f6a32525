//! A target: a name, how its figure is measured, and what it must be.

use super::{
    bound::Bound,
    lab::Lab,
    reading::{Reading, Worst},
};
use crate::{measure::WrongCost, report::number};

/// The figure; `None` if this build has no entrant for it.
pub(super) type Measured = Result<Option<Reading>, WrongCost>;

/// A figure and what it must be: its mean, its worst map, both, or none of them if it is only reported.
pub(super) struct Target {
    name: String,
    measure: Box<dyn Fn(&mut Lab) -> Measured>,
    mean: Option<Bound>,
    worst: Option<Bound>,
}

impl Target {
    pub(super) fn new(name: impl Into<String>, measure: impl Fn(&mut Lab) -> Measured + 'static) -> Self {
        Self { name: name.into(), measure: Box::new(measure), mean: None, worst: None }
    }

    /// One whose figure this build always has.
    pub(super) fn simple(name: impl Into<String>, measure: impl Fn(&mut Lab) -> f64 + 'static) -> Self {
        Self::new(name, move |lab| Ok(Some(Reading::of(measure(lab)))))
    }

    /// The mean must be at least this.
    pub(super) fn at_least(self, least: f64) -> Self {
        Self { mean: Some(Bound::AtLeast(least)), ..self }
    }

    /// The mean must be at most this.
    pub(super) fn at_most(self, most: f64) -> Self {
        Self { mean: Some(Bound::AtMost(most)), ..self }
    }

    /// The figure of the worst map must be at least this.
    pub(super) fn worst_at_least(self, least: f64) -> Self {
        Self { worst: Some(Bound::AtLeast(least)), ..self }
    }

    /// The figure of the worst map must be at most this.
    pub(super) fn worst_at_most(self, most: f64) -> Self {
        Self { worst: Some(Bound::AtMost(most)), ..self }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Measures it. Returns its line and whether it is met.
    ///
    /// # Errors
    /// A cost of ours that is not optimal.
    pub(super) fn check(&self, lab: &mut Lab) -> Result<(String, bool), WrongCost> {
        Ok(self.judge((self.measure)(lab)?.as_ref()))
    }

    fn judge(&self, reading: Option<&Reading>) -> (String, bool) {
        let worst = reading.and_then(|reading| reading.worst.as_ref());
        let is_met = |bound: Option<Bound>, value: Option<f64>| match bound {
            Some(bound) => value.is_some_and(|value| bound.is_met(value)),
            None => true,
        };
        let met = is_met(self.mean, reading.map(|reading| reading.value))
            && is_met(self.worst, worst.map(|worst| worst.value));
        let verdict = match (self.mean.or(self.worst), met) {
            (None, _) => "no bound",
            (_, true) => "met",
            (_, false) => "short",
        };
        let bound = |bound: Option<Bound>| bound.map_or_else(|| "-".into(), Bound::text);
        let columns = [
            self.name.clone(),
            reading.map_or_else(|| "unmeasured".into(), |reading| number(reading.value)),
            bound(self.mean),
            worst.map_or_else(|| "-".into(), |Worst { map, value }| format!("{} on {map}", number(*value))),
            bound(self.worst),
            verdict.into(),
        ];
        (columns.join("\t"), met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::reading::OfMap;

    fn line(target: Target, reading: Option<Reading>) -> (String, bool) {
        target.judge(reading.as_ref())
    }

    #[test]
    fn a_target_is_met_only_if_both_of_its_bounds_are() {
        let target = || Target::new("speed", |_| Ok(None)).at_least(4.0);
        let reading = Reading::more_is_better(&[OfMap::new("a", 2.0), OfMap::new("b", 8.0)]);
        let (text, met) = line(target(), reading.clone());
        assert_eq!((text.as_str(), met), ("speed\t4.00\t>=4\t2.00 on a\t-\tmet", true));
        assert!(line(target().worst_at_least(2.0), reading.clone()).1);
        let (text, met) = line(target().worst_at_least(2.5), reading);
        assert_eq!((text.as_str(), met), ("speed\t4.00\t>=4\t2.00 on a\t>=2.5\tshort", false));
    }

    #[test]
    fn what_is_not_measured_is_short_unless_nothing_is_asked_of_it() {
        let target = || Target::new("speed", |_| Ok(None));
        assert_eq!(line(target(), None), ("speed\tunmeasured\t-\t-\t-\tno bound".into(), true));
        assert!(!line(target().at_most(1.0), None).1);
        assert!(!line(target().worst_at_most(1.0), Some(Reading::of(0.0))).1);
    }
}
