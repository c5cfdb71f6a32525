//! Placement checks: whether a building would cut a route, before it is built.

mod built;
mod check;
mod cut;
mod cut_goals;
mod passable_map;
mod path_after;
mod planned_building;
mod reachable_after;
mod route;
mod scratch;
mod window;

pub use check::RouteReport;
pub use cut::Cut;
pub use cut_goals::CutGoals;
pub(crate) use passable_map::PassableMap;
pub use planned_building::PlannedBuilding;
pub use route::{Route, RouteOutcome};
pub use scratch::CutScratch;
