//! The camera shows the whole map, at any size of the window.

use super::layout;
use crate::{plugin::CrowdSystems, stage::Stage};
use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn(Camera2d);
    })
    .add_systems(Update, fit.in_set(CrowdSystems::Show));
}

fn fit(
    stage: Res<Stage>,
    window: Single<&Window>,
    camera: Single<(&mut Projection, &mut Transform), With<Camera2d>>,
) {
    let (mut projection, mut transform) = camera.into_inner();
    let Projection::Orthographic(view) = &mut *projection else { return };
    let (area, map) = (layout::map_area(window.size()), stage.bounds);
    let scale = (map.size() / area.size().max(Vec2::ONE)).max_element();
    // Windows have y down.
    let off = (area.center() - window.size() / 2.0) * Vec2::new(-1.0, 1.0) * scale;
    let at = (map.center() + off).extend(transform.translation.z);
    if view.scale != scale || transform.translation != at {
        view.scale = scale;
        transform.translation = at;
    }
}
