//! Reports that were recorded earlier play to their hashes. Others differ in a frame, if agents decide otherwise now.

use super::assert_plays;
use crate::{shapes::TYPES, storm::Weather};
use bevy_tilepath::tilepath::fleet::Recording;
use std::{env, fs, path::PathBuf};

#[test]
fn five_reports_of_storms_play_to_their_hashes() {
    let what_to_do =
        "if games play otherwise on purpose, run this test with WRITE_RECORDINGS=1 and all features";
    for (nth, map_type) in TYPES.into_iter().step_by(2).enumerate() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
        let file = file.join(format!("storm_{nth}.tilerec"));
        if env::var_os("WRITE_RECORDINGS").is_some() {
            let mut weather = Weather::new(4000 + nth as u64, 1, map_type).recorded(8);
            weather.storm(120);
            fs::write(&file, weather.stop_recording().write().unwrap()).unwrap();
        }
        let bytes = fs::read(&file).unwrap();
        let name = file.display();
        let recording = Recording::read(&bytes);
        let recording = recording.unwrap_or_else(|error| panic!("{name}: {error}; {what_to_do}"));
        assert!(bytes.len() < 120_000, "{name}: {} bytes", bytes.len());
        assert_eq!(recording.frames().iter().filter(|frame| frame.hash.is_some()).count(), 15, "{name}");
        assert_plays(&recording, &format!("{name}; {what_to_do}"));
    }
}
