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

impl VirusKind {
    pub const ALL: [Self; 3] = [Self::Coward, Self::Normal, Self::Berserker];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Coward => "coward",
            Self::Normal => "normal",
            Self::Berserker => "berserker",
        }
    }

    /// The name for this number of them.
    pub const fn plural(self, count: usize) -> &'static str {
        match (self, count) {
            (_, 1) | (Self::Normal, _) => self.name(),
            (Self::Coward, _) => "cowards",
            (Self::Berserker, _) => "berserkers",
        }
    }

    /// How it takes danger, in a few words.
    pub const fn temper(self) -> &'static str {
        match self {
            Self::Coward => "takes a long path round danger",
            Self::Normal => "takes a tile of detour for each unit of danger",
            Self::Berserker => "minds no danger and hunts towers",
        }
    }

    /// The aversion to danger, without [`Fear`].
    pub const fn aversion(self) -> f32 {
        match self {
            Self::Coward => 3.0,
            Self::Normal => 1.0,
            Self::Berserker => 0.0,
        }
    }

    /// How this kind prices the map; `None` if it fears more than a profile can hold.
    pub fn profile(self, fear: Fear) -> Option<CostProfile> {
        CostProfile::default().with_aversion(0, self.aversion() * fear.0).ok()
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

    /// The damage of a bite to a tower.
    pub const fn bite(self) -> f32 {
        match self {
            Self::Coward => 1.0,
            Self::Normal => 3.0,
            Self::Berserker => 9.0,
        }
    }

    /// The damage to the base.
    pub const fn harm(self) -> u32 {
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
            game.money += virus.kind.bounty();
            game.kills += 1;
            commands.entity(entity).try_despawn();
            commands.trigger(VirusKilled { kind: virus.kind, at: transform.translation.truncate() });
        }
    }
}
