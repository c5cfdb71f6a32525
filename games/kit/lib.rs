//! What the games and larger examples share: windows, headless runs, bars, cameras, keys, pictures. Nothing here knows a particular game.

#![forbid(unsafe_code)]

pub mod animation;
pub mod args;
pub mod assets;
pub mod blob;
pub mod camera;
pub mod clock;
pub mod game_window;
pub mod ghost;
pub mod hands;
pub mod headless;
pub mod hud;
pub mod mipmaps;
pub mod noise;
pub mod numbered_squares;
pub mod occupying;
pub mod overlays;
pub mod probes;
pub mod record;
pub mod screenshot;
pub mod tile_art;
pub mod window;
