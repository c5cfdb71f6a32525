//! Chapter 17, upgrading: from one version of Bevy to the next.
//!
//! ```toml
//! [dependencies]
//! bevy = "0.20"                                            # was "0.19"
//! bevy_tilepath = { path = "../bevy_tilepath/bevy_0_20" }  # was "../bevy_tilepath"
//! ```
//!
//! The plugin is not yet on crates.io: the path leads to a clone of the repository, whose `README.md` also shows a line with `git`.
//!
//! | `bevy_tilepath` | Bevy | `bevy_ecs_tilemap` | `bevy_ecs_ldtk` | `bevy_ecs_tiled` | `tilepath` | `glam` | Rust |
//! |---|---|---|---|---|---|---|---|
//! | 0.2 | 0.20 | 0.20 | 0.16 | 0.15 | 0.2 | 0.33 | 1.97.1 |
//! | 0.1 | 0.19 | 0.19 | 0.15 | 0.13 | 0.1 | 0.32 | 1.95 |
//!
//! Versions 0.1.x and 0.2.x come from the same source: they have the same features and the same types, and find the same paths. A
//! save file of one version can be read by the other.
//!
//! If Cargo says that two versions of `bevy` or `glam` are in use, a version in `Cargo.toml` does not fit the others: compare with
//! the table. `cargo tree -d` lists what there is twice.
//!
//! # From Bevy 0.19 to 0.20
//!
//! Nothing of this plugin has another name. What games beside it may have to change:
//!
//! - Observers of components: `On<Insert, C>` became `On<Insert<C>>`, and `On<Add, C>`, `On<Remove, C>` and `On<Discard, C>` likewise.
//! - Scenes: in `bsn!`, an `@` stands before another scene, and `--` between the entities of a list:
//!   `bsn_list! { #Base Transform -- PathRequest::to_entity(#Base) }`.
//! - Tiled: `bevy_ecs_tiled` 0.15 moves isometric tilemaps, and some of its functions have other names
//!   ([tilemaps](super::tilemaps#ldtk-and-tiled)).
