//! Placement checks: whether a building would cut a route, before it is built.

mod check;
mod cut;
mod passable_map;
mod path_after;
mod planned_building;
mod reachable_after;
mod route;
mod scratch;
mod window;

pub use check::RouteReport;
pub use cut::{Cut, CutGoals};
pub(crate) use passable_map::PassableMap;
pub use planned_building::PlannedBuilding;
pub use route::{Route, RouteOutcome};
pub use scratch::CutScratch;
