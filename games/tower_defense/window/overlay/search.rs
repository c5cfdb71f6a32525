//! The last search: the cells that it expanded in blue, the path that it found in purple.

use super::{
    super::layout::z,
    cells::{self, OnCell},
    last_search::{self, LastSearch},
};
use crate::{board::Board, overlay::Overlay};
use bevy::{platform::collections::HashSet, prelude::*};
use kit::overlays::Shown;

#[derive(Component, Clone)]
pub struct SearchCell;

const EXPANDED: Color = Color::srgba(0.2, 0.5, 1.0, 0.34);
const PATH: Color = Color::srgba(0.72, 0.25, 1.0, 0.75);

pub fn spawn(mut commands: Commands, assets: Res<AssetServer>, board: Res<Board>) {
    // Smaller than the cells, so that the danger shows round them.
    cells::spawn(&mut commands, &assets, &board, SearchCell, (6.0, z::SEARCH));
}

pub fn show(
    shown: Res<Shown<Overlay>>,
    search: Res<LastSearch>,
    mut quads: Query<(&OnCell, &mut Sprite, &mut Visibility), With<SearchCell>>,
) {
    if !shown.is_changed() && !search.is_changed() {
        return;
    }
    let expanded: HashSet<IVec2> = search.cells.iter().map(|traced| traced.cell).collect();
    for (OnCell(cell), mut sprite, mut visibility) in &mut quads {
        let color = if !shown.contains(Overlay::Search) {
            None
        } else if search.path.contains(cell) {
            Some(PATH)
        } else {
            expanded.contains(cell).then_some(EXPANDED)
        };
        cells::paint(&mut sprite, &mut visibility, color);
    }
}

/// A ring round the agent whose search it is.
pub fn mark_agent(
    shown: Res<Shown<Overlay>>,
    search: Res<LastSearch>,
    places: Query<&Transform>,
    mut gizmos: Gizmos,
) {
    let place = search.entity.and_then(|entity| places.get(entity).ok());
    if let Some(place) = place.filter(|_| last_search::is_for_developers(&shown)) {
        gizmos.circle_2d(place.translation.truncate(), 17.0, Color::WHITE);
    }
}
