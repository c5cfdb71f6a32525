//! The camera: keys, the edges of the window, the middle button.

use super::support::Player;
use crate::shared::game_window::{LEAST, WINDOW};
use bevy::prelude::*;

fn at(player: &mut Player) -> Vec2 {
    player.camera().1.translation.truncate()
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
        let mut player = Player::new();
        // Away from all edges of the board.
        let world = player.app.world_mut();
        world.query_filtered::<&mut Transform, With<Camera>>().single_mut(world).unwrap().translation =
            Vec3::ZERO;
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
        let (camera, transform) = player.camera();
        for x in [0.0, size.x as f32 - 1.0] {
            let world = camera.viewport_to_world_2d(&transform.into(), Vec2::new(x, 200.0)).unwrap();
            assert!(player.get::<bevy_tilepath::NavGrid>().cell_at(world).is_some(), "{size}: {world}");
        }
    }
}
