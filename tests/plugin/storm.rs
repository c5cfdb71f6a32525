//! A storm of random events, compared with an independent model in every frame.

mod checks;
mod events;
mod model;
mod site;
mod weather;

use weather::Weather;

/// Frames of one storm.
const FRAMES: usize = 400;

#[test]
fn in_a_storm_of_events_the_plugin_agrees_with_an_independent_model() {
    // More seeds find more: STORM_SEEDS=100..200 cargo test --test plugin storm
    let range = std::env::var("STORM_SEEDS").unwrap_or("0..10".into());
    let (first, end) = range.split_once("..").expect("a range of seeds");
    let (first, end): (u64, u64) = (first.parse().unwrap(), end.parse().unwrap());
    let storms = (first..end).filter(|&seed| {
        std::panic::catch_unwind(|| {
            let mut weather = Weather::new(seed, usize::MAX);
            weather.storm(FRAMES);
            weather.calm();
        })
        .is_err()
    });
    let failed: Vec<u64> = storms.collect();
    assert!(failed.is_empty(), "{} seeds failed: {failed:?}", failed.len());
}

#[test]
fn a_storm_ends_the_same_on_one_thread_and_on_two() {
    for seed in 1000..1003 {
        let end = |threads| {
            let mut weather = Weather::new(seed, threads);
            weather.storm(FRAMES / 2);
            weather.end_state()
        };
        assert_eq!(end(1), end(2), "seed {seed}");
    }
}
