//! The camera: the wheel, the middle button, and H, which shows the whole board again.

use super::support::User;
use crate::{
    board::{CELL, SIZE},
    window::{
        camera::View,
        layout::{self, board_area},
    },
};
use bevy::prelude::*;

const CURSOR: Vec2 = Vec2::new(800.0, 300.0);

/// World units per pixel.
fn scale(user: &mut User) -> f32 {
    user.at(Vec2::new(101.0, 100.0)).x - user.at(Vec2::new(100.0, 100.0)).x
}

#[test]
fn the_wheel_zooms_about_the_cursor_and_h_shows_the_whole_board() {
    let mut user = User::new(&["--agents", "10"]);
    user.point(CURSOR);
    let (whole, world) = (scale(&mut user), user.at(CURSOR));
    // Frame after frame.
    (0..4).for_each(|_| user.scroll(1.0));
    assert!((scale(&mut user) * 1.25_f32.powi(4) / whole - 1.0).abs() < 1e-3);
    assert!(user.at(CURSOR).distance(world) < 0.1 * whole, "the cursor is over another point");
    assert!(!user.get::<View>().whole);
    user.key(KeyCode::KeyH);
    assert_eq!(scale(&mut user), whole);
    let board = Rect::from_center_size(Vec2::ZERO, SIZE.as_vec2() * CELL);
    let area = board_area(layout::WINDOW.as_vec2()).inflate(0.5);
    let (camera, transform) = user.camera();
    for corner in [board.min, board.max] {
        let at = camera.world_to_viewport(&transform.into(), corner.extend(0.0)).unwrap();
        assert!(area.contains(at), "{at} is not between the bars");
    }
}

#[test]
fn the_middle_button_pulls_the_board() {
    let mut user = User::new(&["--agents", "10", "--look", "256,128"]);
    user.point(CURSOR);
    let world = user.at(CURSOR);
    user.press(MouseButton::Middle);
    let delta = Vec2::new(-60.0, 25.0);
    user.move_by(CURSOR, delta);
    assert!(user.at(CURSOR + delta).distance(world) < 0.1);
    user.let_go(MouseButton::Middle);
    let before = user.camera().1;
    user.move_by(CURSOR + delta, -delta);
    assert_eq!(user.camera().1, before, "nobody pulls");
}
