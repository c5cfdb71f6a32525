//! What all steps of a search read.

use crate::{
    map::NavGrid,
    plan::FrameChanges,
    request::{CostProfiles, Locator},
    settings::PathfindingSettings,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What all steps of a search read.
#[derive(SystemParam)]
pub(crate) struct SearchContext<'w, 's> {
    pub(super) settings: Res<'w, PathfindingSettings>,
    pub(super) profiles: Res<'w, CostProfiles>,
    pub(super) changes: Res<'w, FrameChanges>,
    pub(super) nav_grid: Res<'w, NavGrid>,
    pub(super) time: Res<'w, Time>,
    pub(super) locator: Locator<'w, 's>,
}
