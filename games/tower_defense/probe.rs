//! A check of headless runs: new towers change paths at once.

use crate::{game::GameSystems, game::Tick, tower::TowerBuilt, virus::Virus};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// How late a tower may change a path, in ticks after the one in which it was built.
const LATEST: u32 = 1;

/// What the check has counted.
#[derive(Resource, Default)]
pub struct Probe {
    pub placements: u32,
    /// Placements that changed the path of a virus.
    pub changed: u32,
    /// The latest such change, in ticks after the placement.
    pub slowest: u32,
    /// The ticks of recent placements that have not changed a path yet.
    open: Vec<u32>,
    /// The paths before this tick's searches.
    before: Vec<(Entity, Vec<IVec2>)>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Probe>()
        .add_observer(|_: On<TowerBuilt>, mut probe: ResMut<Probe>, tick: Res<Tick>| {
            probe.placements += 1;
            probe.open.push(tick.0);
        })
        .add_systems(FixedUpdate, note_paths.in_set(GameSystems::Wave))
        .add_systems(FixedPostUpdate, compare_paths);
}

fn note_paths(
    mut probe: ResMut<Probe>,
    nav_grid: Res<NavGrid>,
    viruses: Query<(Entity, &PathResult), With<Virus>>,
) {
    let paths = viruses.iter().filter(|(_, result)| result.has_path());
    probe.before = paths.map(|(entity, result)| (entity, result.cells(&nav_grid).into_owned())).collect();
}

/// Compares the paths after this tick's searches. A path has changed if it is not the rest of the old one.
fn compare_paths(
    mut probe: ResMut<Probe>,
    tick: Res<Tick>,
    nav_grid: Res<NavGrid>,
    viruses: Query<&PathResult, With<Virus>>,
) {
    if probe.open.is_empty() {
        return;
    }
    let changed = probe.before.iter().any(|(entity, old)| {
        viruses.get(*entity).is_ok_and(|result| !old.ends_with(&result.cells(&nav_grid)))
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
