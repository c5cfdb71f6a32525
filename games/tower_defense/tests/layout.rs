//! Everything is inside the window and can be read, at 1280x720 and at 800x600.

use super::support::Player;
use crate::{
    board::Board,
    window::{action::Action, screen::Screen},
};
use bevy::prelude::*;
use kit::{game_window::LowerBar, occupying::Occupying};

const SIZES: [UVec2; 2] = [UVec2::new(1280, 720), UVec2::new(800, 600)];

#[test]
fn every_screen_fits_both_sizes() {
    for size in SIZES {
        let mut player = Player::in_window(&[], size);
        player.wait(20);
        player.check_texts(size);
        player.key(KeyCode::Enter);
        player.point_at(IVec2::new(14, 9));
        player.wait(10);
        assert_eq!(player.screen(), Screen::Play);
        player.check_texts(size);
        player.key(KeyCode::Space);
        player.check_texts(size);
    }
}

#[test]
fn the_texts_of_buttons_fit_into_them() {
    for size in SIZES {
        let mut player = Player::in_window(&[], size);
        for keeps in [false, true] {
            player.get_mut::<Occupying>().0 = keeps;
            player.wait(20);
            player.check_buttons::<Action>();
        }
        player.key(KeyCode::Enter);
        player.wait(10);
        player.key(KeyCode::Escape);
        for keeps in [true, false] {
            player.get_mut::<Occupying>().0 = keeps;
            player.wait(10);
            player.check_buttons::<Action>();
        }
    }
}

#[test]
fn menus_fit_both_sizes() {
    for size in SIZES {
        let mut player = Player::in_window(&["--screen", "play"], size);
        let covered = |player: &mut Player| texts_of_panel(player);
        player.key(KeyCode::Escape);
        covered(&mut player).iter().for_each(|(words, rect)| {
            let window = Rect::from_corners(Vec2::ZERO, size.as_vec2());
            assert!(window.contains(rect.min) && window.contains(rect.max), "{words:?} is cut off at {size}");
        });
        player.key(KeyCode::Escape);
        player.get_mut::<crate::game::Game>().base_hp = 0;
        player.wait(6);
        assert_eq!(player.screen(), Screen::End);
        covered(&mut player).iter().for_each(|(words, rect)| {
            let window = Rect::from_corners(Vec2::ZERO, size.as_vec2());
            assert!(window.contains(rect.min) && window.contains(rect.max), "{words:?} is cut off at {size}");
        });
    }
}

/// All texts: a menu lies over others, which may be anywhere below it.
fn texts_of_panel(player: &mut Player) -> Vec<(String, Rect)> {
    let texts = player.texts();
    assert!(texts.iter().any(|(words, _)| words.contains("To the title")));
    texts
}

#[test]
fn the_board_keeps_between_the_bars_when_the_window_changes() {
    let mut player = Player::in_game();
    for size in [SIZES[1], SIZES[0], UVec2::new(1920, 1080), UVec2::new(800, 1200)] {
        player.resize(size);
        let board = player.get::<Board>();
        let inner = [IVec2::ONE, board.size.as_ivec2() - 2].map(|cell| board.center_of(cell).extend(0.0));
        let world = player.app.world_mut();
        let (camera, transform) = world.query::<(&Camera, &GlobalTransform)>().single(world).unwrap();
        let [low, high] = inner.map(|at| camera.world_to_viewport(transform, at).unwrap());
        let mut bars = world.query_filtered::<&ComputedNode, With<LowerBar>>();
        let bar = bars.iter(world).next().unwrap().size.y;
        assert!(high.y > 40.0 && low.y < size.y as f32 - bar, "the bars hide the board at {size}");
        assert!(low.x > 0.0 && high.x < size.x as f32, "the board is cut off at {size}");
    }
}
