//! The camera: the wheel, the middle button, and Home, which shows the whole map again.

use super::support::User;
use crate::{
    choice::Scene,
    stage::Stage,
    window::{action::Action, camera::View, layout::map_area},
};
use bevy::prelude::*;
use kit::game_window::WINDOW;

const CURSOR: Vec2 = Vec2::new(800.0, 300.0);

/// World units per pixel.
fn scale(user: &mut User) -> f32 {
    user.at(Vec2::new(101.0, 100.0)).x - user.at(Vec2::new(100.0, 100.0)).x
}

#[test]
fn the_wheel_zooms_about_the_cursor_and_home_shows_the_whole_map() {
    let mut user = User::of_horde(&["--agents", "10"]);
    user.point(CURSOR);
    let (whole, world) = (scale(&mut user), user.at(CURSOR));
    // Frame after frame.
    (0..4).for_each(|_| user.scroll(1.0));
    assert!((scale(&mut user) * 1.25_f32.powi(4) / whole - 1.0).abs() < 1e-3);
    assert!(user.at(CURSOR).distance(world) < 0.1 * whole, "the cursor is over another point");
    assert!(!user.get::<View>().whole);
    user.key(KeyCode::Home);
    assert_eq!(scale(&mut user), whole);
    let map = user.get::<Stage>().bounds;
    let area = map_area(WINDOW.as_vec2()).inflate(0.5);
    for corner in [map.min, map.max] {
        let at = user.in_view(corner);
        assert!(area.contains(at), "{at} is not beside the panel");
    }
}

#[test]
fn another_scene_is_shown_whole() {
    let mut user = User::of_horde(&["--agents", "10", "--look", "256,128"]);
    assert!(!user.get::<View>().whole);
    user.click(Action::Scene(Scene::nth(3)));
    assert!(user.get::<View>().whole);
}

#[test]
fn the_middle_button_pulls_the_map() {
    let mut user = User::of_horde(&["--agents", "10", "--look", "256,128"]);
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
