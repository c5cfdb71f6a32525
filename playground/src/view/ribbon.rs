//! Thick lines as meshes.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

/// A pattern of strokes along a line, in world units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dashes {
    pub stroke: f32,
    pub gap: f32,
}

/// A mesh of a line through some points, with round corners and ends.
#[must_use]
pub fn ribbon(points: &[Vec2], width: f32, dashes: Option<Dashes>) -> Mesh {
    let mut shape = Figure::default();
    match dashes {
        None => shape.line(points, width),
        Some(dashes) => strokes(&corners(points), dashes).iter().for_each(|&[from, to]| {
            shape.bar(from, to, width);
        }),
    }
    shape.mesh()
}

/// The points at which a line bends, with its ends: steps straight on are one bar.
fn corners(points: &[Vec2]) -> Vec<Vec2> {
    let mut kept: Vec<Vec2> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let goes_on = index > 0 && index + 1 < points.len() && {
            let (before, after) = (point - points[index - 1], points[index + 1] - point);
            before.perp_dot(after).abs() < 1e-3 && before.dot(after) > 0.0
        };
        if !goes_on {
            kept.push(point);
        }
    }
    kept
}

/// The strokes of a dashed line. The pattern goes on round corners.
fn strokes(points: &[Vec2], dashes: Dashes) -> Vec<[Vec2; 2]> {
    let mut strokes = Vec::new();
    let period = dashes.stroke + dashes.gap;
    let mut phase = 0.0;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        let mut at = 0.0;
        while at < length && period > 0.0 {
            let is_stroke = phase < dashes.stroke;
            let left = if is_stroke { dashes.stroke - phase } else { period - phase };
            let to = (at + left.max(1e-3)).min(length);
            if is_stroke {
                strokes.push([at, to].map(|along| pair[0].lerp(pair[1], along / length)));
            }
            phase = (phase + to - at) % period;
            at = to;
        }
    }
    strokes
}

/// Flat shapes of one colour, as one mesh.
#[derive(Default, Debug)]
pub struct Figure {
    points: Vec<[f32; 3]>,
    indices: Vec<u32>,
}

impl Figure {
    /// A straight bar.
    pub fn bar(&mut self, from: Vec2, to: Vec2, width: f32) {
        let side = (to - from).normalize_or_zero().perp() * (width / 2.0);
        self.polygon(&[from - side, to - side, to + side, from + side]);
    }

    /// A line with round corners and ends.
    pub fn line(&mut self, points: &[Vec2], width: f32) {
        let points = corners(points);
        points.windows(2).for_each(|pair| self.bar(pair[0], pair[1], width));
        points.iter().for_each(|&point| self.disc(point, width / 2.0));
    }

    /// A disc.
    pub fn disc(&mut self, middle: Vec2, radius: f32) {
        let corner =
            |index: u8| middle + Vec2::from_angle(f32::from(index) * core::f32::consts::TAU / 12.0) * radius;
        let corners: [Vec2; 12] = core::array::from_fn(|index| corner(index as u8));
        self.polygon(&corners);
    }

    /// A convex polygon.
    pub fn polygon(&mut self, corners: &[Vec2]) {
        let first = self.points.len() as u32;
        self.points.extend(corners.iter().map(|corner| [corner.x, corner.y, 0.0]));
        for index in 1..corners.len() as u32 - 1 {
            self.indices.extend([first, first + index, first + index + 1]);
        }
    }

    /// An arrow with its tip at the end, `head` long and wide.
    pub fn arrow(&mut self, from: Vec2, to: Vec2, width: f32, head: f32) {
        let along = (to - from).normalize_or_zero();
        let (neck, side) = (to - along * head, along.perp() * (head / 2.0));
        self.bar(from, neck, width);
        self.polygon(&[neck - side, to, neck + side]);
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    #[must_use]
    pub fn mesh(self) -> Mesh {
        let normals = vec![[0.0, 0.0, 1.0]; self.points.len()];
        let uvs = vec![[0.0, 0.0]; self.points.len()];
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.points)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_straight_on_are_one_bar() {
        let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [3.0, 2.0], [4.0, 3.0]].map(Vec2::from);
        assert_eq!(corners(&points), [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [4.0, 3.0]].map(Vec2::from));
        // There and back is a bend.
        let back = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]].map(Vec2::from);
        assert_eq!(corners(&back).len(), 3);
    }

    #[test]
    fn a_dashed_line_goes_on_round_corners() {
        let points = [[0.0, 0.0], [5.0, 0.0], [5.0, 5.0]].map(Vec2::from);
        let strokes = strokes(&points, Dashes { stroke: 3.0, gap: 1.0 });
        let drawn: f32 = strokes.iter().map(|[from, to]| from.distance(*to)).sum();
        assert!((drawn - 8.0).abs() < 0.01, "{drawn}");
        assert_eq!(strokes[1][0], Vec2::new(4.0, 0.0));
    }

    #[test]
    fn lines_without_length_do_no_harm() {
        for points in [&[][..], &[Vec2::ZERO], &[Vec2::ZERO, Vec2::ZERO]] {
            let _ = ribbon(points, 2.0, None);
            let _ = ribbon(points, 2.0, Some(Dashes { stroke: 1.0, gap: 1.0 }));
        }
    }
}
