//! The plane in which a game walks. Only this layer knows which coordinates of the world lie in it.

use bevy::math::Affine2;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// The plane of the world in which the map lies and agents walk: [`PathfindingSettings::plane`](crate::PathfindingSettings::plane).
///
/// Positions in the plane are `Vec2`, in requests, in [`CellGeometry`](crate::CellGeometry) and in answers. The third coordinate
/// of an entity is its *height*. The plugin ignores the height of agents, targets, obstacles, danger sources and waypoints, and
/// never changes it.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::Plane;
/// let at = Vec3::new(3.0, 0.5, 7.0);
/// assert_eq!(Plane::Xz.flat(at), Vec2::new(3.0, 7.0));
/// assert_eq!(Plane::Xz.height(at), 0.5);
/// assert_eq!(Plane::Xz.lift(Vec2::new(4.0, 7.0), 0.5), Vec3::new(4.0, 0.5, 7.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Reflect)]
#[reflect(Clone, Debug, Default, Hash, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Plane {
    /// x and y of the world, as in 2D games. The height is z. The default.
    #[default]
    Xy,
    /// x and z of the world, as in 3D games with y up. The height is y. A point (x, y) of the plane is the point (x, height, y) of
    /// the world, so rows of cells follow each other in the direction of +z.
    Xz,
}

/// A tilemap whose cells are squeezed more than this by the projection stands perpendicular to the plane, but for rounding.
const LEAST_SHARE: f32 = 1e-5;

impl Plane {
    /// The coordinates of a point of the world in the plane.
    #[inline]
    #[must_use]
    pub const fn flat(self, at: Vec3) -> Vec2 {
        match self {
            Self::Xy => Vec2::new(at.x, at.y),
            Self::Xz => Vec2::new(at.x, at.z),
        }
    }

    /// The coordinate of a point of the world that is not in the plane.
    #[inline]
    #[must_use]
    pub const fn height(self, at: Vec3) -> f32 {
        match self {
            Self::Xy => at.z,
            Self::Xz => at.y,
        }
    }

    /// The point of the world at this place in the plane and at this height.
    #[inline]
    #[must_use]
    pub const fn lift(self, place: Vec2, height: f32) -> Vec3 {
        match self {
            Self::Xy => Vec3::new(place.x, place.y, height),
            Self::Xz => Vec3::new(place.x, height, place.y),
        }
    }

    /// The direction in which the height grows.
    #[must_use]
    pub const fn up(self) -> Dir3 {
        match self {
            Self::Xy => Dir3::Z,
            Self::Xz => Dir3::Y,
        }
    }

    /// Where a ray of the world, such as the one under the cursor, meets the plane at this height. `None` if it does not.
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_tilepath::prelude::*;
    /// fn clicked_cell(
    ///     window: Single<&Window>,
    ///     camera: Single<(&Camera, &GlobalTransform)>,
    ///     nav_grid: Res<NavGrid>,
    /// ) -> Option<IVec2> {
    ///     let (camera, at) = *camera;
    ///     let ray = camera.viewport_to_world(at, window.cursor_position()?).ok()?;
    ///     nav_grid.cell_at(Plane::Xz.hit(ray, 0.0)?)
    /// }
    /// ```
    #[must_use]
    pub fn hit(self, ray: Ray3d, height: f32) -> Option<Vec2> {
        let at =
            ray.plane_intersection_point(self.lift(Vec2::ZERO, height), InfinitePlane3d::new(self.up()))?;
        Some(self.flat(at)).filter(|at| at.is_finite())
    }

    /// What a transform does to points of its local x/y plane, seen in this plane: use it with
    /// [`CellGeometry::transformed`](crate::CellGeometry::transformed). Heights are ignored.
    ///
    /// If the local x/y plane stands perpendicular to this plane, the result flattens everything, and
    /// [`CellGeometry::transformed`](crate::CellGeometry::transformed) refuses it.
    #[must_use]
    pub fn project(self, transform: &GlobalTransform) -> Affine2 {
        let affine = transform.affine();
        let [x, y] = [affine.matrix3.x_axis, affine.matrix3.y_axis].map(Vec3::from);
        let (flat_x, flat_y) = (self.flat(x), self.flat(y));
        let at = self.flat(affine.translation.into());
        if flat_x.perp_dot(flat_y).abs() < LEAST_SHARE * x.cross(y).length() {
            return Affine2::from_cols(Vec2::ZERO, Vec2::ZERO, at);
        }
        Affine2::from_cols(flat_x, flat_y, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::FRAC_PI_2;
    use tilepath::CellGeometry;

    #[test]
    fn a_point_is_its_place_and_its_height() {
        let at = Vec3::new(1.0, 2.0, 3.0);
        for plane in [Plane::Xy, Plane::Xz] {
            assert_eq!(plane.lift(plane.flat(at), plane.height(at)), at);
            assert_eq!(plane.height(plane.lift(Vec2::ZERO, 5.0) - plane.lift(Vec2::ZERO, 3.0)), 2.0);
            assert_eq!(plane.lift(Vec2::ZERO, 1.0), Vec3::from(plane.up()));
        }
    }

    #[test]
    fn a_map_that_stands_perpendicular_to_the_plane_is_refused() {
        let cells = CellGeometry::squares(16.0).unwrap();
        let turned = |angle: f32| {
            let turned = Transform::from_xyz(3.0, 4.0, 5.0).with_rotation(Quat::from_rotation_x(angle));
            GlobalTransform::from(turned)
        };
        let is_refused = |plane: Plane, angle| cells.transformed(plane.project(&turned(angle))).is_err();
        for angle in [FRAC_PI_2, -FRAC_PI_2] {
            assert!(is_refused(Plane::Xy, angle) && !is_refused(Plane::Xz, angle));
            assert!(!is_refused(Plane::Xy, angle + 0.1) && !is_refused(Plane::Xz, angle + 0.1));
        }
        assert!(is_refused(Plane::Xz, 0.0) && !is_refused(Plane::Xy, 0.0));
    }

    #[test]
    fn a_ray_meets_the_plane_in_front_of_it() {
        let down = Ray3d::new(Vec3::new(2.0, 10.0, 3.0), Dir3::NEG_Y);
        assert_eq!(Plane::Xz.hit(down, 4.0), Some(Vec2::new(2.0, 3.0)));
        assert_eq!(Plane::Xz.hit(down, 11.0), None);
        assert_eq!(Plane::Xy.hit(down, 0.0), None);
    }
}
