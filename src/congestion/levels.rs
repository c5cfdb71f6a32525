//! The steps in which the danger of a crowd rises and falls.

use tilepath::{DangerStamp, Falloff};

/// The highest level, of 2048 tiles.
const HIGHEST: u8 = 12;

/// The danger of a level, in tiles of detour: 0, 1, 2, 4, 8, …
fn danger_of(level: u8) -> f32 {
    if level == 0 { 0.0 } else { f32::from(1_u16 << (level - 1)) }
}

/// The level of a danger, seen from the level so far: one that has risen to the next level, or fallen by a whole one.
pub(super) fn level_from(current: u8, danger: f32) -> u8 {
    if danger < danger_of(1) / 2.0 {
        return 0;
    }
    let reached = (1..=HIGHEST).take_while(|&level| danger_of(level) <= danger).count() as u8;
    current.clamp(reached, reached + 1)
}

/// What each level adds to the one below, spread around the middle of a patch: the patches around one at the same level fill each
/// other up.
pub(super) fn stamps(radius: f32) -> Vec<DangerStamp> {
    let step = |level| danger_of(level) - danger_of(level - 1);
    // A radius that was checked and the steps above are in range.
    (1..=HIGHEST).filter_map(|level| DangerStamp::new(radius, step(level), Falloff::Linear).ok()).collect()
}
