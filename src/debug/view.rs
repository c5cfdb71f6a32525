//! What part of the world the cameras see, and which cells are there.

use super::settings::PathfindingDebug;
use crate::{plane::Plane, settings::CurrentPlane};
use bevy::{ecs::system::SystemParam, prelude::*};
use tilepath::{CellGeometry, CellRect};

/// The part of the plane that is in view.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct View {
    /// `None` without a camera: everything counts as in view.
    rect: Option<Rect>,
    /// World units for a pixel; 0 without a camera.
    pixel: f32,
    /// What was drawn in another plane is drawn again.
    plane: Plane,
}

/// The half of a side of a view that has no end: the camera sees the horizon.
const ENDLESS: f32 = 1e30;

/// Asks the 2D cameras what they see.
#[derive(SystemParam)]
pub(super) struct Views<'w, 's> {
    plane: CurrentPlane<'w>,
    debug: Res<'w, PathfindingDebug>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
}

impl Views<'_, '_> {
    /// What all active cameras see together. The camera may have moved in this frame: there is some room on every side.
    pub(super) fn get(&self) -> View {
        let active = self.cameras.iter().filter(|(camera, _)| camera.is_active);
        let plane = self.plane.get();
        let eyes = active.map(|(camera, at)| Eye { camera, at, plane, height: self.debug.lines_over(plane) });
        let nothing = View { plane, ..default() };
        eyes.filter_map(|eye| eye.view()).fold(nothing, |seen, other| View {
            plane,
            rect: seen.rect.zip(other.rect).map(|(a, b)| a.union(b)).or(other.rect),
            pixel: if seen.pixel > 0.0 { seen.pixel.min(other.pixel) } else { other.pixel },
        })
    }
}

/// A camera that looks at the plane.
pub(super) struct Eye<'a> {
    pub(super) camera: &'a Camera,
    pub(super) at: &'a GlobalTransform,
    pub(super) plane: Plane,
    /// The height of what is drawn.
    pub(super) height: f32,
}

impl Eye<'_> {
    /// The point of the plane under a pixel.
    pub(super) fn point(&self, pixel: Vec2) -> Option<Vec2> {
        let Self { camera, at, plane, height } = self;
        match plane {
            // 2D cameras look straight at it.
            Plane::Xy => camera.viewport_to_world_2d(at, pixel).ok(),
            Plane::Xz => plane.hit(camera.viewport_to_world(at, pixel).ok()?, *height),
        }
    }

    fn view(&self) -> Option<View> {
        let (seen, plane) = (self.camera.logical_viewport_rect()?, self.plane);
        let corners =
            [seen.min, Vec2::new(seen.max.x, seen.min.y), seen.max, Vec2::new(seen.min.x, seen.max.y)];
        let [Some(a), Some(b), Some(c), Some(d)] = corners.map(|corner| self.point(corner)) else {
            let middle = seen.center();
            let pixel = self.point(middle)?.distance(self.point(middle + Vec2::X)?);
            let rect = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(ENDLESS));
            return (plane == Plane::Xz).then_some(View { rect: Some(rect), pixel, plane });
        };
        let rect = Rect::from_corners(a, c).union(Rect::from_corners(b, d));
        // In perspective, pixels near the camera show less: the average is that of the middle.
        let pixel = a.distance(b).midpoint(d.distance(c)) / seen.width().max(1.0);
        let rect = rect.inflate(rect.size().max_element() / 20.0);
        rect.max.is_finite().then_some(View { rect: Some(rect), pixel, plane })
    }
}

/// Logs once that a 3D game has no camera that shows the overlay.
pub(super) fn warn_of_no_camera(
    plane: CurrentPlane,
    cameras: Query<(), With<Camera>>,
    shows: Query<(), With<Camera2d>>,
    mut logged: Local<bool>,
) {
    if plane.get() == Plane::Xz && !*logged && !cameras.is_empty() && shows.is_empty() {
        *logged = true;
        warn!(
            "PathfindingDebugPlugin draws nothing: it draws with 2D meshes, and there is no Camera2d. Give the camera of your game a child \
             with Camera2d and the same Projection; the docs of PathfindingDebugPlugin have an example"
        );
    }
}

impl View {
    /// The width of a line in the world: a share of a cell, but at least so many pixels.
    pub(super) fn line_width(&self, cell: f32, share: f32, pixels: f32) -> f32 {
        (cell * share).max(self.pixel * pixels)
    }

    /// How many pixels this many world units are; many without a camera.
    pub(super) fn pixels(&self, units: f32) -> f32 {
        if self.pixel > 0.0 { units / self.pixel } else { f32::MAX }
    }

    pub(super) fn contains(&self, point: Vec2) -> bool {
        self.rect.is_none_or(|rect| rect.contains(point))
    }

    /// The cells of a map that are in view, all of them or, if these are more than `most`, those of every second, third, … row and column,
    /// with the distance between those.
    pub(super) fn cells(&self, geometry: &CellGeometry, bounds: CellRect, most: usize) -> (Vec<IVec2>, u32) {
        let CellRect { mut min, mut max } = bounds;
        if let Some(Rect { min: low, max: high }) = self.rect {
            let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
            let cells = corners.map(|corner| geometry.cell_at(corner).unwrap_or_default());
            let low = cells.into_iter().fold(IVec2::MAX, IVec2::min);
            let high = cells.into_iter().fold(IVec2::MIN, IVec2::max);
            // Shifted rows reach half a cell further.
            (min, max) = (low.saturating_sub(IVec2::ONE).max(min), high.saturating_add(IVec2::ONE).min(max));
        }
        if min.cmpgt(max).any() {
            return (Vec::new(), 1);
        }
        let area = (max - min + 1).as_u64vec2().element_product();
        let stride = (area as f64 / most.max(1) as f64).sqrt().ceil().max(1.0) as usize;
        let step = |min: i32, max: i32| {
            // Counted from 0, so that the same cells are chosen wherever the camera is.
            let first = min + (-min).rem_euclid(stride as i32);
            (first..=max).step_by(stride)
        };
        let cells = step(min.y, max.y).flat_map(|y| step(min.x, max.x).map(move |x| IVec2::new(x, y)));
        (cells.filter(|&cell| self.contains(geometry.center_of(cell))).collect(), stride as u32)
    }
}

/// The distance from the centre of a cell to its nearest edge.
pub(super) fn inner_radius(geometry: &CellGeometry) -> f32 {
    let (center, edges) = (geometry.center_of(IVec2::ZERO), edges(geometry));
    edges.iter().map(|&(normal, at)| normal.dot(at - center).abs()).fold(f32::MAX, f32::min)
}

/// How many units of a box of this width and height fit into a cell at its centre.
pub(super) fn fit_box(geometry: &CellGeometry, width: f32, height: f32) -> f32 {
    let center = geometry.center_of(IVec2::ZERO);
    let fits = |(normal, at): (Vec2, Vec2)| {
        let reach = (normal.x.abs() * width + normal.y.abs() * height) / 2.0;
        normal.dot(at - center).abs() / reach
    };
    edges(geometry).into_iter().map(fits).fold(f32::MAX, f32::min)
}

/// The edges of a cell: a vector across each, of length 1, and a point on it.
fn edges(geometry: &CellGeometry) -> Vec<(Vec2, Vec2)> {
    let corners: Vec<Vec2> = geometry.corners_of(IVec2::ZERO).collect();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| ((to - from).perp().normalize_or_zero(), from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilepath::HexLayout;

    fn view(min: Vec2, max: Vec2) -> View {
        View { rect: Some(Rect { min, max }), pixel: 1.0, plane: Plane::Xy }
    }

    #[test]
    fn cells_in_view_are_those_whose_centres_are() {
        let size = UVec2::new(40, 30);
        for geometry in [
            CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)),
            CellGeometry::staggered(Vec2::ZERO, Vec2::new(20.0, 10.0)),
            CellGeometry::hex(HexLayout::Axial, Vec2::ZERO, Vec2::splat(12.0)),
            CellGeometry::hex(HexLayout::EvenColumns, Vec2::ZERO, Vec2::splat(12.0)),
        ]
        .map(Result::unwrap)
        {
            let middle = geometry.center_of(IVec2::new(20, 15));
            let view = view(middle - Vec2::new(55.0, 44.0), middle + Vec2::new(71.0, 33.0));
            let (cells, stride) = view.cells(&geometry, size.into(), 10_000);
            let all = (0..30).flat_map(|y| (0..40).map(move |x| IVec2::new(x, y)));
            let expected: Vec<IVec2> = all.filter(|&cell| view.contains(geometry.center_of(cell))).collect();
            assert_eq!((cells, stride), (expected, 1));
        }
    }

    #[test]
    fn of_a_large_part_every_nth_cell_counts_wherever_the_view_is() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        let size = UVec2::splat(512);
        let (cells, stride) = View::default().cells(&geometry, size.into(), 1000);
        assert_eq!((cells.len(), stride), (961, 17));
        let moved = view(Vec2::splat(5.5), Vec2::splat(600.0));
        let (cells, stride) = moved.cells(&geometry, size.into(), 1000);
        assert!(cells.iter().all(|cell| cell.x % stride as i32 == 0) && cells.len() > 800);
        assert_eq!(view(Vec2::splat(-90.0), Vec2::splat(-50.0)).cells(&geometry, size.into(), 9).0, []);
        let wide = view(Vec2::splat(-1e30), Vec2::splat(1e30));
        assert_eq!(wide.cells(&geometry, size.into(), 1000).0.len(), 961);
    }

    #[test]
    fn a_box_fits_into_a_cell_of_any_shape() {
        for geometry in [
            CellGeometry::new(Vec2::ZERO, Vec2::new(20.0, 10.0)),
            CellGeometry::diamond(Vec2::ZERO, Vec2::new(64.0, 32.0)),
            CellGeometry::hex(HexLayout::Axial, Vec2::ZERO, Vec2::splat(12.0)),
        ]
        .map(Result::unwrap)
        {
            let scale = fit_box(&geometry, 4.0, 3.0);
            let corner = |scale: f32| Vec2::new(2.0, 1.5) * scale;
            assert_eq!(geometry.cell_at(corner(scale * 0.99)), Some(IVec2::ZERO));
            assert_ne!(geometry.cell_at(corner(scale * 1.01)), Some(IVec2::ZERO));
            assert!(inner_radius(&geometry) > 2.0);
        }
    }
}
