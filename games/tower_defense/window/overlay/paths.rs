//! The rest of the path of every virus, in the colour of its kind. The demo always shows it.

use crate::{
    overlay::Overlay,
    virus::Virus,
    window::{looks::hue, screen::Screen},
};
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, PathResult};
use kit::overlays::Shown;

const ALPHA: f32 = 0.45;

pub fn draw(
    shown: Res<Shown<Overlay>>,
    screen: Res<State<Screen>>,
    nav_grid: Res<NavGrid>,
    viruses: Query<(&Virus, &PathResult, &Transform)>,
    mut gizmos: Gizmos,
) {
    if !shown.contains(Overlay::Paths) && *screen.get() != Screen::Demo {
        return;
    }
    for (virus, result, transform) in viruses.iter().filter(|(_, result, _)| result.has_path()) {
        let cells = result.cells(&nav_grid);
        let centers = cells.iter().filter_map(|&cell| nav_grid.center_of(cell));
        let line = core::iter::once(transform.translation.truncate()).chain(centers.skip(1));
        gizmos.linestrip_2d(line, hue(virus.kind).with_alpha(ALPHA));
    }
}
