//! The user guide: one module for each chapter, without code. The table in the [crate docs](crate#the-guide) lists the chapters.

pub mod crowds;
pub mod danger;
pub mod first_path;
pub mod followers;
pub mod hordes;
pub mod placement;
pub mod requests_and_answers;
pub mod saving;
pub mod servers;
pub mod speed;
pub mod terrain_and_profiles;
pub mod tilemaps;
pub mod troubleshooting;
pub mod waypoints;
pub mod why;
