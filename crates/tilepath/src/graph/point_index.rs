//! The nearest of many points.

use crate::astar::NodeId;
use glam::Vec2;

/// Points, each with a number, ordered so that the nearest to a place is found without looking at all of them.
///
/// It takes O(n log n) to build, and O(log n) to ask where points are spread evenly.
///
/// *Source:* Bentley, "Multidimensional binary search trees used for associative searching" (1975); here without pointers: the middle
/// of each slice is its root, the halves are its subtrees.
#[derive(Clone, Debug)]
pub(super) struct PointIndex {
    points: Vec<(Vec2, NodeId)>,
}

/// A point as far as it is known to be the nearest: the square of its distance, and its number, by which ties are broken.
type Nearest = (f64, NodeId);

impl PointIndex {
    /// An index of finite points.
    pub(super) fn new(points: impl IntoIterator<Item = (Vec2, NodeId)>) -> Self {
        let mut points: Vec<_> = points.into_iter().collect();
        arrange(&mut points, 0);
        Self { points }
    }

    /// The number of the point nearest to a place, of several equally near ones the lowest, and its distance.
    pub(super) fn nearest(&self, place: Vec2) -> Option<(NodeId, f64)> {
        let mut best = (f64::INFINITY, NodeId::MAX);
        look(&self.points, 0, place, &mut best);
        (!self.points.is_empty()).then_some((best.1, best.0.sqrt()))
    }
}

/// Orders points: the middle one divides the others by x or by y in turn.
fn arrange(points: &mut [(Vec2, NodeId)], axis: usize) {
    if points.len() < 2 {
        return;
    }
    let middle = points.len() / 2;
    points.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    let (below, above) = points.split_at_mut(middle);
    arrange(below, 1 - axis);
    arrange(&mut above[1..], 1 - axis);
}

fn look(points: &[(Vec2, NodeId)], axis: usize, place: Vec2, best: &mut Nearest) {
    let middle = points.len() / 2;
    let Some(&(point, number)) = points.get(middle) else { return };
    let offset = place.as_dvec2() - point.as_dvec2();
    let here = (offset.length_squared(), number);
    if here < *best {
        *best = here;
    }
    let (below, above) = (&points[..middle], &points[middle + 1..]);
    let (near, far) = if offset[axis] < 0.0 { (below, above) } else { (above, below) };
    look(near, 1 - axis, place, best);
    // A point as near as the best one may have a lower number.
    if offset[axis] * offset[axis] <= best.0 {
        look(far, 1 - axis, place, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_the_one_that_a_look_at_all_points_finds() {
        let mut random = fastrand::Rng::with_seed(3);
        for round in 0..300 {
            let count = random.u32(0..60);
            // Whole numbers from a small range: many ties, many equal points.
            let range = if round % 2 == 0 { 6.0 } else { 1.0e6 };
            let mut point = || (Vec2::new(random.f32(), random.f32()) * range).floor();
            let points: Vec<_> = (0..count).map(|number| (point(), number)).collect();
            let index = PointIndex::new(points.iter().copied());
            for _ in 0..20 {
                let place = point();
                let distance = |at: Vec2| at.as_dvec2().distance(place.as_dvec2());
                let nearest = points.iter().map(|&(at, number)| (distance(at), number));
                let nearest = nearest.min_by(|a, b| a.partial_cmp(b).unwrap());
                assert_eq!(index.nearest(place), nearest.map(|(distance, number)| (number, distance)));
            }
        }
    }
}
