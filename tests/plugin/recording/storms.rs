//! Recorded storms: whatever happens in a game, a replay is the same game.

use super::assert_plays;
use crate::{shapes::TYPES, storm::Weather};

#[test]
fn a_recorded_storm_is_played_again_hash_by_hash() {
    for (seed, map_type) in (3000..3009).zip(TYPES) {
        let mut weather = Weather::new(seed, 2, map_type).recorded(1);
        weather.storm(150);
        let recording = weather.stop_recording();
        assert_eq!(recording.frames().len(), 150);
        assert!(recording.frames().iter().all(|frame| frame.hash.is_some()));
        assert_plays(&recording, &format!("seed {seed} on {map_type:?}"));
    }
}

#[test]
fn a_recording_may_begin_in_the_middle_of_a_storm() {
    for (seed, map_type) in (3100..3104).zip(TYPES) {
        let mut weather = Weather::new(seed, 1, map_type);
        weather.storm(90);
        weather = weather.recorded(1);
        weather.storm(60);
        assert_plays(&weather.stop_recording(), &format!("seed {seed} on {map_type:?}"));
    }
}
