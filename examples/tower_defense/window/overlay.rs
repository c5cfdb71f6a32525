//! Overlays over the board: the danger, the last search, and its numbers. Each can be shown beside the others.

mod cells;
mod danger;
mod numbers;
mod search;

use crate::{args::Overlays, game::Serial, virus::Virus};
use bevy::prelude::*;
use bevy_tilepath::{PathRequest, SearchTrace, TracedCell};

/// Which overlays are shown.
#[derive(Resource, Clone, Copy, PartialEq)]
pub struct Shown {
    pub danger: bool,
    pub search: bool,
    pub numbers: bool,
}

/// The search on show: a copy, so that a busy board does not flicker.
#[derive(Resource, Default)]
struct Exhibit {
    entity: Option<Entity>,
    cells: Vec<TracedCell>,
    way: Vec<IVec2>,
}

/// Seconds for which a search stays on show, unless another agent is picked.
const SECONDS_ON_SHOW: f32 = 0.5;

/// Adds the overlays, some shown from the start.
pub fn plugin(app: &mut App, [danger, search, numbers]: Overlays) {
    app.insert_resource(Shown { danger, search, numbers })
        .init_resource::<Exhibit>()
        .add_systems(Update, (toggle, pick_agent, watch, exhibit).chain())
        .add_systems(Update, (danger::show, search::show, numbers::show, search::mark_agent).after(exhibit))
        .add_systems(Startup, (danger::spawn, search::spawn, numbers::spawn));
}

fn toggle(keys: Res<ButtonInput<KeyCode>>, mut shown: ResMut<Shown>) {
    let pressed = |key, numpad| keys.any_just_pressed([key, numpad]);
    let toggled = Shown {
        danger: shown.danger ^ pressed(KeyCode::Digit1, KeyCode::Numpad1),
        search: shown.search ^ pressed(KeyCode::Digit2, KeyCode::Numpad2),
        numbers: shown.numbers ^ pressed(KeyCode::Digit3, KeyCode::Numpad3),
    };
    shown.set_if_neq(toggled);
}

/// Searches are watched only while one looks, because watching costs time.
fn watch(mut commands: Commands, shown: Res<Shown>, trace: Option<Res<SearchTrace>>) {
    match (shown.search || shown.numbers, trace) {
        (true, None) => commands.init_resource::<SearchTrace>(),
        (false, Some(_)) => commands.remove_resource::<SearchTrace>(),
        _ => {}
    }
}

/// Tab picks the next virus, by age; its way is then asked for again, to have a search to show.
fn pick_agent(
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

/// Takes over the last search, unless the one on show is still fresh.
fn exhibit(
    mut exhibit: ResMut<Exhibit>,
    mut shown_for: Local<f32>,
    time: Res<Time<Real>>,
    trace: Option<Res<SearchTrace>>,
    nav_grid: Res<bevy_tilepath::NavGrid>,
    results: Query<&bevy_tilepath::PathResult>,
) {
    *shown_for += time.delta_secs();
    let Some(trace) = trace else { return };
    let other = trace.entity() != exhibit.entity || trace.cells() != exhibit.cells;
    if !other || (*shown_for < SECONDS_ON_SHOW && trace.only.is_none_or(|only| exhibit.entity == Some(only)))
    {
        return;
    }
    let way = trace.entity().and_then(|entity| results.get(entity).ok());
    *shown_for = 0.0;
    exhibit.entity = trace.entity();
    exhibit.cells = trace.cells().to_vec();
    exhibit.way = way.map(|result| result.waypoints(&nav_grid).into_owned()).unwrap_or_default();
}
