//! Clocks, medians and means.
//!
//! Totals are CPU time of this thread, which leaves out other work on the machine. Reading it is a system call, too slow for a single
//! short query: queries are timed by the wall clock, and the median over the rounds counts.

use cpu_time::{ProcessTime, ThreadTime};
use std::time::{Duration, Instant};

/// CPU time of this thread that `work` takes.
pub fn cpu_time(work: impl FnOnce()) -> Duration {
    let start = ThreadTime::now();
    work();
    start.elapsed()
}

/// CPU time of all threads that `work` takes.
pub fn process_time(work: impl FnOnce()) -> Duration {
    let start = ProcessTime::now();
    work();
    start.elapsed()
}

/// Wall-clock time that `work` takes in nanoseconds, and what it returns.
pub fn wall_nanoseconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_nanos() as f64, result)
}

/// The value below which the share `quantile` of the values lies; NaN for no values.
pub fn quantile(values: &[f64], quantile: f64) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * quantile).round() as usize]
}

/// The middle value.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The mean; NaN for no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The geometric mean; NaN for no values.
pub fn geometric_mean(values: &[f64]) -> f64 {
    mean(&values.iter().map(|value| value.ln()).collect::<Vec<_>>()).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_means_of_known_values() {
        let values = [4.0, 1.0, 2.0, 8.0, 16.0];
        assert_eq!((median(&values), quantile(&values, 0.95)), (4.0, 16.0));
        assert!((geometric_mean(&values) - 4.0).abs() < 1e-12);
        assert!(median(&[]).is_nan());
    }
}
