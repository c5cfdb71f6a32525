//! A grid of waypoints over an area.

use super::waypoint::{Waypoint, WaypointLinks};
use crate::settings::CurrentPlane;
use bevy::prelude::*;

/// A rectangular grid of waypoints, to spawn them all at once. Each waypoint is linked in both directions with its neighbours to
/// the left and right, above and below. A link costs its length.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn setup(mut commands: Commands) -> Result {
///     let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 320.0, 200.0), 20.0)?.with_eight_links();
///     let is_dry = |at: Vec2| at.distance(Vec2::new(160.0, 100.0)) > 60.0;
///     let waypoints: Vec<Entity> = grid.spawn_where(&mut commands, is_dry);
///     Ok(())
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaypointGrid {
    first: Vec2,
    spacing: f32,
    size: UVec2,
    eight: bool,
}

/// Why [`WaypointGrid::new`] can't make a grid.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum WaypointGridError {
    /// The area has a negative side, or a coordinate that is NaN or infinite.
    #[error("the area {0:?} is empty or not finite")]
    Area(Rect),
    /// The spacing is 0, negative, NaN or infinite.
    #[error("waypoints can't be {0} units apart")]
    Spacing(f32),
    /// The grid would have this number of waypoints, more than [`WaypointGrid::MAX_WAYPOINTS`].
    #[error("{0} waypoints are too many")]
    TooMany(u64),
}

impl WaypointGrid {
    /// The maximum number of waypoints of a grid: 1,048,576.
    pub const MAX_WAYPOINTS: u64 = 1 << 20;

    /// A grid that fills an area of the [plane](crate::Plane), with `spacing` world units between neighbours. The grid is centred in the area:
    /// space that is left over is split evenly between opposite edges.
    ///
    /// # Errors
    /// [`WaypointGridError`] if the area or the spacing is not valid, or if there would be too many waypoints.
    pub fn new(area: Rect, spacing: f32) -> Result<Self, WaypointGridError> {
        if !(spacing.is_finite() && spacing > 0.0) {
            return Err(WaypointGridError::Spacing(spacing));
        }
        let sides = area.max - area.min;
        if !(area.min.is_finite() && sides.is_finite() && sides.min_element() >= 0.0) {
            return Err(WaypointGridError::Area(area));
        }
        // A side that is a multiple of the spacing save for rounding counts as one.
        let steps = (sides.as_dvec2() / f64::from(spacing) + 1e-3).floor();
        let count = (steps.x + 1.0) * (steps.y + 1.0);
        if count > Self::MAX_WAYPOINTS as f64 {
            return Err(WaypointGridError::TooMany(count as u64));
        }
        let first = area.center() - steps.as_vec2() * spacing / 2.0;
        Ok(Self { first, spacing, size: steps.as_uvec2() + 1, eight: false })
    }

    /// Adds diagonal links, so that a waypoint has up to eight neighbours. No link cuts a corner: a diagonal link is left out if
    /// one of the two waypoints next to it is missing.
    #[must_use]
    pub const fn with_eight_links(mut self) -> Self {
        self.eight = true;
        self
    }

    /// The number of columns (x) and of rows (y).
    #[must_use]
    pub const fn size(&self) -> UVec2 {
        self.size
    }

    /// The position in the plane of the waypoint in column `at.x` and row `at.y`. Column 0 is at the left, row 0 at the bottom.
    #[must_use]
    pub fn position(&self, at: UVec2) -> Vec2 {
        self.first + at.as_vec2() * self.spacing
    }

    /// Spawns all waypoints with their links, at height 0 of the [plane](crate::Plane) that the settings name. Returns them row by row from the bottom up, each row from left to right.
    pub fn spawn(&self, commands: &mut Commands) -> Vec<Entity> {
        self.spawn_where(commands, |_| true)
    }

    /// Spawns the waypoints whose positions in the plane pass a filter, with their links. Returns them row by row from the bottom
    /// up, each row from left to right.
    pub fn spawn_where(&self, commands: &mut Commands, passes: impl Fn(Vec2) -> bool) -> Vec<Entity> {
        let cells = (0..self.size.y).flat_map(|y| (0..self.size.x).map(move |x| UVec2::new(x, y)));
        let places = cells.map(|at| (at, self.position(at)));
        let waypoints: Vec<Option<Entity>> =
            places.map(|(_, at)| passes(at).then(|| commands.spawn_empty().id())).collect();
        for (index, &waypoint) in (0..).zip(&waypoints) {
            let Some(waypoint) = waypoint else { continue };
            let at = UVec2::new(index % self.size.x, index / self.size.x);
            let links = WaypointLinks::to(self.neighbours(at, &waypoints));
            let at = self.position(at);
            // An observer of the game may have despawned it.
            commands.entity(waypoint).queue_silenced(move |mut waypoint: EntityWorldMut| {
                let place = CurrentPlane::of(waypoint.world()).lift(at, 0.0);
                waypoint.insert((Waypoint, Transform::from_translation(place), links));
            });
        }
        waypoints.into_iter().flatten().collect()
    }

    /// The waypoints to which a waypoint gets a link: the straight neighbours first, then the diagonal ones.
    fn neighbours(&self, at: UVec2, waypoints: &[Option<Entity>]) -> impl Iterator<Item = Entity> {
        let there = move |offset: IVec2| {
            let at = at.as_ivec2() + offset;
            let is_inside = at.cmpge(IVec2::ZERO).all() && at.as_uvec2().cmplt(self.size).all();
            let index = || at.y as usize * self.size.x as usize + at.x as usize;
            is_inside.then(|| waypoints.get(index()).copied().flatten()).flatten()
        };
        let straight = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].into_iter();
        let diagonal = [IVec2::ONE, IVec2::new(-1, 1), IVec2::NEG_ONE, IVec2::new(1, -1)].into_iter();
        let cuts_no_corner = move |offset: &IVec2| {
            there(IVec2::new(offset.x, 0)).and(there(IVec2::new(0, offset.y))).is_some()
        };
        let diagonal = diagonal.filter(move |offset| self.eight && cuts_no_corner(offset));
        straight.chain(diagonal).filter_map(there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bevy_version::OnAdd;

    fn links_of(world: &World, waypoint: Entity) -> usize {
        world.get::<WaypointLinks>(waypoint).unwrap().as_slice().len()
    }

    #[test]
    fn a_grid_is_in_the_middle_of_its_area_and_linked_by_four_or_eight() {
        let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 45.0, 30.0), 10.0).unwrap();
        assert_eq!(grid.size(), UVec2::new(5, 4));
        assert_eq!(grid.position(UVec2::ZERO), Vec2::new(2.5, 0.0));
        for (grid, corner, middle) in [(grid, 2, 4), (grid.with_eight_links(), 3, 8)] {
            let mut world = World::new();
            let waypoints = grid.spawn(&mut world.commands());
            world.flush();
            assert_eq!(waypoints.len(), 20);
            assert_eq!((links_of(&world, waypoints[0]), links_of(&world, waypoints[6])), (corner, middle));
            let at = world.get::<Transform>(waypoints[6]).unwrap().translation;
            assert_eq!(at, Vec3::new(12.5, 10.0, 0.0));
        }
    }

    #[test]
    fn a_hole_has_no_links_and_its_corners_are_not_cut() {
        let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 2.0, 2.0), 1.0).unwrap().with_eight_links();
        let mut world = World::new();
        let waypoints = grid.spawn_where(&mut world.commands(), |at| at != Vec2::ONE);
        world.flush();
        assert_eq!(waypoints.len(), 8);
        assert!(waypoints.iter().all(|&waypoint| links_of(&world, waypoint) == 2));
    }

    #[test]
    fn an_observer_may_despawn_a_waypoint_of_a_grid_before_it_is_complete() {
        let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 2.0, 0.0), 1.0).unwrap();
        let mut world = World::new();
        world.add_observer(|added: OnAdd<Waypoint>, all: Query<&WaypointLinks>, mut commands: Commands| {
            let links = all.get(added.entity).unwrap().as_slice();
            links.iter().for_each(|link| commands.entity(link.to).try_despawn());
        });
        let waypoints = grid.spawn(&mut world.commands());
        world.flush();
        assert_eq!(
            waypoints.iter().filter(|&&waypoint| world.get::<Waypoint>(waypoint).is_some()).count(),
            2
        );
    }

    #[test]
    fn bad_values_are_named() {
        let unit = Rect::new(0.0, 0.0, 1.0, 1.0);
        for spacing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(WaypointGrid::new(unit, spacing), Err(WaypointGridError::Spacing(_))));
        }
        assert!(matches!(WaypointGrid::new(unit, 1e-6), Err(WaypointGridError::TooMany(_))));
        for max in [Vec2::new(f32::NAN, 1.0), Vec2::new(1.0, f32::INFINITY), Vec2::new(-1.0, 1.0)] {
            let area = Rect { min: Vec2::ZERO, max };
            assert!(matches!(WaypointGrid::new(area, 1.0), Err(WaypointGridError::Area(_))), "{max}");
        }
    }
}
