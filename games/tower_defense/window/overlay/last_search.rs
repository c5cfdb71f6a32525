//! The search on show: the last one of all viruses, or of the one that is picked.

use crate::{game::Serial, overlay::Overlay, virus::Virus};
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, PathRequest, PathResult, SearchTrace, TracedCell};
use kit::overlays::Shown;

/// A copy of the last search, so that a busy board does not flicker.
#[derive(Resource, Default)]
pub struct LastSearch {
    pub entity: Option<Entity>,
    pub cells: Vec<TracedCell>,
    pub path: Vec<IVec2>,
}

/// Seconds for which a search stays on show, unless another virus is picked.
const SECONDS_ON_SHOW: f32 = 0.5;

/// Returns whether an overlay that needs searches is shown. Then figures of the plugin are shown, too.
pub fn is_for_developers(shown: &Shown<Overlay>) -> bool {
    shown.contains(Overlay::Search) || shown.contains(Overlay::Numbers)
}

/// Traces searches only while they are shown, because tracing costs time.
pub fn watch(mut commands: Commands, shown: Res<Shown<Overlay>>, trace: Option<Res<SearchTrace>>) {
    match (is_for_developers(&shown), trace) {
        (true, None) => commands.init_resource::<SearchTrace>(),
        (false, Some(_)) => commands.remove_resource::<SearchTrace>(),
        _ => {}
    }
}

/// Tab picks the next virus, by age. Its request is then made again, to have a search to show.
pub fn pick_agent(
    mut commands: Commands,
    mut last: Local<Option<Entity>>,
    keys: Res<ButtonInput<KeyCode>>,
    trace: Option<ResMut<SearchTrace>>,
    viruses: Query<(&Serial, Entity, &PathRequest), With<Virus>>,
) {
    let Some(mut trace) = trace else { return };
    let picked = trace.only.and_then(|only| viruses.get(only).ok());
    if picked.is_none() && trace.only.is_some() {
        trace.only = None;
    }
    if keys.just_pressed(KeyCode::Tab) {
        let age = picked.map(|(serial, ..)| *serial);
        let younger = viruses.iter().filter(|&(serial, ..)| age.is_none_or(|age| *serial > age));
        trace.only = younger.min_by_key(|&(serial, ..)| *serial).map(|(_, entity, _)| entity);
    }
    if *last != trace.only {
        *last = trace.only;
        if let Some((_, entity, request)) = trace.only.and_then(|only| viruses.get(only).ok()) {
            commands.entity(entity).try_insert(request.clone());
        }
    }
}

/// Copies the last search, unless the one on show is still fresh.
pub fn update(
    mut last: ResMut<LastSearch>,
    mut seconds: Local<f32>,
    time: Res<Time<Real>>,
    trace: Option<Res<SearchTrace>>,
    nav_grid: Res<NavGrid>,
    results: Query<&PathResult>,
) {
    *seconds += time.delta_secs();
    let Some(trace) = trace else { return };
    let is_other = trace.entity() != last.entity || trace.cells() != last.cells;
    let is_fresh = *seconds < SECONDS_ON_SHOW && trace.only.is_none_or(|only| last.entity == Some(only));
    if !is_other || is_fresh {
        return;
    }
    *seconds = 0.0;
    let result = trace.entity().and_then(|entity| results.get(entity).ok());
    last.entity = trace.entity();
    last.cells = trace.cells().to_vec();
    last.path = result.map(|result| result.cells(&nav_grid).into_owned()).unwrap_or_default();
}
