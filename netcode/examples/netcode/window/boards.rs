//! The boards: tiles, which are red where there is danger, the places where enemies come in, and the base.

use super::{
    layout,
    shown::{Shown, Stage},
};
use crate::board::{self, TILE};
use bevy::{prelude::*, sprite::Anchor};
use kit::hud::{self, LABEL};

const FLOOR: Color = Color::srgb(0.10, 0.14, 0.18);
const ROCK: Color = Color::srgb(0.27, 0.31, 0.36);
const DANGER: Color = Color::srgb(0.85, 0.16, 0.12);
/// The danger at which a tile is as red as it gets.
const MOST_DANGER: f32 = 8.0;

/// A tile of the board of a player.
#[derive(Component)]
struct Tile {
    player: usize,
    /// In rows from the bottom.
    index: usize,
}

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, color_tiles.in_set(Stage::Draw));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let (nav_grid, geometry) = (board::nav_grid(), board::geometry());
    for player in 0..2 {
        let at = |cell: IVec2, height: f32| {
            Transform::from_translation((layout::middle(player) + geometry.center_of(cell)).extend(height))
        };
        for (index, cell) in board::cells().enumerate() {
            let side = Vec2::splat(TILE - 1.0);
            if nav_grid.is_blocked(cell) {
                commands.spawn((Sprite::from_color(ROCK, side), at(cell, 1.0)));
            } else {
                commands.spawn((Tile { player, index }, Sprite::from_color(FLOOR, side), at(cell, 1.0)));
            }
        }
        let picture = |name: &str, tiles: f32| Sprite {
            image: assets.load(format!("sprites/{name}.png")),
            custom_size: Some(Vec2::splat(TILE * tiles)),
            ..default()
        };
        commands.spawn((picture("base", 1.9), at(board::BASE, 4.0)));
        for from in board::SPAWNS {
            commands.spawn((picture("spawn", 1.2), at(from, 2.0)));
        }
        let strip = layout::strip(player);
        let corner = Vec2::new(strip.min.x + 6.0, strip.max.y - 3.0).extend(9.0);
        commands.spawn((
            Text2d::new("frames taken back, in each of the last frames"),
            hud::font(13.0),
            TextColor(LABEL),
            Anchor::TOP_LEFT,
            Transform::from_translation(corner),
        ));
    }
}

/// The more danger there is on a tile, the more red is in its colour.
fn color_tiles(shown: Res<Shown>, mut tiles: Query<(&Tile, &mut Sprite)>) {
    for (tile, mut sprite) in &mut tiles {
        let danger = shown.views[tile.player].danger[tile.index];
        let color = FLOOR.mix(&DANGER, (danger / MOST_DANGER).sqrt().min(1.0) * 0.6);
        if sprite.color != color {
            sprite.color = color;
        }
    }
}
