//! The ground and what it costs, and the tiles that show it by number: which terrain a tile is, and which tile a cell has.

use bevy::math::IVec2;

/// The ground of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    Grass,
    Road,
    Forest,
    Rock,
    Water,
    /// Planks over water.
    Bridge,
}

impl Terrain {
    /// The terrain class: what it costs to enter the cell, and how many times as long it takes as on ground of cost 1. 0 is a wall.
    pub const fn class(self) -> u8 {
        match self {
            Self::Rock | Self::Water => 0,
            Self::Road | Self::Bridge => 2,
            Self::Grass => 3,
            Self::Forest => 5,
        }
    }
}

/// The side of the picture of a tile.
pub const PIXELS: u32 = 64;
/// Different shapes of an area at a cell, by its neighbours of the same kind.
pub const SHAPES: u32 = 47;
/// Pictures of grass, and pictures of a cell inside an area.
pub const MEADOWS: u32 = 12;
pub const INSIDES: u32 = 4;
/// Grass, bridges with a rail above, below, on both sides or on none, then the areas.
const BRIDGES: u32 = 4;
const AREAS: [Terrain; 4] = [Terrain::Road, Terrain::Forest, Terrain::Rock, Terrain::Water];
const PER_AREA: u32 = SHAPES + INSIDES;
/// The number of tiles.
pub const TILES: u32 = MEADOWS + BRIDGES + AREAS.len() as u32 * PER_AREA;

/// What a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileLook {
    Meadow(u32),
    /// A bridge with these rails.
    Bridge {
        above: bool,
        below: bool,
    },
    /// A cell of an area, with the mask of its neighbours of the same kind, and a number that tells pictures of one mask apart.
    Area(Terrain, u8, u32),
}

/// The mask of a cell inside an area.
const INSIDE: u8 = u8::MAX;

/// What the tile of a number shows.
pub fn look_of(tile: u32) -> TileLook {
    if tile < MEADOWS {
        return TileLook::Meadow(tile);
    }
    let tile = tile - MEADOWS;
    if tile < BRIDGES {
        return TileLook::Bridge { above: tile & 1 != 0, below: tile & 2 != 0 };
    }
    let tile = tile - BRIDGES;
    let (terrain, nth) = (AREAS[(tile / PER_AREA) as usize % AREAS.len()], tile % PER_AREA);
    match masks().nth(nth as usize) {
        Some(mask) => TileLook::Area(terrain, mask, 0),
        None => TileLook::Area(terrain, INSIDE, nth - SHAPES + 1),
    }
}

/// The terrain of the tile of a number.
pub fn terrain_of(tile: u32) -> Terrain {
    match look_of(tile) {
        TileLook::Meadow(_) => Terrain::Grass,
        TileLook::Bridge { .. } => Terrain::Bridge,
        TileLook::Area(terrain, ..) => terrain,
    }
}

/// The number of the tile of a cell, by the terrain of cells; outside the map there is none.
pub fn tile_at(at: impl Fn(IVec2) -> Option<Terrain>, cell: IVec2) -> u32 {
    let here = at(cell).unwrap_or(Terrain::Rock);
    // Outside the map everything goes on as it is at its edge. Bridges are over water, and roads go on over them.
    let goes_on = |beside: IVec2| match (here, at(cell + beside)) {
        (_, None) => true,
        (Terrain::Water | Terrain::Road, Some(Terrain::Bridge)) => true,
        (_, Some(there)) => there == here,
    };
    let dice = scatter(cell);
    let Some(area) = AREAS.iter().position(|&area| area == here) else {
        return match here {
            Terrain::Bridge => {
                MEADOWS + u32::from(!goes_on(IVec2::Y)) + 2 * u32::from(!goes_on(IVec2::NEG_Y))
            }
            // Most grass is plain.
            _ if dice % 5 > 1 => dice % 3,
            _ => dice / 5 % MEADOWS,
        };
    };
    let mask = mask_of(goes_on);
    let first = MEADOWS + BRIDGES + area as u32 * PER_AREA;
    let shape = masks().position(|other| other == mask).unwrap_or_default() as u32;
    let variant = dice % (INSIDES + 1);
    first + if mask == INSIDE && variant > 0 { SHAPES + variant - 1 } else { shape }
}

/// A number that is different for each cell, and the same in every run.
fn scatter(cell: IVec2) -> u32 {
    let key = (cell.x as u32).wrapping_mul(0x9E37_79B1) ^ (cell.y as u32).wrapping_mul(0x85EB_CA77);
    (key ^ key >> 15).wrapping_mul(0x2C1B_3C6D) >> 12
}

// Which of 47 shapes a tile of an area has, by those of its eight neighbours that belong to the area, too.

/// The neighbours of a cell by the bits of a mask, clockwise from above.
const AROUND: [IVec2; 8] = [
    IVec2::new(0, 1),
    IVec2::new(1, 1),
    IVec2::new(1, 0),
    IVec2::new(1, -1),
    IVec2::new(0, -1),
    IVec2::new(-1, -1),
    IVec2::new(-1, 0),
    IVec2::new(-1, 1),
];

/// The mask of a cell whose neighbours, by their offsets, are the same or not.
fn mask_of(is_same: impl Fn(IVec2) -> bool) -> u8 {
    let bits = AROUND.iter().enumerate().map(|(bit, &offset)| u8::from(is_same(offset)) << bit);
    reduced(bits.sum())
}

/// All masks, ascending.
fn masks() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|&mask| reduced(mask) == mask)
}

/// A corner counts only if both sides beside it do.
fn reduced(mask: u8) -> u8 {
    let has = |bit: u32| mask & (1 << (bit % 8)) != 0;
    let corners = [1, 3, 5, 7].into_iter().filter(|&corner| !(has(corner - 1) && has(corner + 1)));
    corners.fold(mask, |mask, corner| mask & !(1 << corner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_47_shapes_of_an_area() {
        assert_eq!(masks().count() as u32, SHAPES);
        assert_eq!(masks().last(), Some(INSIDE));
        // A graphics card may have no more layers in a texture.
        const { assert!(TILES <= 256) };
    }

    #[test]
    fn every_terrain_has_tiles_that_are_it() {
        let all = [Terrain::Grass, Terrain::Bridge].into_iter().chain(AREAS);
        for terrain in all {
            assert!((0..TILES).any(|tile| terrain_of(tile) == terrain), "{terrain:?}");
        }
    }
}
