//! Hills: ground of all costs from smooth noise, walls on the summits, patches of danger.

use crate::board::{Board, Cell};
use bevy::math::{IVec2, Vec2};

/// The distance of the corners between which the noise is smooth, in cells.
const WAVE: f32 = 6.0;

/// Costs by the height of the ground, walls on the summits, danger in round patches.
pub fn paint(board: &mut Board, random: &mut fastrand::Rng) {
    let size = board.size().as_ivec2();
    let columns = (size.x as f32 / WAVE) as usize + 3;
    let rows = (size.y as f32 / WAVE) as usize + 3;
    let corners: Vec<f32> = (0..columns * rows).map(|_| random.f32()).collect();
    let height = |at: IVec2| {
        let place = at.as_vec2() / WAVE;
        let (low, part) = (place.floor(), place.fract());
        // Smoothstep, so that no corner shows.
        let part = part * part * (Vec2::splat(3.0) - 2.0 * part);
        let corner = |x: usize, y: usize| corners[(low.y as usize + y) * columns + low.x as usize + x];
        let across = |y: usize| corner(0, y) + (corner(1, y) - corner(0, y)) * part.x;
        across(0) + (across(1) - across(0)) * part.y
    };
    for index in 0..board.terrain().len() {
        let at = board.terrain().cell(index);
        let terrain = match height(at) {
            height if height > 0.74 => 0,
            height if height < 0.45 => 1,
            height => 1 + ((height - 0.45) / 0.29 * 7.0) as u8,
        };
        board.set(at, Cell { terrain, danger: 0 });
    }
    for _ in 0..(board.terrain().len() / 160).clamp(1, 600) {
        let middle = IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
        add_danger(board, middle, random.f32() * 2.5 + 1.5);
    }
}

/// Adds danger round a cell, strongest in the middle.
fn add_danger(board: &mut Board, middle: IVec2, radius: f32) {
    let shape = board.layout().shape();
    let reach = radius.ceil() as i32 + 1;
    for offset in (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec2::new(x, y))) {
        let at = middle + offset;
        let distance = (shape.distance_squared(middle, at) as f32).sqrt();
        if let Some(cell) = board.cell(at)
            && cell.terrain > 0
            && distance <= radius
        {
            let level = ((1.0 - distance / (radius + 1.0)) * 7.0).ceil() as u8;
            board.set(at, Cell { danger: cell.danger.max(level), ..cell });
        }
    }
}
