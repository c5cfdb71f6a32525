//! The eight directions of steps on a lattice: east, north, west, south, then north-east, north-west, south-west, south-east. Hexagons
//! have neighbours in six of them.

/// The change of x in a step.
pub(crate) const DX: [isize; 8] = [1, 0, -1, 0, 1, -1, -1, 1];
/// The change of y in a step.
pub(crate) const DY: [isize; 8] = [0, 1, 0, -1, 1, 1, -1, -1];

/// The position of each neighbour in the 3 × 3 cells around a cell, the lowest row first.
pub(crate) const PLACE: [usize; 8] = {
    let mut places = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        places[direction] = ((DY[direction] + 1) * 3 + DX[direction] + 1) as usize;
        direction += 1;
    }
    places
};

/// The position of the cell itself in these 3 × 3 cells.
pub(crate) const HERE: usize = 4;

/// A direction as a set of directions.
pub(crate) const fn bit(direction: usize) -> u8 {
    1 << direction
}

/// All straight directions as a set of directions.
pub(crate) const STRAIGHT: u8 = 0x0f;

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

/// The opposite direction.
pub(crate) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}

/// The sides to which a sweep sends runs: the two straight parts of a diagonal, or east and west of a column.
pub(crate) const fn sides(direction: usize) -> [usize; 2] {
    if direction < 4 {
        return [0, 2];
    }
    let (row, column) = parts(direction);
    [row, column]
}

/// The directions between squares in a circle, anticlockwise from east: straight and diagonal in turn.
pub(crate) const CIRCLE: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];
/// The place of each direction in the circle.
pub(crate) const CIRCLE_PLACE: [usize; 8] = [0, 2, 4, 6, 1, 3, 5, 7];

/// The directions between hexagons in a circle, clockwise from east. Directions at even places are *primary*, the others *secondary*.
pub(crate) const HEX_CIRCLE: [usize; 6] = [0, 7, 3, 2, 5, 1];
/// The place of each direction in the circle.
pub(crate) const HEX_PLACE: [usize; 8] = [0, 5, 3, 2, 0, 4, 0, 1];
/// The primary directions, as a set of directions.
pub(crate) const HEX_PRIMARY: u8 = bit(HEX_CIRCLE[0]) | bit(HEX_CIRCLE[2]) | bit(HEX_CIRCLE[4]);

/// The secondary directions next to a primary direction: the sides to which its sweeps send runs.
pub(crate) const fn hex_sides(primary: usize) -> [usize; 2] {
    let place = HEX_PLACE[primary];
    [HEX_CIRCLE[(place + 1) % 6], HEX_CIRCLE[(place + 5) % 6]]
}

/// The steps that lead by (`dx`, `dy`) over a lattice of hexagons: primary steps, then secondary steps, each as direction and number.
pub(crate) const fn hex_parts(dx: isize, dy: isize) -> [(usize, usize); 2] {
    let (primary, secondary) = match (dx >= 0, dy >= 0) {
        (true, true) => ((0, dx), (1, dy)),
        (true, false) if dx + dy >= 0 => ((0, dx + dy), (7, -dy)),
        (true, false) => ((3, -dx - dy), (7, dx)),
        (false, true) if dx + dy >= 0 => ((5, -dx), (1, dx + dy)),
        (false, true) => ((5, dy), (2, -dx - dy)),
        (false, false) => ((3, -dy), (2, -dx)),
    };
    [(primary.0, primary.1.unsigned_abs()), (secondary.0, secondary.1.unsigned_abs())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_between_hexagons_stand_in_a_circle_and_neighbours_add_up() {
        for place in 0..6 {
            let [a, b, c] = [0, 1, 2].map(|turn| HEX_CIRCLE[(place + turn) % 6]);
            assert_eq!((DX[a] + DX[c], DY[a] + DY[c]), (DX[b], DY[b]));
            assert_eq!(HEX_PLACE[HEX_CIRCLE[place]], place);
        }
    }

    #[test]
    fn primary_and_secondary_steps_side_by_side_lead_anywhere() {
        for (dx, dy) in (-9..=9).flat_map(|dx| (-9..=9).map(move |dy| (dx, dy))) {
            let [(primary, many), (secondary, more)] = hex_parts(dx, dy);
            let along = |step: &[isize; 8]| step[primary] * many as isize + step[secondary] * more as isize;
            assert_eq!((along(&DX), along(&DY)), (dx, dy));
            assert_eq!((many + more) as isize, dx.abs().max(dy.abs()).max((dx + dy).abs()));
            assert!(HEX_PRIMARY & bit(primary) != 0 && hex_sides(primary).contains(&secondary));
        }
    }
}
