//! Viruses: three kinds that fear towers more, less and not at all.

use crate::{
    game::{Base, Game, Piece, Serial},
    tower::Tower,
};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A kind of virus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VirusKind {
    /// Goes a long way round to stay out of range.
    Coward,
    /// Takes danger at its face value.
    Normal,
    /// Fears nothing and hunts towers.
    Berserker,
}

impl VirusKind {
    pub const ALL: [Self; 3] = [Self::Coward, Self::Normal, Self::Berserker];

    /// How much it minds danger, before [`Fear`].
    const fn aversion(self) -> f32 {
        match self {
            Self::Coward => 3.0,
            Self::Normal => 1.0,
            Self::Berserker => 0.0,
        }
    }

    /// World units per second on plain ground.
    pub const fn speed(self) -> f32 {
        match self {
            Self::Coward => 88.0,
            Self::Normal => 66.0,
            Self::Berserker => 54.0,
        }
    }

    /// Hit points in the first wave.
    pub const fn hp(self) -> f32 {
        match self {
            Self::Coward => 26.0,
            Self::Normal => 40.0,
            Self::Berserker => 85.0,
        }
    }

    /// What a bite takes from a tower.
    const fn bite(self) -> f32 {
        match self {
            Self::Coward => 1.0,
            Self::Normal => 3.0,
            Self::Berserker => 9.0,
        }
    }

    /// What it takes from the base.
    const fn harm(self) -> u32 {
        match self {
            Self::Coward | Self::Normal => 1,
            Self::Berserker => 2,
        }
    }

    const fn bounty(self) -> u32 {
        match self {
            Self::Coward => 9,
            Self::Normal => 10,
            Self::Berserker => 16,
        }
    }
}

/// A factor on every virus' aversion to danger.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Fear(pub f32);

impl Fear {
    const STEPS: [f32; 7] = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

    /// The next step up or down.
    pub fn stepped(self, up: bool) -> Self {
        let mut steps = Self::STEPS.into_iter();
        let next = if up { steps.find(|&step| step > self.0) } else { steps.rfind(|&step| step < self.0) };
        next.map_or(self, Self)
    }
}

impl Default for Fear {
    fn default() -> Self {
        Self(1.0)
    }
}

/// A virus.
#[derive(Component)]
#[require(Piece, Visibility)]
pub struct Virus {
    pub kind: VirusKind,
    pub hp: f32,
    pub max_hp: f32,
    /// Ticks to the next bite.
    bite_in: u32,
}

impl Virus {
    pub fn new(kind: VirusKind, max_hp: f32) -> Self {
        Self { kind, hp: max_hp, max_hp, bite_in: 0 }
    }

    /// The share of its hit points that is left.
    pub fn health(&self) -> f32 {
        self.hp / self.max_hp
    }
}

/// How near a tower must be to be bitten, in tiles: beside it, corners included.
const REACH: f32 = 1.5;
const TICKS_PER_BITE: u32 = 30;

/// A virus bit a tower.
#[derive(Event)]
pub struct Bitten {
    pub tower: Entity,
    pub virus: Entity,
}

/// A virus was shot.
#[derive(Event)]
pub struct VirusKilled {
    pub kind: VirusKind,
    pub at: Vec2,
}

/// A virus got into the base.
#[derive(Event)]
pub struct BaseHarmed {
    pub kind: VirusKind,
    pub at: Vec2,
}

/// Tells viruses where to go: new ones, all of them when the fear has changed, berserkers when the towers have.
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
        let aversion = virus.kind.aversion() * fear.0;
        commands.entity(entity).try_insert(request.with_danger_aversion(aversion));
    }
    *last_prey = prey;
}

/// A berserker that can't get at any tower goes for the base.
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

/// A virus that has come to the base harms it and is gone. One that has come to a tower stays and bites.
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
        game.base_hp = game.base_hp.saturating_sub(virus.kind.harm());
        commands.entity(reached.entity).try_despawn();
        commands.trigger(BaseHarmed { kind: virus.kind, at: transform.translation.truncate() });
    }
}

/// Every virus bites the nearest tower within its reach, whether it stays there or passes by.
pub fn bite(
    mut commands: Commands,
    nav_grid: Res<NavGrid>,
    mut viruses: Query<(Entity, &mut Virus, &Transform)>,
    mut towers: Query<(Entity, &Serial, &mut Tower, &Transform)>,
) {
    let Some(geometry) = nav_grid.geometry() else { return };
    let cells = |transform: &Transform| geometry.cells_at(transform.translation.truncate());
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
            tower.hp -= virus.kind.bite();
            virus.bite_in = TICKS_PER_BITE;
            commands.trigger(Bitten { tower: nearest, virus: entity });
        }
    }
}

/// Viruses without hit points are gone, and pay.
pub fn die(mut commands: Commands, mut game: ResMut<Game>, viruses: Query<(Entity, &Virus, &Transform)>) {
    for (entity, virus, transform) in &viruses {
        if virus.hp <= 0.0 {
            game.money += virus.kind.bounty();
            game.kills += 1;
            commands.entity(entity).try_despawn();
            commands.trigger(VirusKilled { kind: virus.kind, at: transform.translation.truncate() });
        }
    }
}
