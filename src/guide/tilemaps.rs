//! Chapter 10, tilemaps: every kind of tilemap that the plugin can read.
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
//! [`NavTilemap`](crate::NavTilemap) says which terrain class each texture of a tilemap has. A cell has the position of its tile.
//! A cell without a tile is a wall.
//!
//! - `NavTilemap::from_textures` lists the classes of the textures 0, 1, 2 and so on. Textures beyond the list are walls, unless
//!   `with_others` gives them a class.
//! - `NavTilemap::uniform` gives all textures the same class.
//! - `NavTilemap::from_fn` calls a function for each texture. If the function returns `None`, tiles with this texture count as
//!   missing.
//! - [`NavTile`](crate::NavTile) on a tile overrides the class of its texture.
//!
//! If a map has more than [`load_cells_per_frame`](crate::PathfindingSettings::load_cells_per_frame) tiles, the plugin reads it
//! over several frames. Until then requests wait ([`NavGrid::is_loading`](crate::NavGrid::is_loading)).
//!
//! A tilemap lies in x/y. In a 3D game with y up, turn it: see [Followers](super::followers#3d-games-y-up).
//!
//! If the map moves, agents that are children of the map move with it. All other agents stay where they are in the world, and
//! replan.
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
//! Navigable tilemaps that overlap are layers of one map, ordered by their height: by z in x/y.
//! [`LayerRule`](crate::LayerRule) says how the classes of the layers become the class of a cell. With the default rule,
//! `Dearest`, a cell is a wall if any layer has a wall there; otherwise the cell gets the highest class of its layers. With
//! `Highest`, a cell is a wall only if all its layers have a wall there. The other rules are `Cheapest`, `Top`, `WallsThenTop`, `Lowest` and `Custom`. Do not put
//! `NavTilemap` on layers of decoration.
//!
//! # Worlds of several tilemaps
//!
//! ```
//! # use bevy::prelude::*;
//! use bevy_ecs_tilemap::prelude::*;
//! # use bevy_tilepath::prelude::*;
//! # let mut app = App::new();
//! # app.add_plugins((MinimalPlugins, PathfindingPlugin));
//! // A world of 3 × 3 parts of 8 × 8 tiles, with cell (0, 0) in the middle one. Its bounds are declared.
//! let bounds = CellRect { min: IVec2::splat(-8), max: IVec2::splat(15) };
//! app.insert_resource(PathfindingSettings { bounds: Some(bounds), ..default() });
//! let mut load = |app: &mut App, part: IVec2| {
//!     let place = (part * 8).as_vec2().extend(0.0) * 16.0;
//!     let map = app.world_mut().spawn((
//!         TilemapSize::new(8, 8),
//!         TilemapGridSize::new(16.0, 16.0),
//!         TilemapTileSize::new(16.0, 16.0),
//!         TilemapType::Square,
//!         Transform::from_translation(place),
//!         NavTilemap::uniform(1).with_first_cell(part * 8),
//!     )).id();
//!     for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
//!         app.world_mut().spawn((TilePos::new(x, y), TilemapId(map), TileTextureIndex(0), ChildOf(map)));
//!     }
//!     map
//! };
//! load(&mut app, IVec2::ZERO);
//! let west = load(&mut app, IVec2::new(-1, 0));
//! app.update();
//! let class = |app: &App, x| app.world().resource::<NavGrid>().class(IVec2::new(x, 3));
//! assert_eq!([-1, 0, 8].map(|x| class(&app, x)), [Some(1), Some(1), Some(0)]);
//!
//! // A part that is despawned with its tiles leaves walls. All other cells keep their coordinates.
//! app.world_mut().despawn(west);
//! app.update();
//! assert_eq!([-1, 0, 8].map(|x| class(&app, x)), [Some(0), Some(1), Some(0)]);
//! ```
//!
//! Any number of tilemaps make up one map, side by side, on top of each other or far apart: the levels of an LDtk world, the maps of a Tiled
//! world, an interior beside an overworld. Each may have its own size and place, but their cells must be of one shape and lie on one common
//! grid. The log names a tilemap that does not fit. The [coordinates of cells](crate::NavTilemap#layers-and-worlds) begin at the first tilemap
//! and go on to all sides of it.
//!
//! | the game … | bounds of the map |
//! |---|---|
//! | loads all its tilemaps at once | none: the map is a rectangle around them |
//! | loads and unloads parts of a world of known size | all of the world, declared in [`PathfindingSettings::bounds`](crate::PathfindingSettings::bounds): a part that comes or goes costs as much as its own cells, and nobody plans again who does not need it |
//! | has a world without end | a rectangle around the player, moved by many cells at a time. What is outside is left out; obstacles there come back with their cells. From 131,072 tiles on, positions in `f32` may be off by more than a hundredth of a tile, and the log names tilemaps that do not fit: move the world back to the origin before |
//!
//! When the bounds change, the whole map is prepared again, and agents plan again. An agent on a part that has left, or outside declared
//! bounds, waits until the part is back, and [`Explain`](crate::Explain) says so. A path that leads through such a part is planned again; if there is no other, the request
//! fails, and is answered when the part returns. A target outside the bounds is outside the map.
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
//! The plugin reads the type of a tilemap: squares, six layouts of hexagons, and two layouts of diamonds (isometric tiles). You
//! may move, rotate and scale the map. Without a tilemap, [`CellGeometry`](crate::CellGeometry) says where the cells are. A
//! hexagon has six neighbours and no diagonal steps. Distances in tiles are measured between the centres of cells, so on
//! stretched tiles a circle becomes an ellipse.
//!
//! Each tool has words of its own for the layouts of hexagons:
//!
//! | [`HexLayout`](tilepath::HexLayout) | `bevy_ecs_tilemap` | Tiled: stagger axis, stagger index |
//! |---|---|---|
//! | `OddRows` | `RowOdd` | Y, even; with an odd number of rows Y, odd |
//! | `EvenRows` | `RowEven` | Y, odd; with an odd number of rows Y, even |
//! | `OddColumns` | `ColumnOdd` | X, even |
//! | `EvenColumns` | `ColumnEven` | X, odd |
//! | `Axial` | `Row`, `Column` | none |
//!
//! Godot's layout *stacked* is Tiled's odd, and *stacked offset* is even; its offset axis *horizontal* is Y, and *vertical* is X. The maps of
//! Wesnoth are X, odd. Articles on hexagons that count rows from the top say odd-r and even-r for Y, and odd-q and even-q for X.
//!
//! Odd and even change places because Tiled counts rows from the top, and y points up here. Tiled shifts columns down, and
//! `OddColumns` are shifted up. LDtk has squares only.
//!
//! The type `Staggered` of `bevy_ecs_tilemap` is a sheared diamond, and the plugin reads it as such. It is not the zigzag layout
//! that Tiled calls staggered ([issue 622](https://github.com/StarArawn/bevy_ecs_tilemap/issues/622)).
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
//! Switch on the feature `tilemap_chunk` to use Bevy's chunks as a map.
//!
//! - Chunks are tilemaps like all others: they may lie side by side or on top of each other, and come and go.
//! - There is only one kind of map at a time. The plugin does not read chunks while the map comes from `bevy_ecs_tilemap` or from
//!   [`NavGrid::from_grid`](crate::NavGrid::from_grid).
//! - On a server without a renderer, insert `TilemapChunkTileData` after `TilemapChunk`. Then Bevy makes no mesh.
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
//! // Tiled: a table from a property of the tiles; `None` says nothing about the ground. A value that is no class is an error.
//! let cost_of = |tile: u32| (tile < 4).then_some("1");
//! let table = NavTilemap::from_property("move_cost", 16, cost_of)?;
//! # Ok::<(), bevy_tilepath::InvalidTileClass>(())
//! ```
//!
//! - A function of `DeriveNavTilePlugin` may return a `Result`. The log then names the tiles that have no class, such as tiles with a new tag.
//! - *LDtk* (`bevy_ecs_ldtk` 0.15 for Bevy 0.19, 0.16 for Bevy 0.20): insert `NavTilemap::from_tiles()` into the IntGrid layer when
//!   the layer gets its `LayerMetadata`. Both versions make the same maps.
//! - *Tiled* (`bevy_ecs_tiled` 0.13 for Bevy 0.19, 0.15 for Bevy 0.20): `bevy_ecs_tiled` makes a tilemap for each layer and each
//!   tileset in it. Observe `TiledEvent<TilemapCreated>`, and insert a `NavTilemap` into the new tilemap. In 0.15 the functions of
//!   the event lost their prefix: `get_tilemap_tileset` became `tilemap_tileset`, and `get_object` became `object`.
//!
//! Known problems of
//! `bevy_ecs_tiled`, in both versions unless one is named:
//!
//! - A hexagonal map with stagger axis Y and an odd number of rows: `bevy_ecs_tiled` shifts the wrong rows. Agents walk on the map as
//!   it is drawn, but objects are half a tile beside their tiles. Use an even number of rows.
//! - A staggered map does not load. Version 0.15 logs an error. In version 0.13 the loader panics; Bevy catches the panic and the
//!   game goes on, except on the web and with `panic = "abort"`.
//! - A layer or tileset with an offset becomes a tilemap at another position. If that is not a whole number of tiles away, the plugin leaves the
//!   tilemap out.
//! - An isometric map in 0.13: objects are in the wrong cell. On a map with as many rows as columns they are one tile too low.
//! - An isometric map in 0.15: if the tiles do not have the size of the grid, the tilemap is moved by half the difference. So
//!   tilesets with tiles of different sizes are tilemaps at different positions, and objects are beside the cells of the agents. Put
//!   the classes on a layer of their own whose tiles have the size of the grid, and insert a `NavTilemap` only there. The layer may
//!   be hidden.
//!
//! Examples: `world`, `layouts`, `hexagons`, `isometric_map`, `chunks`; with `-p integrations`: `tiled`, `ldtk`, `levels`. Next: [waypoints](super::waypoints).
