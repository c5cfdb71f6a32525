//! Viruses: three kinds that fear towers much, a little and not at all.

use crate::game::{Game, Piece};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A kind of virus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VirusKind {
    /// Takes long detours to stay out of range.
    Coward,
    /// Takes a tile of detour for each unit of danger.
    Normal,
    /// Fears nothing and hunts towers.
    Berserker,
}

/// The properties of a kind of virus.
pub struct VirusStats {
    pub name: &'static str,
    pub plural: &'static str,
    /// How it takes danger, in a few words.
    pub temper: &'static str,
    /// The aversion to danger, without [`Fear`].
    pub aversion: f32,
    /// World units per second on plain ground.
    pub speed: f32,
    /// Hit points in the first wave.
    pub hp: f32,
    /// The damage of a bite to a tower.
    pub bite: f32,
    /// The damage to the base.
    pub harm: u32,
    /// The money for killing it.
    bounty: u32,
}

const STATS: [VirusStats; 3] = [
    VirusStats {
        name: "coward",
        plural: "cowards",
        temper: "takes a long path round danger",
        aversion: 3.0,
        speed: 88.0,
        hp: 26.0,
        bite: 1.0,
        harm: 1,
        bounty: 9,
    },
    VirusStats {
        name: "normal",
        plural: "normal",
        temper: "takes a tile of detour for each unit of danger",
        aversion: 1.0,
        speed: 66.0,
        hp: 40.0,
        bite: 3.0,
        harm: 1,
        bounty: 10,
    },
    VirusStats {
        name: "berserker",
        plural: "berserkers",
        temper: "minds no danger and hunts towers",
        aversion: 0.0,
        speed: 54.0,
        hp: 85.0,
        bite: 9.0,
        harm: 2,
        bounty: 16,
    },
];

impl VirusKind {
    pub const ALL: [Self; 3] = [Self::Coward, Self::Normal, Self::Berserker];

    pub const fn stats(self) -> &'static VirusStats {
        &STATS[self as usize]
    }

    /// How this kind prices the map; `None` if it fears more than a profile can hold.
    pub fn profile(self, fear: Fear) -> Option<CostProfile> {
        CostProfile::default().with_aversion(0, self.stats().aversion * fear.0).ok()
    }
}

/// A factor on the aversion of all viruses to danger.
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
    pub bite_in: u32,
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

/// A virus was shot.
#[derive(Event)]
pub struct VirusKilled {
    pub kind: VirusKind,
    pub at: Vec2,
}

/// Despawns viruses without hit points, and pays for them.
pub fn die(mut commands: Commands, mut game: ResMut<Game>, viruses: Query<(Entity, &Virus, &Transform)>) {
    for (entity, virus, transform) in &viruses {
        if virus.hp <= 0.0 {
            game.money += virus.kind.stats().bounty;
            game.kills += 1;
            commands.entity(entity).try_despawn();
            commands.trigger(VirusKilled { kind: virus.kind, at: transform.translation.truncate() });
        }
    }
}
