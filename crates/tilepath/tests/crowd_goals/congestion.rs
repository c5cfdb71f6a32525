//! Danger where many agents are on their way.

use glam::IVec2;
use tilepath::{DangerStamp, Falloff, NavMap};

/// The side of the patches in which agents are counted, in cells.
const SIDE: i32 = 3;

/// The danger that a crowd makes, counted once a second: the crowd of a patch rises and falls slowly, and its danger doubles from
/// level to level.
pub struct Congestion {
    width: i32,
    averages: Vec<f32>,
    levels: Vec<u8>,
}

impl Congestion {
    pub fn new(map: &NavMap) -> Self {
        let size = map.grid().size().as_ivec2();
        let width = size.x / SIDE + 1;
        let count = (width * (size.y / SIDE + 1)) as usize;
        Self { width, averages: vec![0.0; count], levels: vec![0; count] }
    }

    /// Counts the agents that are on their way, in these cells.
    pub fn count(&mut self, map: &mut NavMap, cells: impl Iterator<Item = IVec2>) {
        let mut counts = vec![0.0_f32; self.averages.len()];
        cells.for_each(|cell| counts[(cell.y / SIDE * self.width + cell.x / SIDE) as usize] += 1.0);
        for (nth, count) in counts.into_iter().enumerate() {
            let average = &mut self.averages[nth];
            *average = count + (*average - count) * 0.84;
            let danger = 4.0 * (*average - 1.0) / (SIDE * SIDE) as f32;
            let reached = (1..=6).take_while(|&level| strength(level) <= danger).count() as u8;
            let level = if danger < 0.5 { 0 } else { self.levels[nth].clamp(reached, reached + 1) };
            let before = core::mem::replace(&mut self.levels[nth], level);
            let at = IVec2::new(nth as i32 % self.width, nth as i32 / self.width) * SIDE + 1;
            if !map.grid().contains(at) {
                continue;
            }
            let stamp = |level| {
                let step = strength(level) - strength(level - 1);
                DangerStamp::new(SIDE as f32, step, Falloff::Linear).unwrap()
            };
            for level in before..level {
                map.add_danger(0, &stamp(level + 1), at).unwrap();
            }
            for level in level..before {
                map.remove_danger(0, &stamp(level + 1), at).unwrap();
            }
        }
    }
}

/// The danger of a level, in tiles.
fn strength(level: u8) -> f32 {
    if level == 0 { 0.0 } else { f32::from(1_u16 << (level - 1)) }
}
