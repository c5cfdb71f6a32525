//! The user guide. Each chapter is a module that holds only documentation. The [crate docs](crate#the-guide) list the chapters.

pub mod crowds;
pub mod editing;
pub mod first_path;
pub mod goal_fields;
pub mod goals_and_options;
pub mod graphs;
pub mod many_queries;
pub mod movement_range;
pub mod placement;
pub mod preparing;
pub mod saving_and_rollback;
pub mod shapes;
pub mod terrain_and_danger;
