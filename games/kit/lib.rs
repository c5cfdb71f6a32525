//! What the games and larger examples share: windows, headless runs, bars, cameras, keys, pictures. Nothing here knows a particular game.

#![forbid(unsafe_code)]

pub mod args;
pub mod assets;
pub mod button;
pub mod camera;
pub mod clock;
pub mod figures;
pub mod game_window;
pub mod ghost;
pub mod hands;
pub mod headless;
pub mod hud;
pub mod noise;
pub mod occupying;
pub mod overlays;
pub mod platform;
pub mod probes;
pub mod recording;
pub mod screenshot;
pub mod site;
pub mod tile_art;
pub mod tilemap;
pub mod window;
