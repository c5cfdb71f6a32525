//! What games do with a map, as values: a recording holds them.

use crate::ground::{CellRect, CostProfile, DangerStamp, EdgeWall, NavLink, Topology};
use glam::IVec2;

/// A call of a [`NavMap`](crate::NavMap) that changes the map or what it has prepared.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MapInput {
    /// The edits that were made at once: of [`NavMap::edit`](crate::NavMap::edit), or a single one.
    Edit(Vec<MapEdit>),
    /// [`NavMap::set_topology`](crate::NavMap::set_topology).
    SetTopology(Topology),
    /// [`NavMap::set_bounds`](crate::NavMap::set_bounds).
    SetBounds(CellRect),
    /// [`NavMap::seal_changes`](crate::NavMap::seal_changes).
    SealChanges,
    /// [`NavMap::prepare`](crate::NavMap::prepare).
    Prepare(Box<CostProfile>),
    /// [`NavMap::prepare_some`](crate::NavMap::prepare_some) with a budget of this many units.
    PrepareSome(Box<CostProfile>, u64),
    /// [`NavMap::prepare_landmarks`](crate::NavMap::prepare_landmarks).
    PrepareLandmarks(Box<CostProfile>),
    /// [`NavMap::measure_landmarks`](crate::NavMap::measure_landmarks) with a budget of this many units.
    MeasureLandmarks(Box<CostProfile>, u64),
    /// [`NavMap::drop_landmarks`](crate::NavMap::drop_landmarks).
    DropLandmarks(Box<CostProfile>),
    /// [`NavMap::compare_engines`](crate::NavMap::compare_engines) with a budget of this many units.
    CompareEngines(Box<CostProfile>, u64),
    /// [`NavMap::restore`](crate::NavMap::restore), which no recording can play again.
    Restored,
}

/// An edit of a cell, or of danger: a call of [`MapEdits`](crate::MapEdits).
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MapEdit {
    /// The terrain of a cell gets a class.
    SetTerrain(IVec2, u8),
    /// A cell gets one more obstacle of class 0.
    Block(IVec2),
    /// A cell loses an obstacle of class 0.
    Unblock(IVec2),
    /// A cell gets one more obstacle of a class.
    BlockAs(IVec2, u8),
    /// A cell loses an obstacle of a class.
    UnblockAs(IVec2, u8),
    /// A danger layer gets a stamp, centred on a cell.
    AddDanger(u64, DangerStamp, IVec2),
    /// A danger layer loses a stamp.
    RemoveDanger(u64, DangerStamp, IVec2),
    /// [`MapEdits::link`](crate::MapEdits::link)
    Link(NavLink),
    /// [`MapEdits::unlink`](crate::MapEdits::unlink)
    Unlink(NavLink),
    /// [`MapEdits::build_edge_wall`](crate::MapEdits::build_edge_wall)
    BuildEdgeWall(EdgeWall),
    /// [`MapEdits::remove_edge_wall`](crate::MapEdits::remove_edge_wall)
    RemoveEdgeWall(EdgeWall),
}
