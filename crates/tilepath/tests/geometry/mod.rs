//! Distances between the centres of cells, written from the pictures of the shapes.

use glam::IVec2;
use tilepath::{HexLayout, Shape};

/// The centre of a cell, with the distance to an edge neighbour as unit: hexagons with a corner up in rows, with an edge up in columns,
/// diamonds turned into squares.
pub fn centre(shape: Shape, cell: IVec2) -> (f64, f64) {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    let height = 3_f64.sqrt() / 2.0;
    let odd = |number: i32| f64::from(number.rem_euclid(2)) / 2.0;
    match shape {
        Shape::Square => (x, y),
        Shape::Staggered => (x, y + x),
        Shape::Hex(HexLayout::Axial) => (x + y / 2.0, y * height),
        Shape::Hex(HexLayout::OddRows) => (x + odd(cell.y), y * height),
        Shape::Hex(HexLayout::EvenRows) => (x - odd(cell.y), y * height),
        Shape::Hex(HexLayout::OddColumns) => (x * height, y + odd(cell.x)),
        Shape::Hex(HexLayout::EvenColumns) => (x * height, y - odd(cell.x)),
    }
}

/// The squared distance between the centres of two cells, in tiles. On all shapes it is a whole number.
pub fn squared(shape: Shape, a: IVec2, b: IVec2) -> i64 {
    // Close to (0, 0), where `f64` is exact enough. The parity of lines stays.
    let base = a - (a & 1);
    let (from, to) = (centre(shape, a - base), centre(shape, b - base));
    let squared = (from.0 - to.0).powi(2) + (from.1 - to.1).powi(2);
    let whole = squared.round();
    assert!((whole - squared).abs() < 1e-6);
    whole as i64
}
