//! What moves: enemies, towers and their shots, paths, and the rollbacks.

use super::{
    canvas::{self, Canvas, Figure},
    layout,
    shown::{Shown, Stage},
};
use crate::{
    board::TILE,
    enemy::Kind,
    player::REMEMBERED,
    view::{SeenEnemy, SeenTower, View},
};
use bevy::prelude::*;
use kit::hud::{BACKGROUND, GOOD};

/// The path that a scout would take now.
const PATH: Color = Color::srgba(0.75, 1.0, 0.55, 0.55);
const SHOT: Color = Color::srgb(1.0, 0.95, 0.6);
const HEALTH: Color = GOOD;
/// What a bar of health lacks.
const HARM: Color = Color::srgb(0.35, 0.05, 0.05);
/// The bars of rollbacks.
const TAKEN_BACK: Color = Color::srgb(1.0, 0.35, 0.75);
/// A tower that the other player may still refuse.
const GUESS_ALPHA: f32 = 0.45;
/// The frames for which the edge of a board shines after a rollback.
const SHINE: usize = 10;

#[derive(Resource)]
struct Pictures {
    scout: Handle<Image>,
    brute: Handle<Image>,
    tower: Handle<Image>,
    barrel: Handle<Image>,
}

pub fn plugin(app: &mut App) {
    app.add_plugins(canvas::plugin)
        .init_resource::<Pictures>()
        .add_systems(Update, (draw_games, draw_paths).in_set(Stage::Draw));
}

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        let load = |name: &str| world.load_asset(format!("sprites/{name}.png"));
        Self {
            scout: load("virus_coward"),
            brute: load("virus_berserker"),
            tower: load("tower"),
            barrel: load("tower_barrel"),
        }
    }
}

fn draw_games(shown: Res<Shown>, pictures: Res<Pictures>, mut canvas: ResMut<Canvas>) {
    for (player, view) in shown.views.iter().enumerate() {
        let middle = layout::middle(player);
        let ground = Figure { color: BACKGROUND, size: layout::BOARD, height: 0.1, ..default() };
        let mut figures = vec![edge(player, view), ground];
        view.towers.iter().for_each(|tower| draw_tower(tower, &pictures, &mut figures));
        view.enemies.iter().for_each(|enemy| draw_enemy(enemy, &pictures, &mut figures));
        figures.iter_mut().for_each(|figure| figure.at += middle);
        canvas.0.extend(figures);
        draw_strip(layout::strip(player), view, &mut canvas.0);
    }
}

/// Behind the board, in the colour of the player. It shines when the game goes back.
fn edge(player: usize, view: &View) -> Figure {
    let went_back = view.rollbacks.depths.iter().rev().take(SHINE).any(|&depth| depth > 0);
    let color = if went_back { TAKEN_BACK } else { layout::COLORS[player].darker(0.35) };
    Figure { color, size: layout::BOARD + 6.0, ..default() }
}

fn draw_tower(tower: &SeenTower, pictures: &Pictures, figures: &mut Vec<Figure>) {
    let alpha = if tower.is_guess { GUESS_ALPHA } else { 1.0 };
    let color = layout::COLORS[tower.owner].with_alpha(alpha);
    let to = tower.aim.map_or(Vec2::X, |aim| aim - tower.at);
    let (size, at) = (Vec2::splat(TILE), tower.at);
    let ground = Figure {
        color: color.darker(0.25).with_alpha(0.8 * alpha),
        size: size - 1.0,
        at,
        height: 2.0,
        ..default()
    };
    let picture = Figure { image: Some(pictures.tower.clone()), color, size, at, height: 5.0, ..default() };
    let barrel = Some(pictures.barrel.clone());
    figures.extend([
        ground,
        picture,
        Figure { image: barrel, color, size, at, angle: to.to_angle(), height: 6.0 },
    ]);
    if tower.shoots {
        let (size, at) = (Vec2::new(to.length(), 2.0), tower.at + to / 2.0);
        figures.push(Figure { color: SHOT, size, at, angle: to.to_angle(), height: 7.0, ..default() });
    }
}

fn draw_enemy(enemy: &SeenEnemy, pictures: &Pictures, figures: &mut Vec<Figure>) {
    let (image, side) = match enemy.kind {
        Kind::Scout => (pictures.scout.clone(), 0.75 * TILE),
        Kind::Brute => (pictures.brute.clone(), 0.95 * TILE),
    };
    let body = Figure { image: Some(image), size: Vec2::splat(side), at: enemy.at, height: 3.0, ..default() };
    figures.push(body);
    if enemy.health < 1.0 {
        let whole = Vec2::new(side, 3.0);
        let left = Vec2::new(side * enemy.health, 3.0);
        let at = enemy.at + Vec2::new(0.0, side / 2.0 + 3.0);
        figures.push(Figure { color: HARM, size: whole, at, height: 8.0, ..default() });
        let at = at - Vec2::new((whole.x - left.x) / 2.0, 0.0);
        figures.push(Figure { color: HEALTH, size: left, at, height: 8.1, ..default() });
    }
}

/// A bar for each frame that took others back, the latest on the right, as high as the number of frames.
fn draw_strip(strip: Rect, view: &View, figures: &mut Vec<Figure>) {
    figures.push(Figure { color: BACKGROUND, size: strip.size(), at: strip.center(), ..default() });
    let width = strip.width() / REMEMBERED as f32;
    for (age, &depth) in view.rollbacks.depths.iter().rev().enumerate().filter(|(_, depth)| **depth > 0) {
        let size = Vec2::new(width, depth as f32);
        let at = Vec2::new(strip.max.x - width * (age as f32 + 0.5), strip.min.y + size.y / 2.0);
        figures.push(Figure { color: TAKEN_BACK, size, at, height: 1.0, ..default() });
    }
}

/// The paths that scouts take now: they bend when towers are built.
fn draw_paths(shown: Res<Shown>, mut gizmos: Gizmos) {
    for (player, view) in shown.views.iter().enumerate() {
        for route in &view.routes {
            gizmos.linestrip_2d(route.iter().map(|at| at + layout::middle(player)), PATH);
        }
    }
}
