//! Snapshots of a whole game of agents, and going back to them.

use super::{fields::FieldsSnapshot, fleet::Fleet, input::FleetInput, recording::Mark, world::FleetWorld};
use crate::{
    geometry::CellGeometry,
    graph::NavGraph,
    ground::CostProfile,
    map::MapSnapshot,
    undo::{Image, RestoreError, Visit},
};

/// A state of a [`FleetWorld`] to which it can go back: see [`FleetWorld::snapshot`].
#[derive(Clone, Debug)]
pub struct Snapshot {
    fleet: FleetSnapshot,
    map: MapSnapshot,
    geometry: CellGeometry,
    graph: NavGraph,
    profiles: Vec<CostProfile>,
    has_other_profiles: bool,
    fields: FieldsSnapshot,
    /// The place in the recording, if the game is recorded.
    mark: Option<Mark>,
}

/// A state of a [`Fleet`] to which it can go back: see [`Fleet::snapshot`].
#[derive(Clone, Debug)]
pub struct FleetSnapshot(Fleet);

impl FleetWorld {
    /// Takes a snapshot of a world in mid-walk. [`FleetWorld::restore`] goes back to it.
    ///
    /// - The time and the memory of a snapshot grow with the number of agents, goal fields and waypoints, not with the size of the map. As
    ///   long as snapshots exist, the world keeps what it overwrites.
    /// - Keep the snapshots of the last frames, and drop older ones: then memory stays bounded.
    /// - Clones of the world know no snapshots.
    ///
    /// ```
    /// use core::time::Duration;
    /// use glam::{IVec2, Vec2};
    /// use tilepath::{CellGeometry, Grid, NavMap, Topology, batch::ScopedThreads};
    /// use tilepath::fleet::{FleetWorld, GroundKind, Pace, Request};
    /// let map = NavMap::new(Grid::new([20, 9].into(), 1)?, Topology::default());
    /// let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?;
    /// let mut world = FleetWorld::new(map, geometry);
    /// let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Tiles);
    /// world.fleet.set_pace(agent, Some(Pace::new(30.0)));
    /// world.ask(agent, Request::to(IVec2::new(19, 4)));
    /// let frame = |world: &mut FleetWorld| {
    ///     world.update(Duration::from_millis(500), &ScopedThreads(1));
    ///     world.fleet.position(agent)
    /// };
    /// frame(&mut world);
    /// let snapshot = world.snapshot();
    /// let first = frame(&mut world);
    /// world.restore(&snapshot)?;
    /// assert_eq!(frame(&mut world), first);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        Snapshot {
            fleet: self.fleet.snapshot(),
            fields: self.fields.snapshot(Some(&self.map)),
            map: self.map.snapshot(),
            geometry: self.geometry,
            graph: self.graph.clone(),
            profiles: self.profiles.clone(),
            has_other_profiles: self.has_other_profiles,
            mark: self.mark_in_recording(),
        }
    }

    /// Takes a world back to the state in which a snapshot of it was taken. Its future is then the future that it had then. The snapshot can be restored again, but later snapshots can't be restored any more: their frames never happened.
    ///
    /// The time grows with the number of agents, and with what changed since: see [`NavMap::restore`](crate::NavMap::restore).
    ///
    /// # Errors
    /// [`RestoreError`]. The world is then unchanged.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), RestoreError> {
        let fleet_then = self.fleet.checked(&snapshot.fleet)?;
        let fields_then = self.fields.checked(&snapshot.fields)?;
        self.map.restore(&snapshot.map)?;
        self.fields.become_again(fields_then, &snapshot.fields, Some(&self.map));
        self.fleet.become_again(fleet_then);
        self.geometry = snapshot.geometry;
        self.graph = snapshot.graph.clone();
        self.profiles.clone_from(&snapshot.profiles);
        self.has_other_profiles = snapshot.has_other_profiles;
        self.go_back_in_recording(snapshot.mark.clone());
        Ok(())
    }
}

impl Image for Fleet {
    fn visit(&mut self, visit: &mut Visit) {
        self.timeline.visit(visit);
        self.crowds.visit(visit);
    }
}

impl Fleet {
    /// Takes a snapshot of the fleet, to which [`Fleet::restore`] can go back. [`FleetWorld::snapshot`] takes one of the whole world.
    ///
    /// The time and the memory grow with the number of agents, not with the size of the map.
    #[must_use]
    pub fn snapshot(&mut self) -> FleetSnapshot {
        FleetSnapshot(self.image())
    }

    /// Takes the fleet back to the state in which a snapshot of it was taken. The snapshot can be restored again, but later snapshots
    /// can't be restored any more. Restore the map and the goal fields, too: [`FleetWorld::restore`] restores all of them.
    ///
    /// Unlike an assignment, this keeps the memory of searches.
    ///
    /// # Errors
    /// [`RestoreError`]. The fleet is then unchanged.
    pub fn restore(&mut self, snapshot: &FleetSnapshot) -> Result<(), RestoreError> {
        let fleet = self.checked(snapshot)?;
        self.journal.note(|| FleetInput::Restored);
        self.become_again(fleet);
        Ok(())
    }

    /// Checks whether [`Fleet::restore`] can restore a snapshot, and changes nothing.
    ///
    /// # Errors
    /// [`RestoreError`].
    #[doc(hidden)]
    pub fn check_restore(&mut self, snapshot: &FleetSnapshot) -> Result<(), RestoreError> {
        self.checked(snapshot).map(drop)
    }

    /// The fleet of a snapshot, if this fleet can [become](Fleet::become_again) that fleet again.
    fn checked(&mut self, snapshot: &FleetSnapshot) -> Result<Self, RestoreError> {
        let mut fleet = snapshot.0.clone();
        fleet.check_against(self)?;
        Ok(fleet)
    }

    /// Becomes the fleet of a snapshot, which must be [checked](Fleet::checked).
    fn become_again(&mut self, mut fleet: Self) {
        fleet.tiles.batch.take_memory(&mut self.tiles.batch);
        fleet.preparation.take_memory(&mut self.preparation);
        fleet.waypoints.take_memory(&mut self.waypoints);
        fleet.journal = core::mem::take(&mut self.journal);
        *self = fleet;
        self.visit(&mut Visit::Revive);
    }
}
