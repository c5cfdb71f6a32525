//! The README is short, and names only what the prelude has. Its code is compiled with the documentation tests.

#[test]
fn the_readme_is_read_in_a_few_minutes() {
    assert!(include_str!("../../README.md").lines().count() <= 150);
}

/// The names of the crate that the README uses, from the prelude alone.
macro_rules! names {
    ($($name:ident)*) => {
        #[expect(unused_imports, reason = "that they are there is the test")]
        mod by_the_prelude {
            $(use bevy_tilepath::prelude::$name;)*
            #[cfg(feature = "debug")]
            use bevy_tilepath::prelude::{AgentPicker, PathfindingDebug, PathfindingDebugPlugin};
        }
        const NAMES: &[&str] =
            &[$(stringify!($name),)* "AgentPicker", "PathfindingDebug", "PathfindingDebugPlugin"];
    };
}

names! {
    AgentState AgentStuck CellGeometry Congestion CostProfiles CutOff DangerSource Explain FailureReason GoalReached Heuristic LayerRule
    NavGrid NavObstacle NavTile DeriveNavTilePlugin NavTilemap CrowdAgent OnWaypoints PathFailed PathFollower PathFound PathReplanned PathRequest
    PathResult PathfindingDiagnosticsPlugin PathfindingPlugin PathfindingSettings PathfindingStats PathfindingSystems PlacementCheck PlanCause
    SearchTrace Waypoint WaypointGrid WaypointLinks
}

#[test]
fn every_name_of_the_readme_is_in_the_prelude() {
    let readme = include_str!("../../README.md");
    let (exports, _) = include_str!("../../src/lib.rs").split_once("pub mod prelude").expect("a prelude");
    let words = |text: &'static str| text.split(|letter: char| !letter.is_alphanumeric());
    let exports: Vec<&str> = exports.split("pub use ").skip(1).flat_map(words).collect();
    let quoted = readme.split('`').skip(1).step_by(2).flat_map(words);
    let is_ours = |word: &&str| word.starts_with(char::is_uppercase) && exports.contains(word);
    let mut missing: Vec<&str> = quoted.filter(is_ours).filter(|word| !NAMES.contains(word)).collect();
    missing.dedup();
    assert_eq!(missing, Vec::<&str>::new(), "add them to the list above and to the prelude");
}
