//! Flood fill over rows of bits, one word per row: it fills whole runs of cells at once.

use super::contacts::Contacts;

/// Grows a set of cells to all open cells that are connected with it. Both are rows of bits, one word for each line; `cells` must be open.
pub(crate) fn flood(open: &[u32], cells: &mut [u32], contacts: Contacts) {
    for (cells, &open) in cells.iter_mut().zip(open) {
        *cells = spread(*cells, open);
    }
    loop {
        let mut grown = false;
        for row in 1..open.len() {
            let reached = contacts.above(cells[row - 1], row - 1);
            grown |= grow(open, cells, row, reached);
        }
        for row in (1..open.len()).rev() {
            let reached = contacts.below(cells[row], row);
            grown |= grow(open, cells, row - 1, reached);
        }
        if !grown {
            return;
        }
    }
}

/// Adds reached cells to a row, with their runs of open cells. Returns whether any cell is new.
fn grow(open: &[u32], cells: &mut [u32], row: usize, reached: u32) -> bool {
    let reached = reached & open[row] & !cells[row];
    if reached != 0 {
        cells[row] = spread(cells[row] | reached, open[row]);
    }
    reached != 0
}

/// The runs of open cells in a row that contain one of `cells`: adding a cell to its run carries to the end of the run.
const fn spread(cells: u32, open: u32) -> u32 {
    let upwards = open & !open.wrapping_add(cells);
    let (mirrored_open, mirrored_cells) = (open.reverse_bits(), cells.reverse_bits());
    let downwards = mirrored_open & !mirrored_open.wrapping_add(mirrored_cells);
    cells | upwards | downwards.reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Shape, Topology};
    use glam::IVec2;

    #[test]
    fn a_row_spreads_over_the_runs_that_hold_a_cell() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..2000 {
            let open = random.u32(..) & random.u32(..) | random.u32(..) & random.u32(..);
            let cells = open & random.u32(..) & random.u32(..);
            let mut expected = cells;
            for _ in 0..32 {
                expected |= (expected << 1 | expected >> 1) & open;
            }
            assert_eq!(spread(cells, open), expected, "{cells:b} in {open:b}");
        }
    }

    #[test]
    fn a_flood_reaches_what_steps_reach() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..1400 {
            let rule = [DiagonalRule::Never, DiagonalRule::Always][round % 2];
            let topology = Topology::square(rule).with_shape(Shape::ALL[round % 7]);
            let contacts = Contacts::of(topology);
            let open: Vec<u32> = (0..random.usize(1..12)).map(|_| random.u32(..) | random.u32(..)).collect();
            let row = random.usize(..open.len());
            let mut cells = vec![0; open.len()];
            cells[row] = open[row] & open[row].wrapping_neg();
            let mut expected = vec![0; open.len()];
            let mut frontier = vec![IVec2::new(cells[row].trailing_zeros() as i32, row as i32)];
            while let Some(at) = frontier.pop().filter(|_| cells[row] != 0) {
                expected[at.y as usize] |= 1 << at.x;
                let beside = contacts.beside(contacts.turned_signed(at));
                frontier.extend(beside.map(|beside| contacts.turned_signed(beside)).filter(|&beside| {
                    let inside = (0..32).contains(&beside.x) && (0..open.len() as i32).contains(&beside.y);
                    inside && (open[beside.y as usize] & !expected[beside.y as usize]) >> beside.x & 1 == 1
                }));
            }
            flood(&open, &mut cells, contacts);
            assert_eq!(cells, expected);
        }
    }
}
