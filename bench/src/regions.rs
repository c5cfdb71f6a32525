//! Connected regions of a [`World`], by its own flood fill.

use crate::world::World;
use glam::IVec2;

/// The number of the region of each cell, 0 for walls.
pub fn label(world: &World) -> Vec<u32> {
    let mut labels = vec![0; world.cell_count()];
    let mut count = 0;
    for seed in 0..world.cell_count() {
        if labels[seed] == 0 && world.classes[seed] > 0 {
            count += 1;
            fill(world, &mut labels, seed, count);
        }
    }
    labels
}

fn fill(world: &World, labels: &mut [u32], seed: usize, label: u32) {
    let mut open = vec![seed];
    labels[seed] = label;
    while let Some(index) = open.pop() {
        let from = world.cell(index);
        for step in (0..9).map(|nth| IVec2::new(nth % 3 - 1, nth / 3 - 1)) {
            if world.step_length(from, from + step).is_some() {
                let next = world.index(from + step);
                if labels[next] == 0 {
                    labels[next] = label;
                    open.push(next);
                }
            }
        }
    }
}
