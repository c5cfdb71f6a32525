//! Derives the classes of tiles from other components.

use crate::{
    bevy_version::{OnInsert, OnRemove},
    map::layers::{IntoTileClass, NavTile},
    names::Names,
};
use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use core::marker::PhantomData;

/// Gives tiles a [`NavTile`] according to another component `C`, which your game or a loader of map files puts on the tiles.
///
/// Inserting `C` on a tile inserts the `NavTile`; removing `C` removes it. The plugin does not see changes through `&mut C`:
/// insert `C` again instead.
///
/// The function returns the class, or a `Result` with the class. For a tile with an error, the log names the tile and the error, and the tile
/// is a wall. Tiles with the same error share one line of the log.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_tilepath::prelude::*;
/// # let mut app = App::new();
/// # #[derive(Component)]
/// # struct IntGridCell { value: i32 }
/// // The IntGrid values of LDtk, by `bevy_ecs_ldtk`: 1 is a road, 2 a meadow, everything else a wall.
/// app.add_plugins(DeriveNavTilePlugin::new(|cell: &IntGridCell| match cell.value {
///     1 => 1,
///     2 => 3,
///     _ => 0,
/// }));
///
/// // The enum tags of LDtk's tiles.
/// # #[derive(Component)]
/// # struct TileEnumTags { tags: Vec<String> }
/// app.add_plugins(DeriveNavTilePlugin::new(|tile: &TileEnumTags| match &*tile.tags.join(" ") {
///     "Road" => Ok(1),
///     "Meadow" => Ok(3),
///     other => Err(format!("{other:?} is no ground")),
/// }));
/// ```
#[derive(Debug)]
pub struct DeriveNavTilePlugin<C, F> {
    class: F,
    component: PhantomData<fn(&C)>,
}

impl<C, F, R> DeriveNavTilePlugin<C, F>
where
    C: Component,
    F: Fn(&C) -> R + Clone + Send + Sync + 'static,
    R: IntoTileClass,
{
    /// A plugin that gives a tile with the component the class that the function returns: a `u8`, or a `Result` with a `u8`.
    #[must_use]
    pub const fn new(class: F) -> Self {
        Self { class, component: PhantomData }
    }
}

impl<C, F, R> Plugin for DeriveNavTilePlugin<C, F>
where
    C: Component,
    F: Fn(&C) -> R + Clone + Send + Sync + 'static,
    R: IntoTileClass,
{
    fn build(&self, app: &mut App) {
        let class = self.class.clone();
        let derive = move |insert: OnInsert<C>,
                           tiles: Query<(&C, Option<&TilePos>, Option<&TilemapId>)>,
                           mut logged: Local<HashSet<String>>,
                           names: Names,
                           mut commands: Commands| {
            let Ok((component, position, tilemap)) = tiles.get(insert.entity) else { return };
            let class = class(component).into_tile_class();
            if let Err(error) = &class
                && logged.insert(error.clone())
            {
                let at = position.map_or_else(String::new, |at| format!(" ({}, {})", at.x, at.y));
                let of = tilemap.map_or_else(String::new, |map| format!(" of tilemap {}", names.of(map.0)));
                error!("tile{at}{of} is a wall: {error}");
            }
            commands.entity(insert.entity).try_insert(NavTile(class.unwrap_or(0)));
        };
        app.add_observer(derive).add_observer(|remove: OnRemove<C>, mut commands: Commands| {
            // The tile may be on its way out.
            if let Ok(mut tile) = commands.get_entity(remove.entity) {
                tile.try_remove::<NavTile>();
            }
        });
    }

    fn is_unique(&self) -> bool {
        false
    }
}
