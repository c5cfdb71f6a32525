//! What a headless run checks in every tick: no virus in a wall, and new towers change ways at once.

use crate::{game::GameSystems, game::Tick, tower::TowerBuilt, virus::Virus};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// How long a tower may take to change a way, in ticks after the one in which it was built.
const LATEST: u32 = 1;

/// What was seen.
#[derive(Resource, Default)]
pub struct Probe {
    pub placements: u32,
    /// Placements that changed the way of a virus.
    pub changed: u32,
    /// The longest that such a change took, in ticks.
    pub slowest: u32,
    /// Placements of the last ticks that have changed no way yet, each with its tick.
    open: Vec<u32>,
    /// The ways before this tick's searches.
    before: Vec<(Entity, Vec<IVec2>)>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Probe>()
        .add_observer(|_: On<TowerBuilt>, mut probe: ResMut<Probe>, tick: Res<Tick>| {
            probe.placements += 1;
            probe.open.push(tick.0);
        })
        .add_systems(FixedUpdate, note_ways.in_set(GameSystems::Wave))
        .add_systems(FixedPostUpdate, compare_ways);
}

fn note_ways(
    mut probe: ResMut<Probe>,
    nav_grid: Res<NavGrid>,
    viruses: Query<(Entity, &PathResult), With<Virus>>,
) {
    let ways = viruses.iter().filter(|(_, result)| result.has_path());
    probe.before = ways.map(|(entity, result)| (entity, result.waypoints(&nav_grid).into_owned())).collect();
}

/// A way has changed if it is not just what was left of the old one.
fn compare_ways(
    mut probe: ResMut<Probe>,
    tick: Res<Tick>,
    nav_grid: Res<NavGrid>,
    viruses: Query<&PathResult, With<Virus>>,
) {
    if probe.open.is_empty() {
        return;
    }
    let changed = probe.before.iter().any(|(entity, old)| {
        viruses.get(*entity).is_ok_and(|result| !old.ends_with(&result.waypoints(&nav_grid)))
    });
    let open = core::mem::take(&mut probe.open);
    for built in open {
        let waited = tick.0 - built;
        if changed {
            probe.changed += 1;
            probe.slowest = probe.slowest.max(waited);
        } else if waited < LATEST {
            probe.open.push(built);
        }
    }
}
