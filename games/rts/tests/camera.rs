//! The camera: keys, the edges of the window, the middle button.

use super::support::Player;
use crate::{
    board::{CELL, SIZE},
    window::layout,
};
use bevy::prelude::*;
use bevy_tilepath::NavGrid;
use kit::game_window::{LEAST, WINDOW};

fn at(player: &mut Player) -> Vec2 {
    player.camera().1.translation.truncate()
}

/// World units per pixel.
fn scale(player: &mut Player) -> f32 {
    player.at(Vec2::new(101.0, 100.0)).x - player.at(Vec2::new(100.0, 100.0)).x
}

/// A player who looks at the middle of the board, away from all edges.
fn in_the_middle() -> Player {
    let mut player = Player::new();
    let world = player.app.world_mut();
    world.query_filtered::<&mut Transform, With<Camera>>().single_mut(world).unwrap().translation =
        Vec3::ZERO;
    player
}

#[test]
fn keys_and_edges_move_the_camera() {
    let size = WINDOW.as_vec2();
    let edges = [Vec2::new(2.0, 300.0), Vec2::new(size.x - 2.0, 300.0), Vec2::new(600.0, 2.0)];
    let keys = [
        ([KeyCode::KeyA, KeyCode::ArrowLeft], IVec2::NEG_X, Some(edges[0])),
        ([KeyCode::KeyD, KeyCode::ArrowRight], IVec2::X, Some(edges[1])),
        ([KeyCode::KeyW, KeyCode::ArrowUp], IVec2::Y, Some(edges[2])),
        ([KeyCode::KeyS, KeyCode::ArrowDown], IVec2::NEG_Y, Some(Vec2::new(600.0, size.y - 2.0))),
    ];
    for (keys, toward, edge) in keys {
        let mut player = in_the_middle();
        let moves = |player: &mut Player, act: &mut dyn FnMut(&mut Player)| {
            let before = at(player);
            act(player);
            let moved = at(player) - before;
            assert!(moved.dot(toward.as_vec2()) > 0.0, "{keys:?}: {moved}");
        };
        for key in keys {
            moves(&mut player, &mut |player| {
                player.hold(key);
                player.wait(8);
                player.release(key);
            });
        }
        if let Some(edge) = edge {
            moves(&mut player, &mut |player| {
                player.point(edge);
                player.wait(4);
            });
        }
    }
}

#[test]
fn the_board_always_fills_the_window() {
    for size in [WINDOW, LEAST, UVec2::new(1900, 1000)] {
        let mut player = Player::in_window(size, crate::generate::board(1));
        player.hold(KeyCode::KeyQ);
        player.wait(100);
        player.release(KeyCode::KeyQ);
        player.hold(KeyCode::KeyA);
        player.wait(100);
        for x in [0.0, size.x as f32 - 1.0] {
            let world = player.at(Vec2::new(x, 200.0));
            assert!(player.get::<NavGrid>().cell_at(world).is_some(), "{size}: {world}");
        }
    }
}

#[test]
fn the_wheel_zooms_about_the_cursor() {
    let mut player = in_the_middle();
    let cursor = Vec2::new(900.0, 250.0);
    player.point(cursor);
    for notches in [1.0, 2.0, -1.0, 0.5] {
        let (before, world) = (scale(&mut player), player.at(cursor));
        player.scroll(notches);
        let factor = scale(&mut player) / before;
        assert!((factor - 1.2_f32.powf(-notches)).abs() < 1e-3, "{notches} notches: {factor}");
        let moved = player.at(cursor).distance(world) / before;
        assert!(moved < 0.1, "what was under the cursor is {moved} pixels away");
    }
}

#[test]
fn the_wheel_stops_where_a_cell_is_large_and_where_the_board_just_fills_the_window() {
    let mut player = Player::new();
    (0..40).for_each(|_| player.scroll(1.0));
    assert!((scale(&mut player) - CELL / 96.0).abs() < 1e-3);
    (0..40).for_each(|_| player.scroll(-1.0));
    let size = WINDOW.as_vec2();
    let corners =
        [Vec2::new(0.5, layout::TOP + 0.5), Vec2::new(size.x - 0.5, size.y - layout::BOTTOM.wide - 0.5)];
    let cells = corners.map(|corner| {
        let world = player.at(corner);
        player.get::<NavGrid>().cell_at(world).expect("nothing but the board is seen")
    });
    let seen = (cells[1] - cells[0]).abs() + 1;
    assert!(seen.x == SIZE.x as i32 || seen.y == SIZE.y as i32, "the camera could be farther away: {seen}");
}

#[test]
fn the_middle_button_pulls_the_board() {
    let mut player = in_the_middle();
    let from = Vec2::new(700.0, 400.0);
    player.point(from);
    let world = player.at(from);
    player.press(MouseButton::Middle);
    let mut cursor = from;
    for delta in [Vec2::new(-30.0, 10.0), Vec2::new(-50.0, 25.0)] {
        player.move_by(cursor, delta);
        cursor += delta;
        let off = player.at(cursor).distance(world);
        assert!(off < 0.1, "the board is {off} behind the cursor");
    }
    player.let_go(MouseButton::Middle);
    let before = at(&mut player);
    player.move_by(cursor, Vec2::new(40.0, 40.0));
    assert_eq!(at(&mut player), before, "nobody pulls");
}
