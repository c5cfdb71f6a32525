//! A quad or hexagon on each cell of the board, spawned once and then only coloured.

use crate::board::Board;
use bevy::prelude::*;

/// The cell that a piece of an overlay belongs to.
#[derive(Component, Clone, Copy)]
pub struct OnCell(pub IVec2);

/// Spawns a hidden quad or hexagon on every cell, a little smaller than it, marked by `marker`.
pub fn spawn(
    commands: &mut Commands,
    assets: &AssetServer,
    board: &Board,
    marker: impl Component + Clone,
    (gap, z): (f32, f32),
) {
    let mut sprite = board.hexagons(&[[255; 3]]).map_or(Sprite::default(), |it| assets.add(it).into());
    sprite.custom_size = Some(board.tile - gap);
    sprite.color = Color::NONE;
    for cell in all(board) {
        commands.spawn((
            marker.clone(),
            OnCell(cell),
            sprite.clone(),
            Transform::from_translation(board.center_of(cell).extend(z)),
            Visibility::Hidden,
        ));
    }
}

/// Colours a quad; without a colour it is hidden.
pub fn paint(sprite: &mut Mut<Sprite>, visibility: &mut Mut<Visibility>, color: Option<Color>) {
    let shown = if color.is_some() { Visibility::Visible } else { Visibility::Hidden };
    visibility.set_if_neq(shown);
    if let Some(color) = color
        && sprite.color != color
    {
        sprite.color = color;
    }
}

/// All cells of the board.
pub fn all(board: &Board) -> impl Iterator<Item = IVec2> {
    let size = board.size.as_ivec2();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
}
