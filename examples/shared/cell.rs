//! A cell on the command line.

use bevy::math::IVec2;

/// Reads a cell, such as `12,7`.
pub fn cell(text: &str) -> Result<IVec2, String> {
    let number = |part: &str| part.trim().parse().ok();
    text.split_once(',')
        .and_then(|(x, y)| Some(IVec2::new(number(x)?, number(y)?)))
        .ok_or_else(|| format!("{text:?} is not a cell: give two whole numbers, such as 12,7"))
}
