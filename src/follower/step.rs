//! The step from cell to cell that an agent is on.

use bevy::prelude::*;
use tilepath::fleet::CellStep;

/// The step from cell to cell that an agent is on, whatever source its path comes from.
#[derive(Component, Clone, PartialEq, Default, Debug, Deref, DerefMut)]
pub(crate) struct Step(CellStep);
