//! Without the feature `plugin` no frames of it are measured.

pub mod crowds;
pub mod followers;
pub mod rollback;
