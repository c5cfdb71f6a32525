//! A lower bound on the cost to the nearest goal of a group.

use super::octile::steps;
use crate::{
    cost_field::CostField,
    landmarks::{LandmarkBound, Landmarks},
};

/// The octile distance to the octagon round the goals, and what landmarks know of them.
///
/// The octile distance is the greatest of eight linear functions of the offset, so that the distance to the nearest goal is at least the
/// greatest of these functions less its greatest value at any goal. For goals that fill an octagon that is exact.
#[derive(Clone, Debug)]
pub(crate) struct GroupBound<'a> {
    /// What a straight step costs, and a diagonal one more than that.
    straight: i64,
    bend: i64,
    /// The least and the greatest values of the four functions at any goal; the other four are the same with another sign.
    least: [i64; 4],
    greatest: [i64; 4],
    by_landmarks: Option<LandmarkBound<'a>>,
}

impl<'a> GroupBound<'a> {
    /// The bound for goals at padded coordinates.
    pub(super) fn new(field: &'a CostField, landmarks: Option<&'a Landmarks>, goals: &[[u32; 2]]) -> Self {
        let [straight, diagonal] = steps(field).map(|units| units as i64);
        let index = |&[x, y]: &[u32; 2]| field.index(x as usize, y as usize);
        let by_landmarks = landmarks.map(|landmarks| landmarks.bound(field, goals.iter().map(index)));
        let (least, greatest) = ([i64::MAX; 4], [i64::MIN; 4]);
        let mut bound = Self { straight, bend: diagonal - straight, least, greatest, by_landmarks };
        for &[x, y] in goals {
            for (at, value) in bound.functions(x as usize, y as usize).into_iter().enumerate() {
                bound.least[at] = bound.least[at].min(value);
                bound.greatest[at] = bound.greatest[at].max(value);
            }
        }
        bound
    }

    #[inline(always)]
    fn functions(&self, x: usize, y: usize) -> [i64; 4] {
        let (x, y) = (x as i64, y as i64);
        let (far_x, near_x) = (self.straight * x, self.bend * x);
        let (far_y, near_y) = (self.straight * y, self.bend * y);
        [far_x + near_y, far_x - near_y, near_x + far_y, near_x - far_y]
    }

    #[inline(always)]
    fn octile(&self, x: usize, y: usize) -> u32 {
        let functions = self.functions(x, y);
        let beyond = (0..4).fold(0, |beyond: i64, at| {
            beyond.max(self.least[at] - functions[at]).max(functions[at] - self.greatest[at])
        });
        u32::try_from(beyond).unwrap_or(u32::MAX)
    }

    /// The least of the bounds of some groups for the cell at padded coordinates, in cost units: with landmarks if its padded index is given.
    #[inline]
    pub(super) fn least(groups: &[Self], x: usize, y: usize, index: Option<usize>) -> u32 {
        groups.iter().fold(u32::MAX, |least, group| {
            let octile = group.octile(x, y);
            if octile >= least {
                return least;
            }
            let known = group.by_landmarks.as_ref().zip(index);
            least.min(octile.max(known.map_or(0, |(bound, index)| bound.of(index))))
        })
    }
}
