//! The ground: what a map is made of and how an agent prices it.

mod aversion;
mod body;
mod body_size;
mod cell_rect;
mod changes;
mod cuts;
mod danger;
#[cfg(feature = "serde")]
mod danger_state;
mod diagonal_rule;
mod differing;
pub(crate) mod directions;
mod edge_wall;
mod edges;
mod edit_log;
#[cfg(feature = "serde")]
mod edit_log_state;
mod entrances;
mod falloff;
mod foot_steps;
mod grid;
mod heuristic;
mod lattice;
mod link;
mod links;
mod map_revision;
mod members;
mod mixes;
mod offset;
mod passable_cells;
mod priced_grid;
mod profile;
#[cfg(feature = "bevy_reflect")]
mod reflected;
mod rule;
#[cfg(feature = "serde")]
mod serialize;
mod shape;
mod step_lengths;
mod steps;
mod terrain_weights;
mod topology;
mod unique_id;
pub(crate) mod weight;

pub use aversion::{Aversion, InvalidAversion};
pub(crate) use body::{Body, BodyGrid, cells_at, places_over};
pub use body_size::InvalidBodySize;
pub use cell_rect::CellRect;
pub use changes::Changes;
pub(crate) use changes::{Edit, EditKind};
pub(crate) use cuts::Cuts;
pub use danger::{DangerError, DangerLayer, DangerStamp};
#[cfg(feature = "serde")]
pub(crate) use danger_state::LayerData;
pub use diagonal_rule::DiagonalRule;
pub use edge_wall::{EdgeWall, EdgeWallError};
pub(crate) use edges::{EdgeMask, Edges};
pub(crate) use edit_log::EditLog;
pub(crate) use entrances::{Entrances, entrances};
pub use falloff::Falloff;
pub(crate) use foot_steps::FootSteps;
pub use grid::{Grid, GridError};
pub use heuristic::Heuristic;
pub(crate) use lattice::Lattice;
pub use link::{LinkError, NavLink};
pub(crate) use links::{LinkStep, Links};
pub use map_revision::MapRevision;
pub(crate) use mixes::{MixedClasses, Mixes};
pub(crate) use offset::{Bounds, Offset};
pub(crate) use passable_cells::PassableCells;
pub use priced_grid::PricedGrid;
pub use profile::{ClassSet, CostProfile};
pub(crate) use rule::{Always, Hex, IfAtMostOneObstacle, Moves, Never, OnlyWhenNoObstacles, Rule, by_rule};
pub use shape::{HexLayout, Shape};
pub use step_lengths::{InvalidStepLengths, StepLengths};
pub(crate) use terrain_weights::TerrainWeights;
pub use topology::Topology;
pub(crate) use unique_id::UniqueId;
pub use weight::PLAIN_WEIGHT;
