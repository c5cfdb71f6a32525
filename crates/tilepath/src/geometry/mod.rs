//! The positions of a map's cells in the world.

mod area;
mod cell_corners;
mod cell_geometry;
mod cell_layout;
mod places;
#[cfg(feature = "serde")]
mod serialize;
mod step_geometry;

pub use cell_geometry::{CellGeometry, CellGeometryError};
