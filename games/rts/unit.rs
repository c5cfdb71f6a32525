//! Units: workers, soldiers and tanks, what they do, and what workers carry.

use bevy::prelude::*;

/// A kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitKind {
    Worker,
    Soldier,
    Tank,
}

impl UnitKind {
    pub const ALL: [Self; 3] = [Self::Worker, Self::Soldier, Self::Tank];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Worker => "worker",
            Self::Soldier => "soldier",
            Self::Tank => "tank",
        }
    }

    /// World units per second on ground of cost 1; there is none that cheap.
    pub const fn speed(self) -> f32 {
        match self {
            Self::Worker => 430.0,
            Self::Soldier => 360.0,
            Self::Tank => 300.0,
        }
    }

    /// How wide it is, in cells.
    pub const fn size(self) -> u8 {
        match self {
            Self::Worker | Self::Soldier => 1,
            Self::Tank => 2,
        }
    }

    /// The cells that it covers, by the cell that names its place.
    pub fn cells(self, place: IVec2) -> impl Iterator<Item = IVec2> {
        let (back, on) = (i32::from(self.size() - 1) / 2, i32::from(self.size()) / 2);
        (-back..=on).flat_map(move |y| (-back..=on).map(move |x| place + IVec2::new(x, y)))
    }

    /// Where its middle is from the middle of the cell that names its place, in cells: a body of even size reaches one cell farther to the upper
    /// right.
    pub const fn middle(self) -> Vec2 {
        Vec2::splat(if self.size().is_multiple_of(2) { 0.5 } else { 0.0 })
    }
}

/// A unit.
#[derive(Component, Clone, Copy)]
pub struct Unit {
    pub kind: UnitKind,
    /// Its number among all units.
    pub serial: u32,
}

/// What a unit does.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub enum Job {
    Idle,
    /// It goes where it was sent.
    Going,
    /// It goes to a mine, or waits for room there.
    ToMine,
    /// It mines on the cell `spot` for another `left` seconds.
    Mining {
        spot: IVec2,
        left: f32,
    },
    /// It brings ore to the nearest building that takes it.
    ToDropOff,
    /// It hands ore over for another `left` seconds.
    Unloading {
        left: f32,
    },
}

impl Job {
    /// In a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Going => "on its way",
            Self::ToMine => "on its way to a mine",
            Self::Mining { .. } => "mines",
            Self::ToDropOff => "brings ore home",
            Self::Unloading { .. } => "unloads",
        }
    }
}

/// What a worker carries, and where it goes on working.
#[derive(Component, Clone, Copy, Default, PartialEq, Debug)]
pub struct Load {
    /// The ore on its back.
    pub ore: u32,
    /// The mine to which it goes back as long as there is ore and room.
    pub mine: Option<Entity>,
    /// For how many seconds it has rested behind others instead of where it wants to be.
    pub waits: f32,
}

impl Load {
    /// The most that a worker carries.
    pub const MOST: u32 = 5;
}
