//! The user guide: each chapter is a module that holds only documentation; the [crate docs](crate#the-guide) list the chapters in order.

pub mod crowds;
pub mod danger;
pub mod first_path;
pub mod followers;
pub mod hordes;
pub mod placement;
pub mod recipes;
pub mod requests_and_answers;
pub mod saving;
pub mod servers;
pub mod speed;
pub mod terrain_and_profiles;
pub mod tilemaps;
pub mod troubleshooting;
pub mod upgrading;
pub mod waypoints;
pub mod why;
