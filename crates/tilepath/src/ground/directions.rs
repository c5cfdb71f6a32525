//! The eight directions of steps on a lattice: east, north, west, south, then north-east, north-west, south-west, south-east. Hexagons
//! have neighbours in six of them.

/// What a step changes x by.
pub(crate) const DX: [isize; 8] = [1, 0, -1, 0, 1, -1, -1, 1];
/// What a step changes y by.
pub(crate) const DY: [isize; 8] = [0, 1, 0, -1, 1, 1, -1, -1];

/// A direction as a set of directions.
pub(crate) const fn bit(direction: usize) -> u8 {
    1 << direction
}

/// All diagonals as a set of directions.
pub(crate) const DIAGONALS: u8 = 0xf0;

/// The directions in which hexagons have neighbours.
pub(crate) const HEX_DIRECTIONS: u8 = 0b1010_1111;

/// The diagonal between two straight directions at right angles.
pub(crate) const fn between(a: usize, b: usize) -> usize {
    match (a, b) {
        (0, 1) | (1, 0) => 4,
        (1, 2) | (2, 1) => 5,
        (2, 3) | (3, 2) => 6,
        _ => 7,
    }
}

/// The two straight parts of a diagonal: along the row, along the column.
pub(crate) const fn parts(diagonal: usize) -> (usize, usize) {
    match diagonal {
        4 => (0, 1),
        5 => (2, 1),
        6 => (2, 3),
        _ => (0, 3),
    }
}

/// The straight direction back.
pub(crate) const fn opposite(straight: usize) -> usize {
    (straight + 2) % 4
}

/// Where a sweep runs off to: the two straight parts of a diagonal, east and west of a column.
pub(crate) const fn sides(direction: usize) -> [usize; 2] {
    if direction < 4 {
        return [0, 2];
    }
    let (row, column) = parts(direction);
    [row, column]
}
