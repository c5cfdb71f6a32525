//! Flood fill over rows of bits, a word a row: whole runs of cells at once.

/// Grows a set of cells to all open cells that are connected with it. Both are rows of bits; `cells` must be open.
///
/// With `corners`, cells that touch only at their corner are connected.
pub(crate) fn flood(open: &[u32], cells: &mut [u32], corners: bool) {
    for (cells, &open) in cells.iter_mut().zip(open) {
        *cells = spread(*cells, open);
    }
    loop {
        let mut grown = false;
        for row in 1..open.len() {
            grown |= grow(open, cells, row, row - 1, corners);
        }
        for row in (1..open.len()).rev() {
            grown |= grow(open, cells, row - 1, row, corners);
        }
        if !grown {
            return;
        }
    }
}

/// Adds to a row what touches the cells of the row `from`. Returns whether that was anything new.
fn grow(open: &[u32], cells: &mut [u32], row: usize, from: usize, corners: bool) -> bool {
    let reached = touching(cells[from], corners) & open[row] & !cells[row];
    if reached != 0 {
        cells[row] = spread(cells[row] | reached, open[row]);
    }
    reached != 0
}

/// What the cells of a row touch in the row above or below.
pub(crate) const fn touching(row: u32, corners: bool) -> u32 {
    if corners { row | row << 1 | row >> 1 } else { row }
}

/// The runs of open cells of a row that hold one of the cells: adding a cell to its run carries to the end of it.
const fn spread(cells: u32, open: u32) -> u32 {
    let upwards = open & !open.wrapping_add(cells);
    let (mirrored_open, mirrored_cells) = (open.reverse_bits(), cells.reverse_bits());
    let downwards = mirrored_open & !mirrored_open.wrapping_add(mirrored_cells);
    cells | upwards | downwards.reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for round in 0..500 {
            let corners = round % 2 == 0;
            let open: Vec<u32> = (0..random.usize(1..12)).map(|_| random.u32(..) | random.u32(..)).collect();
            let row = random.usize(..open.len());
            let mut cells = vec![0; open.len()];
            cells[row] = open[row] & open[row].wrapping_neg();
            let mut expected = cells.clone();
            for _ in 0..32 * open.len() {
                for row in 0..open.len() {
                    let beside = [row.checked_sub(1), Some(row + 1)];
                    let beside = beside.into_iter().flatten().filter_map(|row| expected.get(row).copied());
                    let reached = beside.fold(0, |reached, cells| reached | touching(cells, corners));
                    let cells = expected[row];
                    expected[row] |= (cells << 1 | cells >> 1 | reached) & open[row];
                }
            }
            flood(&open, &mut cells, corners);
            assert_eq!(cells, expected);
        }
    }
}
