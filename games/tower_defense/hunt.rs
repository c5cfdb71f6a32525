//! The goals of the viruses: the base, and for berserkers the towers before it. All viruses bite towers in reach.

use crate::{
    game::{Base, Game, Serial},
    tower::Tower,
    virus::{Fear, Virus, VirusKind},
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// How near a tower must be to be bitten, in tiles: beside the virus, also diagonally.
pub const REACH: f32 = 1.5;
const TICKS_PER_BITE: u32 = 30;

/// A virus bit a tower.
#[derive(Event)]
pub struct Bitten {
    pub tower: Entity,
    pub virus: Entity,
}

/// A virus got into the base.
#[derive(Event)]
pub struct BaseHarmed {
    pub kind: VirusKind,
    pub at: Vec2,
}

/// Makes the requests of viruses: of new ones, of all when the fear has changed, of berserkers when the towers have changed.
pub fn order_viruses(
    mut commands: Commands,
    fear: Res<Fear>,
    base: Single<Entity, With<Base>>,
    towers: Query<(Entity, &Serial), With<Tower>>,
    viruses: Query<(Entity, &Virus, Has<PathRequest>)>,
    mut last_prey: Local<Vec<Entity>>,
) {
    let mut prey: Vec<_> = towers.iter().map(|(tower, serial)| (*serial, tower)).collect();
    prey.sort_unstable();
    let prey: Vec<Entity> = prey.into_iter().map(|(_, tower)| tower).collect();
    let towers_changed = prey != *last_prey;
    for (entity, virus, has_request) in &viruses {
        let hunts = virus.kind == VirusKind::Berserker;
        if has_request && !fear.is_changed() && !(hunts && towers_changed) {
            continue;
        }
        let request = if hunts && !prey.is_empty() {
            PathRequest::to_nearest(prey.iter().copied()).within(REACH)
        } else {
            PathRequest::to_entity(*base)
        };
        let aversion = virus.kind.stats().aversion * fear.0;
        commands.entity(entity).try_insert(request.with_danger_aversion(aversion));
    }
    *last_prey = prey;
}

/// Sends a berserker that can't reach any tower to the base.
pub fn give_up_hunt(
    failed: On<PathFailed>,
    mut commands: Commands,
    base: Single<Entity, With<Base>>,
    viruses: Query<&PathRequest, With<Virus>>,
) {
    let to_base = [PathTarget::Entity(*base)];
    if viruses.get(failed.entity).is_ok_and(|request| request.targets() != to_base) {
        let request = PathRequest::to_entity(*base).with_danger_aversion(0.0);
        commands.entity(failed.entity).try_insert(request);
    }
}

/// A virus that reaches the base harms it and is despawned. One that reaches a tower stays and bites.
pub fn enter_base(
    reached: On<GoalReached>,
    mut commands: Commands,
    mut game: ResMut<Game>,
    nav_grid: Res<NavGrid>,
    base: Single<Entity, With<Base>>,
    viruses: Query<(&Virus, &PathResult, &Transform)>,
) {
    let Ok((virus, result, transform)) = viruses.get(reached.entity) else { return };
    if result.target(&nav_grid) == Some(PathTarget::Entity(*base)) {
        game.base_hp = game.base_hp.saturating_sub(virus.kind.stats().harm);
        commands.entity(reached.entity).try_despawn();
        commands.trigger(BaseHarmed { kind: virus.kind, at: transform.translation.truncate() });
    }
}

/// Every virus bites the nearest tower in reach, whether it stays there or passes by.
pub fn bite(
    mut commands: Commands,
    nav_grid: Res<NavGrid>,
    mut viruses: Query<(Entity, &mut Virus, &Transform)>,
    mut towers: Query<(Entity, &Serial, &mut Tower, &Transform)>,
) {
    let Some(geometry) = nav_grid.geometry() else { return };
    let cells = |transform: &Transform| geometry.tiles_at(transform.translation.truncate());
    for (entity, mut virus, transform) in &mut viruses {
        virus.bite_in = virus.bite_in.saturating_sub(1);
        if virus.bite_in > 0 {
            continue;
        }
        let at = cells(transform);
        let nearest = towers
            .iter()
            .map(|(tower, serial, _, place)| (cells(place).distance(at), *serial, tower))
            .filter(|&(distance, ..)| distance <= REACH)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some((_, _, nearest)) = nearest
            && let Ok((_, _, mut tower, _)) = towers.get_mut(nearest)
        {
            tower.hp -= virus.kind.stats().bite;
            virus.bite_in = TICKS_PER_BITE;
            commands.trigger(Bitten { tower: nearest, virus: entity });
        }
    }
}
