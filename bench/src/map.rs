//! A map with queries, before a case gives it costs and a rule.

use glam::IVec2;
use std::sync::Arc;

/// Free cells and walls with queries.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its name.
    pub name: Arc<str>,
    /// Width and height in cells.
    pub size: IVec2,
    /// Whether each cell is free, in row-major order.
    pub free: Vec<bool>,
    /// The queries.
    pub queries: Vec<Query>,
}

/// A query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Query {
    /// Where to start.
    pub start: IVec2,
    /// Where to go.
    pub goal: IVec2,
    /// The optimal length without corner cutting, where a scenario file has it; 0 if there is no path.
    pub length: Option<Length>,
}

/// A length in tiles as a scenario file has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    /// The number.
    pub tiles: f64,
    /// By how much it may be off, because it was written with few digits.
    pub rounding: f64,
}

/// Why maps could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct MapError(pub String);

impl Map {
    /// At most `count` of the queries, spread evenly over all of them.
    pub fn spread(&self, count: usize) -> Vec<Query> {
        let asked: Vec<Query> =
            self.queries.iter().filter(|query| query.start != query.goal).copied().collect();
        let count = count.min(asked.len());
        (0..count).map(|nth| asked[(2 * nth + 1) * asked.len() / (2 * count)]).collect()
    }

    /// A seed made from the name, so that every map always has the same one.
    pub fn seed(&self) -> u64 {
        self.name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}
