//! Whole frames of the plugin.

pub mod crowds;
pub mod followers;
pub mod rollback;
