//! Where to step from a cell, remembered for those who come after.

use bevy::prelude::*;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
use tilepath::FieldReader;

/// The next cells that were looked up on a field, one byte a cell.
///
/// Looking one up takes the labels and weights of nine cells; where many agents pass, remembering takes a fraction of that.
#[derive(Default, Debug)]
pub(crate) struct KnownSteps {
    width: i32,
    /// [`UNKNOWN`], [`NOWHERE`], or a direction.
    steps: Vec<AtomicU8>,
    /// The revision of the map that they were looked up on.
    revision: u64,
}

const UNKNOWN: u8 = 0;
const NOWHERE: u8 = 9;

impl KnownSteps {
    /// No step is known yet on a map of this size.
    pub(crate) fn new(size: UVec2, revision: u64) -> Self {
        let cells = size.x as usize * size.y as usize;
        let mut steps = Vec::new();
        steps.resize_with(cells, AtomicU8::default);
        Self { width: size.x as i32, steps, revision }
    }

    /// Forgets all, as map or field have changed.
    pub(crate) fn forget(&mut self, revision: u64) {
        self.steps.iter_mut().for_each(|step| *step.get_mut() = UNKNOWN);
        self.revision = revision;
    }

    /// Whether they were looked up on the map as it is.
    pub(crate) const fn are_of(&self, revision: u64) -> bool {
        self.revision == revision
    }

    /// What is known of the step from a cell.
    #[inline]
    pub(crate) fn look_ahead(&self, cell: IVec2) -> Ahead {
        self.place(cell).map_or(default(), |place| Ahead(place.load(Relaxed)))
    }

    /// As [`FieldReader::next`], for the field whose steps these are, and a cell of which so much is known.
    #[inline]
    pub(crate) fn next(&self, reader: &FieldReader, cell: IVec2, ahead: Ahead) -> Option<IVec2> {
        let place = self.place(cell)?;
        let known = if ahead == Ahead::default() { place.load(Relaxed) } else { ahead.0 };
        match known {
            UNKNOWN => {
                let next = reader.next(cell);
                place.store(next.map_or(NOWHERE, |next| code(next - cell)), Relaxed);
                next
            }
            NOWHERE => None,
            code => Some(cell + offset(code)),
        }
    }

    fn place(&self, cell: IVec2) -> Option<&AtomicU8> {
        self.steps.get((cell.y * self.width + cell.x) as usize)
    }
}

/// What is known of the step from a cell; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ahead(u8);

impl Ahead {
    /// Where the step leads, if it is known and leads anywhere.
    #[inline]
    pub(crate) fn offset(self) -> Option<IVec2> {
        (self.0 != UNKNOWN && self.0 != NOWHERE).then(|| offset(self.0))
    }
}

/// Neighbours in rows of three, numbered from 1, without the middle.
fn code(offset: IVec2) -> u8 {
    let place = ((offset.y + 1) * 3 + offset.x + 1) as u8;
    if place < 4 { place + 1 } else { place }
}

const fn offset(code: u8) -> IVec2 {
    let place = if code <= 4 { code as i32 - 1 } else { code as i32 };
    IVec2::new(place % 3 - 1, place / 3 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilepath::{CostProfile, FieldScratch, Grid, NavMap};

    #[test]
    fn codes_and_offsets_are_inverse_and_none_is_reserved() {
        for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).filter(|&at| at != (0, 0)) {
            let code = code(IVec2::new(x, y));
            assert!(code != UNKNOWN && code != NOWHERE);
            assert_eq!(offset(code), IVec2::new(x, y));
        }
    }

    #[test]
    fn known_steps_are_those_of_the_field() {
        let mut random = fastrand::Rng::with_seed(4);
        let grid = Grid::from_fn(UVec2::new(23, 17), |_| random.u8(..4)).unwrap();
        let mut map = NavMap::new(grid, default());
        let profile = CostProfile::default();
        map.prepare(&profile);
        let goal = (0..23).map(|x| IVec2::new(x, 8)).find(|&cell| map.is_free(&profile, cell)).unwrap();
        let field = map.goal_field(&profile, &[goal], &mut FieldScratch::default()).unwrap();
        let reader = map.read_field(&field).unwrap();
        let mut steps = KnownSteps::new(map.grid().size(), 0);
        for round in 0..2 {
            for cell in (0..17).flat_map(|y| (0..23).map(move |x| IVec2::new(x, y))) {
                let ahead = steps.look_ahead(cell);
                assert_eq!(ahead == Ahead::default(), round == 0);
                assert_eq!(steps.next(&reader, cell, ahead), reader.next(cell), "{cell}");
            }
        }
        assert!(steps.are_of(0) && !steps.are_of(1));
        steps.forget(1);
        assert!(steps.are_of(1) && steps.look_ahead(goal) == Ahead::default());
    }
}
