//! Terrain that a case lays over the free cells of a map.

use crate::world::World;
use fastrand::Rng;
use glam::{IVec2, Vec2};

/// Side of the squares that hold one centre of a patch each.
const PATCH: i32 = 8;

/// Gives each free cell the class of the nearest of many scattered centres.
pub(crate) fn lay_patches(world: &mut World, random: &mut Rng) {
    let across = world.size / PATCH + 3;
    let centres: Vec<(IVec2, u8)> = (0..across.x * across.y)
        .map(|square| {
            let corner = IVec2::new(square % across.x - 1, square / across.x - 1) * PATCH;
            (corner + IVec2::new(random.i32(0..PATCH), random.i32(0..PATCH)), random.u8(1..=9))
        })
        .collect();
    for index in 0..world.cell_count() {
        if world.classes[index] > 0 {
            let cell = world.cell(index);
            let square = cell / PATCH + 1;
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| square + IVec2::new(x, y)));
            let nearest = around
                .map(|at| centres[(at.y * across.x + at.x) as usize])
                .min_by_key(|(centre, _)| centre.distance_squared(cell));
            world.classes[index] = nearest.map_or(1, |(_, class)| class);
        }
    }
}

/// Cells between two values of the coarsest noise; each finer one has half as many and half the weight.
const HILL: i32 = 64;
/// How many noises are summed.
const OCTAVES: u32 = 3;
/// What the levels cost, from the lowest to the highest.
const COSTS: [u8; 4] = [1, 2, 4, 8];

/// Gives each free cell the cost of its level: the quarter of all cells that its height belongs to.
pub(crate) fn lay_levels(world: &mut World, random: &mut Rng) {
    let mut heights = vec![0.0; world.cell_count()];
    for octave in 0..OCTAVES {
        add_noise(&mut heights, world, HILL >> octave, 0.5_f32.powi(octave as i32), random);
    }
    let mut sorted = heights.clone();
    sorted.sort_by(f32::total_cmp);
    let quartiles = [1, 2, 3].map(|nth| sorted[sorted.len() * nth / 4]);
    for (class, height) in world.classes.iter_mut().zip(heights).filter(|(class, _)| **class > 0) {
        *class = COSTS[quartiles.iter().filter(|&&quartile| height >= quartile).count()];
    }
}

/// Adds random values of a lattice, with a smooth course between them.
fn add_noise(heights: &mut [f32], world: &World, spacing: i32, weight: f32, random: &mut Rng) {
    let across = world.size / spacing + 2;
    let lattice: Vec<f32> = (0..across.x * across.y).map(|_| random.f32()).collect();
    let at = |node: IVec2| lattice[(node.y * across.x + node.x) as usize];
    for (index, height) in heights.iter_mut().enumerate() {
        let cell = world.cell(index);
        let node = cell / spacing;
        let within = (cell - node * spacing).as_vec2() / spacing as f32;
        let smooth = within * within * (Vec2::splat(3.0) - within * 2.0);
        let along = |y: i32| {
            let [left, right] = [0, 1].map(|x| at(node + IVec2::new(x, y)));
            left + (right - left) * smooth.x
        };
        *height += weight * (along(0) + (along(1) - along(0)) * smooth.y);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        generate,
        scenario::{Case, Scenario},
    };

    #[test]
    fn levels_are_wide_and_each_covers_about_a_quarter_of_the_map() {
        let world = Scenario::new(&generate::open_field(256), &Case::named("levels"), 0).world;
        for cost in super::COSTS {
            let share =
                world.classes.iter().filter(|&&class| class == cost).count() * 100 / world.cell_count();
            assert!((24..=26).contains(&share), "{share} % cost {cost}");
        }
        let borders = world.classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(borders * 10 < world.cell_count(), "{borders} borders");
    }
}
