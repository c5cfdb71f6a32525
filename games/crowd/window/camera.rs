//! The camera shows the whole map, at any size of the window.

use super::layout;
use crate::{plugin::CrowdSystems, stage::Stage};
use bevy::prelude::*;
use kit::camera::{Eye, scales};

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    })
    .add_systems(Update, fit.in_set(CrowdSystems::Show));
}

fn fit(stage: Res<Stage>, window: Single<&Window>, eye: Single<Eye, With<Camera2d>>) {
    let mut eye = eye.into_inner();
    let area = layout::map_area(window.size());
    eye.set_scale(scales(stage.bounds.size(), area).max_element());
    eye.confine(stage.bounds, area, window.size());
}
