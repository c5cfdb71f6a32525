//! Which tiles changed since the last frame.

use crate::map::layers::NavTile;
use bevy::ecs::{
    change_detection::{MAX_CHANGE_AGE, Tick},
    system::{SystemChangeTick, SystemParam},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use smallvec::SmallVec;

/// A tile, with when its components changed.
type TileTicks = (
    Entity,
    Ref<'static, TilePos>,
    Ref<'static, TilemapId>,
    Option<Ref<'static, TileTextureIndex>>,
    Option<Ref<'static, NavTile>>,
);

/// When tiles changed.
///
/// Games change tiles by `&mut`, which leaves no trace but the tick of the component. So all ticks are looked at in each frame: column by
/// column, which takes a fraction of the time of a query with [`Changed`], tile by tile.
#[derive(SystemParam)]
pub(super) struct ChangedTiles<'w, 's> {
    tiles: Query<'w, 's, TileTicks>,
    ticks: SystemChangeTick,
}

/// Ticks that are looked at together.
const BLOCK: usize = 128;

impl ChangedTiles<'_, '_> {
    /// The tiles of some tilemaps.
    pub(super) fn of(&self, is_wanted: impl Fn(Entity) -> bool) -> Vec<Entity> {
        let mut found = Vec::new();
        let Ok(tables) = self.tiles.contiguous_iter() else { return found };
        for (entities, _, maps, ..) in tables {
            // Mostly the next tile is of the same tilemap.
            let mut last = (Entity::PLACEHOLDER, false);
            for (&tile, map) in entities.iter().zip(&*maps) {
                if map.0 != last.0 {
                    last = (map.0, is_wanted(map.0));
                }
                found.extend(last.1.then_some(tile));
            }
        }
        found
    }

    /// The tiles that changed since the system ran last.
    pub(super) fn find(&self) -> Vec<Entity> {
        let mut found = Vec::new();
        // Components of tiles are stored in tables.
        let Ok(tables) = self.tiles.contiguous_iter() else { return found };
        for (entities, position, map, texture, class) in tables {
            let mut columns: SmallVec<[&[Tick]; 4]> = SmallVec::new();
            columns.extend([position.changed_ticks_slice(), map.changed_ticks_slice()]);
            columns.extend(texture.map(|texture| texture.changed_ticks_slice()));
            columns.extend(class.map(|class| class.changed_ticks_slice()));
            self.find_in(entities, &columns, &mut found);
        }
        found
    }

    #[expect(clippy::indexing_slicing, reason = "all columns of a table have as many rows")]
    fn find_in(&self, entities: &[Entity], columns: &[&[Tick]], found: &mut Vec<Entity>) {
        let now = self.ticks.this_run().get();
        let since = age(self.ticks.last_run(), now).min(MAX_CHANGE_AGE);
        for (block, entities) in entities.chunks(BLOCK).enumerate() {
            let start = block * BLOCK;
            let rows = start..start + entities.len();
            if columns.iter().any(|ticks| least_age(&ticks[rows.clone()], now) < since) {
                let is_changed = |row: usize| columns.iter().any(|ticks| age(ticks[row], now) < since);
                let changed = entities.iter().zip(rows).filter(|&(_, row)| is_changed(row));
                found.extend(changed.map(|(&entity, _)| entity));
            }
        }
    }
}

/// Ticks since a tick, as [`Tick::is_newer_than`] counts them.
#[inline]
const fn age(tick: Tick, now: u32) -> u32 {
    now.wrapping_sub(tick.get())
}

/// The least age of some ticks.
#[inline]
fn least_age(ticks: &[Tick], now: u32) -> u32 {
    let mut least = [u32::MAX; 8];
    let (eights, rest) = ticks.as_chunks::<8>();
    for eight in eights {
        for (least, &tick) in least.iter_mut().zip(eight) {
            *least = age(tick, now).min(*least);
        }
    }
    let least = least.into_iter().fold(u32::MAX, u32::min);
    rest.iter().fold(least, |least, &tick| age(tick, now).min(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Found(Vec<Entity>);

    fn find(tiles: ChangedTiles, mut found: ResMut<Found>) {
        found.0 = tiles.find();
        found.0.sort_unstable();
    }

    /// The tiles that a query with a filter finds.
    type Changes = Or<(Changed<TilePos>, Changed<TilemapId>, Changed<TileTextureIndex>, Changed<NavTile>)>;

    fn expect(tiles: Query<Entity, (With<TilePos>, With<TilemapId>, Changes)>, found: Res<Found>) {
        let mut expected: Vec<Entity> = tiles.iter().collect();
        expected.sort_unstable();
        assert_eq!(found.0, expected);
    }

    #[test]
    fn changed_tiles_are_those_that_a_filter_finds() {
        let mut app = App::new();
        app.init_resource::<Found>().add_systems(Update, (find, expect).chain());
        let mut random = fastrand::Rng::with_seed(1);
        let mut tiles = Vec::new();
        for _ in 0..200 {
            for _ in 0..random.usize(0..300) {
                let map = TilemapId(Entity::PLACEHOLDER);
                let tile = app.world_mut().spawn((TilePos::new(0, 0), map)).id();
                tiles.push(tile);
            }
            for _ in 0..random.usize(0..8).min(tiles.len()) {
                let nth = random.usize(..tiles.len());
                let mut tile = app.world_mut().entity_mut(tiles[nth]);
                match random.u8(0..7) {
                    0 => drop(tile.insert(TileTextureIndex(3))),
                    1 => drop(tile.insert(NavTile(3))),
                    2 => drop(tile.remove::<NavTile>()),
                    3 => tile.get_mut::<TilePos>().unwrap().x += 1,
                    4 => drop(tile.get_mut::<TileTextureIndex>().map(|mut texture| texture.0 += 1)),
                    5 => tile.get_mut::<TilemapId>().unwrap().set_changed(),
                    _ => {
                        tile.despawn();
                        tiles.swap_remove(nth);
                    }
                }
            }
            app.update();
        }
    }
}
