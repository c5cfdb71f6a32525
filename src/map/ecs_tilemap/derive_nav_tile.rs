//! Derives the classes of tiles from other components.

use crate::{
    bevy_version::{OnInsert, OnRemove},
    map::layers::NavTile,
};
use bevy::prelude::*;
use core::marker::PhantomData;

/// Gives tiles a [`NavTile`] according to another component `C`, which your game or a loader of map files puts on the tiles.
///
/// Inserting `C` on a tile inserts the `NavTile`; removing `C` removes it. The plugin does not see changes through `&mut C`:
/// insert `C` again instead.
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
/// ```
#[derive(Debug)]
pub struct DeriveNavTilePlugin<C, F> {
    class: F,
    component: PhantomData<fn(&C)>,
}

impl<C: Component, F: Fn(&C) -> u8 + Clone + Send + Sync + 'static> DeriveNavTilePlugin<C, F> {
    /// A plugin that gives a tile with the component the class that the function returns.
    #[must_use]
    pub const fn new(class: F) -> Self {
        Self { class, component: PhantomData }
    }
}

impl<C: Component, F: Fn(&C) -> u8 + Clone + Send + Sync + 'static> Plugin for DeriveNavTilePlugin<C, F> {
    fn build(&self, app: &mut App) {
        let class = self.class.clone();
        app.add_observer(move |insert: OnInsert<C>, tiles: Query<&C>, mut commands: Commands| {
            if let Ok(component) = tiles.get(insert.entity) {
                commands.entity(insert.entity).try_insert(NavTile(class(component)));
            }
        })
        .add_observer(|remove: OnRemove<C>, mut commands: Commands| {
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
