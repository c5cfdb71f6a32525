//! A storm of random events, compared with an independent model in every frame.

mod askers;
mod checks;
mod events;
mod model;
mod site;
mod weather;

pub use weather::Weather;

use crate::shapes::TYPES;
use bevy_ecs_tilemap::prelude::TilemapType;

/// Frames of one storm.
const FRAMES: usize = 400;

/// Lets a storm blow over a map of this type for each seed. More seeds find more: STORM_SEEDS=100..200 cargo test --test plugin storm
fn storms(map_type: TilemapType, seeds: &str) {
    let range = std::env::var("STORM_SEEDS").unwrap_or(seeds.into());
    let (first, end) = range.split_once("..").expect("a range of seeds");
    let (first, end): (u64, u64) = (first.parse().unwrap(), end.parse().unwrap());
    let storms = (first..end).filter(|&seed| {
        std::panic::catch_unwind(|| {
            let mut weather = Weather::new(seed, usize::MAX, map_type);
            weather.storm(FRAMES);
            weather.calm();
        })
        .is_err()
    });
    let failed: Vec<u64> = storms.collect();
    assert!(failed.is_empty(), "{map_type:?}: {} seeds failed: {failed:?}", failed.len());
}

#[test]
fn in_a_storm_of_events_the_plugin_agrees_with_an_independent_model() {
    storms(TilemapType::Square, "0..10");
}

#[test]
fn in_a_storm_the_plugin_agrees_with_the_model_on_every_type_of_map() {
    TYPES.into_iter().skip(1).for_each(|map_type| storms(map_type, "0..2"));
}

#[test]
fn a_storm_ends_the_same_whatever_one_machine_asks_besides() {
    for (seed, map_type) in (2000..2004).zip(TYPES) {
        let end = |asks| {
            let mut weather = Weather::new(seed, usize::MAX, map_type).with_askers(asks);
            weather.storm(FRAMES / 4);
            weather.end_state()
        };
        assert_eq!(end(false), end(true), "seed {seed} on {map_type:?}");
    }
}

#[test]
fn a_storm_ends_the_same_on_one_thread_and_on_two() {
    for (seed, map_type) in (1000..1003).zip(TYPES) {
        let end = |threads| {
            let mut weather = Weather::new(seed, threads, map_type);
            weather.storm(FRAMES / 2);
            weather.end_state()
        };
        assert_eq!(end(1), end(2), "seed {seed} on {map_type:?}");
    }
}
