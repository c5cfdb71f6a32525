//! Chapter 9, tilemaps: every kind of map that the plugin follows.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_ecs_tilemap::prelude::*;
//! use bevy_tilepath::prelude::*;
//!
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! // What a server spawns; a game with a window uses `TilemapBundle` and `TileBundle`.
//! let map = app.world_mut().spawn((
//!     TilemapSize::new(3, 1),
//!     TilemapGridSize::new(16.0, 16.0),
//!     TilemapTileSize::new(16.0, 16.0),
//!     TilemapType::Square,
//!     Transform::default(),
//!     NavTilemap::from_textures([1, 3, 0]), // texture 0 is floor, 1 is mud, 2 is a wall
//! )).id();
//! let mut tile = |x, texture| {
//!     let tile = (TilePos::new(x, 0), TilemapId(map), TileTextureIndex(texture));
//!     app.world_mut().spawn(tile).id()
//! };
//! let (_floor, mud, _wall) = (tile(0, 0), tile(1, 1), tile(2, 2));
//! app.update();
//! let class = |app: &App, x| app.world().resource::<NavGrid>().class(IVec2::new(x, 0));
//! assert_eq!([0, 1, 2].map(|x| class(&app, x)), [Some(1), Some(3), Some(0)]);
//!
//! // The map follows every tile that comes, goes, changes or moves. There is no function to call.
//! app.world_mut().entity_mut(mud).insert(TileTextureIndex(2));
//! app.update();
//! assert_eq!(class(&app, 1), Some(0));
//! ```
//!
//! [`NavTilemap`](crate::NavTilemap) is a table from texture to terrain class. A cell has the position of its tile; a cell without a tile
//! is a wall. With `from_textures`, textures beyond the list are walls; `with_others` gives them a class. With `uniform`, all textures have
//! the same class. With `from_fn`, the function may return no class for a texture. [`NavTile`](crate::NavTile) on a tile overrides the
//! class of its texture.
//!
//! A map of more than [`load_cells_per_frame`](crate::PathfindingSettings::load_cells_per_frame) tiles is read over several frames.
//! Meanwhile requests wait ([`NavGrid::is_loading`](crate::NavGrid::is_loading)). If the map moves, agents stay where they are in the world
//! and replan; agents that are children of the map move with it.
//!
//! # Layers
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # let mut app = App::new();
//! // Bridges: the topmost tile says what an agent walks on.
//! app.insert_resource(LayerRule::Top);
//! // Or roads: they halve the price of the ground below.
//! app.insert_resource(LayerRule::Custom(|classes| match classes {
//!     [ground, _road] => ground.div_ceil(2),
//!     _ => classes[0],
//! }));
//! ```
//!
//! Navigable tilemaps of the same size, type and place are layers of one map, ordered by z. The default [`LayerRule`](crate::LayerRule) is
//! `Dearest`: a wall in any layer wins, otherwise the highest class. The other rules are `Cheapest`, `Top`, `WallsThenTop`, `Highest`,
//! `Lowest` and `Custom`. Leave `NavTilemap` off decoration.
//!
//! Tilemaps at different places are different maps. Only the first is used, and the log names the others. The levels of an LDtk world are
//! such maps.
//!
//! # Hexagons and diamonds
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! let hexagons = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::new(16.0, 18.5)).unwrap();
//! assert_eq!(hexagons.center_of(IVec2::new(0, 1)).x, 8.0); // odd rows are shifted by half a tile
//! let diamonds = CellGeometry::diamond(Vec2::ZERO, Vec2::new(32.0, 16.0)).unwrap();
//! assert_eq!(diamonds.center_of(IVec2::new(1, 0)), Vec2::new(16.0, -8.0));
//! ```
//!
//! The plugin reads the type of a tilemap: squares, six layouts of hexagons, and two of diamonds. The map may be moved, rotated or scaled.
//! Without a tilemap, [`CellGeometry`](crate::CellGeometry) says where the cells are. A hexagon has six neighbours and no corners to cut. A
//! radius in tiles is measured between centres: on stretched tiles a circle becomes an ellipse.
//!
//! `Staggered` means what `bevy_ecs_tilemap` draws: a sheared diamond, not the zigzag of Tiled ([issue
//! 622](https://github.com/StarArawn/bevy_ecs_tilemap/issues/622)).
//!
//! # Bevy's `TilemapChunk`
//!
//! ```
//! # use bevy::prelude::*;
//! use bevy::sprite_render::{TileData, TilemapChunk, TilemapChunkTileData};
//! # use bevy_tilepath::prelude::*;
//!
//! fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
//!     let chunk_size = UVec2::splat(8);
//!     commands.spawn((
//!         TilemapChunk {
//!             chunk_size,
//!             tile_display_size: UVec2::splat(16),
//!             tileset: assets.load("tiles.png"),
//!             ..default()
//!         },
//!         TilemapChunkTileData(vec![Some(TileData::from_tileset_index(0)); 64]),
//!         NavTilemap::from_textures([1, 3, 0]),
//!     ));
//! }
//! # bevy::ecs::system::assert_is_system(spawn);
//! ```
//!
//! Switch on the feature `tilemap_chunk`. Chunks may lie side by side and on top of each other, as long as their tiles are on one grid. The
//! map is the smallest rectangle around all chunks, and (0, 0) is its lower left cell. If chunks come and go, ask for positions instead of
//! cells. Chunks are not read while the map is another tilemap or a grid of the game. On a server without a renderer, insert
//! `TilemapChunkTileData` after `TilemapChunk`: Bevy then makes no mesh.
//!
//! # LDtk and Tiled
//!
//! ```
//! # use bevy::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # #[derive(Component)]
//! # struct IntGridCell { value: i32 }
//! # let mut app = App::new();
//! // LDtk: the values of an IntGrid layer become classes.
//! app.add_plugins(DeriveNavTilePlugin::new(|cell: &IntGridCell| match cell.value {
//!     1 => 1, // road
//!     2 => 3, // meadow
//!     _ => 0,
//! }));
//! // Tiled: a table from a property of the tiles; `None` says nothing about the ground.
//! let cost_of = |tile: u32| (tile < 4).then_some(1);
//! let table = NavTilemap::from_fn(16, cost_of);
//! ```
//!
//! - *LDtk* (`bevy_ecs_ldtk` 0.15): put `NavTilemap::from_tiles()` on the IntGrid layer when it gets its `LayerMetadata`.
//! - *Tiled* (`bevy_ecs_tiled` 0.13): each layer and tileset is a tilemap. Observe `TiledEvent<TilemapCreated>` and insert the table.
//!
//! The package `integrations` in the repository has both as examples. `bevy_ecs_tiled` 0.13 shifts the wrong rows of hexagonal maps with an
//! odd number of rows (agents walk on what is drawn), and panics on staggered maps. A layer or tileset with an offset becomes a tilemap at
//! another place: the plugin leaves it out.
//!
//! Examples: `layouts` and `chunks`. Next: [waypoints](super::waypoints).
