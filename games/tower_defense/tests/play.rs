//! The controls of the game.

use super::support::Player;
use crate::{
    game::Game,
    overlay::Overlay,
    tower::{Tower, TowerKind},
    virus::{Fear, Virus},
    waves::Waves,
    window::{action::Action, mouse::Chosen, screen::Screen},
};
use bevy::prelude::*;
use bevy_tilepath::{NavGrid, SearchTrace};
use kit::overlays::Shown;

/// A free cell, and one of a wall.
const FREE: IVec2 = IVec2::new(14, 9);
const WALL: IVec2 = IVec2::new(5, 9);

fn hint(player: &mut Player) -> String {
    let starts =
        ["gun", "cannon", "alarm", "no ", "it costs", "this wave", "that", "normal virus", "coward virus"];
    let texts = player.words();
    let hint = texts.iter().find(|text| starts.iter().any(|start| text.starts_with(start)));
    hint.unwrap_or_else(|| panic!("no hint in {texts:?}")).clone()
}

#[test]
fn a_click_builds_and_a_right_click_sells() {
    let mut player = Player::in_game();
    let money = player.game().money;
    player.click_cell(FREE);
    assert_eq!(player.count::<Tower>(), 1);
    assert_eq!(player.game().money, money - TowerKind::Gun.stats().price);
    (*player).click(MouseButton::Right);
    assert_eq!(player.count::<Tower>(), 0);
    assert_eq!(player.game().money, money - TowerKind::Gun.stats().price + 33, "two thirds come back");
}

#[test]
fn keys_and_buttons_choose_the_tower() {
    let mut player = Player::in_game();
    let chosen = |player: &Player| player.get::<Chosen>().0;
    for (key, kind) in [
        (KeyCode::KeyW, TowerKind::Cannon),
        (KeyCode::KeyE, TowerKind::Alarm),
        (KeyCode::KeyQ, TowerKind::Gun),
        (KeyCode::KeyT, TowerKind::Cannon),
    ] {
        player.key(key);
        assert_eq!(chosen(&player), kind);
    }
    player.click(Action::Choose(TowerKind::Alarm));
    assert_eq!(chosen(&player), TowerKind::Alarm);
    let towers = player.count::<Tower>();
    assert_eq!(towers, 0, "a click on a button builds nothing under it");
    player.click_cell(FREE);
    assert_eq!(player.count::<Tower>(), 1);
}

#[test]
fn what_is_not_possible_says_why() {
    let mut player = Player::in_game();
    player.click_cell(WALL);
    assert_eq!(hint(&mut player), "no gun here: something stands there already");
    player.get_mut::<Game>().money = 10;
    player.click_cell(FREE);
    assert_eq!(hint(&mut player), "no gun here: it costs 50, there is 10");
    assert_eq!(player.count::<Tower>(), 0);
}

/// What is read beside a green ghost is about this ghost.
#[test]
fn an_old_refusal_is_gone_when_the_ghost_is_green() {
    let mut player = Player::in_game();
    let is_about_the_ghost = |player: &mut Player| hint(player).starts_with("gun for 50: click to build");
    player.click_cell(WALL);
    player.point_at(FREE);
    player.wait(12);
    assert!(is_about_the_ghost(&mut player), "{}", hint(&mut player));
    // News that are no older than the ghost are read first.
    player.key(KeyCode::Enter);
    player.wait(4);
    player.key(KeyCode::Enter);
    assert_eq!(hint(&mut player), "this wave is still coming in");
    player.point_at(FREE + IVec2::X);
    player.wait(12);
    assert!(is_about_the_ghost(&mut player), "{}", hint(&mut player));
    // Where a ghost turns from red to green under a mouse that rests.
    player.get_mut::<Game>().money = 10;
    (*player).click(MouseButton::Left);
    player.wait(12);
    assert_eq!(hint(&mut player), "no gun here: it costs 50, there is 10");
    player.get_mut::<Game>().money = 200;
    player.wait(12);
    assert!(is_about_the_ghost(&mut player), "{}", hint(&mut player));
}

/// A player reads of the game. What the plugin says is for who looks at searches.
#[test]
fn figures_of_the_plugin_are_shown_with_its_searches_only() {
    let mut player = Player::in_game();
    let of_the_plugin = |player: &mut Player| {
        let words = player.words();
        let has = |part: &str| words.iter().any(|text| text.contains(part));
        [has("SEARCHES"), has("LAST"), has("region")]
    };
    player.point_at(FREE);
    player.wait(4);
    assert_eq!(of_the_plugin(&mut player), [false; 3]);
    assert!(player.words().contains(&"open ground".to_string()), "{:?}", player.words());
    player.key(KeyCode::Digit2);
    player.wait(4);
    assert_eq!(of_the_plugin(&mut player), [true; 3]);
    player.key(KeyCode::Digit2);
    player.wait(4);
    assert_eq!(of_the_plugin(&mut player), [false; 3]);
}

/// What is known of the next wave is no button, and the button says what it does.
#[test]
fn the_sign_is_read_and_the_button_is_pressed() {
    let mut player = Player::in_game();
    let reward = player.get::<Waves>().reward(player.game()).unwrap();
    let words = player.words();
    assert!(words.iter().any(|text| text.starts_with("wave 1 in") && !text.contains("Enter")), "{words:?}");
    assert!(words.contains(&format!("Enter: call it now, +{reward}")), "{words:?}");
    player.key(KeyCode::Enter);
    player.wait(4);
    let words = player.words();
    assert!(!words.iter().any(|text| text.starts_with("Enter:")), "nothing to call: {words:?}");
}

#[test]
fn enter_or_the_sign_calls_the_next_wave_for_a_reward() {
    for by_mouse in [false, true] {
        let mut player = Player::in_game();
        let (money, reward) = (player.game().money, player.get::<Waves>().reward(player.game()).unwrap());
        assert!(reward > 0);
        if by_mouse {
            player.click(Action::CallWave);
        } else {
            player.key(KeyCode::Enter);
        }
        player.wait(4);
        assert_eq!(player.game().wave, 1);
        assert_eq!(player.game().money, money + reward + 30, "the reward, and the pay of the wave");
        player.key(KeyCode::Enter);
        assert_eq!(player.game().wave, 1, "the wave must come in first");
        player.point(Vec2::ZERO);
        assert_eq!(hint(&mut player), "this wave is still coming in");
    }
}

#[test]
fn the_next_wave_is_known_before_it_comes() {
    let mut player = Player::in_game();
    let planned = player.get::<Waves>().next().len();
    assert_eq!(planned, 6);
    let texts = player.words();
    let counts = texts.iter().filter_map(|text| text.strip_prefix('x')?.parse::<usize>().ok());
    assert_eq!(counts.sum::<usize>(), planned, "every virus is counted at its spawn");
    player.key(KeyCode::Enter);
    player.wait(60 * 7);
    let spawned = player.get::<crate::summary::Summary>().spawned;
    assert_eq!(spawned.iter().sum::<u32>() as usize, planned);
}

#[test]
fn space_holds_the_clock_and_n_makes_one_step() {
    let mut player = Player::in_game();
    player.key(KeyCode::Space);
    let held = player.tick();
    player.wait(10);
    assert_eq!(player.tick(), held);
    player.key(KeyCode::KeyN);
    assert_eq!(player.tick(), held + 1);
    player.key(KeyCode::Space);
    player.wait(10);
    assert!(player.tick() > held + 8);
}

#[test]
fn plus_and_minus_change_the_speed() {
    let mut player = Player::in_game();
    let speed = |player: &Player| player.get::<Time<Virtual>>().relative_speed();
    player.key(KeyCode::Equal);
    assert_eq!(speed(&player), 2.0);
    player.key(KeyCode::Minus);
    player.key(KeyCode::Minus);
    assert_eq!(speed(&player), 0.5);
}

#[test]
fn brackets_change_the_fear() {
    let mut player = Player::in_game();
    player.key(KeyCode::BracketRight);
    assert_eq!(*player.get::<Fear>(), Fear(2.0));
    player.key(KeyCode::BracketLeft);
    player.key(KeyCode::BracketLeft);
    assert_eq!(*player.get::<Fear>(), Fear(0.5));
}

#[test]
fn digits_and_buttons_show_overlays() {
    let mut player = Player::in_game();
    let keys = [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3, KeyCode::Digit4, KeyCode::Digit5];
    let overlays = [Overlay::Danger, Overlay::Search, Overlay::Numbers, Overlay::NextWave, Overlay::Paths];
    for (key, overlay) in keys.into_iter().zip(overlays) {
        let before = player.get::<Shown<Overlay>>().contains(overlay);
        player.key(key);
        assert_eq!(player.get::<Shown<Overlay>>().contains(overlay), !before);
        player.click(Action::Show(overlay));
        assert_eq!(player.get::<Shown<Overlay>>().contains(overlay), before);
    }
}

#[test]
fn tab_picks_a_virus_whose_search_is_shown() {
    let mut player = Player::in_game();
    player.key(KeyCode::Digit2);
    player.key(KeyCode::Enter);
    player.wait(60);
    player.key(KeyCode::Tab);
    let picked = player.get::<SearchTrace>().only.expect("a virus is picked");
    assert!(player.app.world().get::<Virus>(picked).is_some());
}

#[test]
fn the_board_is_out_of_reach_under_a_menu() {
    let mut player = Player::in_game();
    player.key(KeyCode::Escape);
    player.click_cell(FREE);
    player.key(KeyCode::Escape);
    player.wait(4);
    assert_eq!((player.screen(), player.count::<Tower>()), (Screen::Play, 0));
}

#[test]
fn a_line_says_why_a_cell_costs_what_it_costs_and_why_a_virus_goes_where_it_goes() {
    let mut player = Player::in_game();
    player.click_cell(FREE);
    player.point_at(FREE + IVec2::new(2, 0));
    assert!(player.words().iter().any(|text| text.contains("; danger")), "for a player");
    // A developer looks at searches.
    player.key(KeyCode::Digit2);
    let texts = player.words();
    let why = texts.iter().find(|text| text.starts_with("The cell (16, 9)")).expect("a line on the cell");
    assert!(why.contains("danger") && why.contains("gun"), "it names the danger and the tower: {why}");

    player.key(KeyCode::Enter);
    player.wait(30);
    let world = player.app.world_mut();
    let mut viruses = world.query_filtered::<&Transform, With<Virus>>();
    let at = viruses.iter(world).next().expect("the wave has begun").translation.truncate();
    let cell = player.get::<NavGrid>().cell_at(at).expect("it is on the board");
    player.key(KeyCode::Space);
    player.point_at(cell);
    let why = player.words().into_iter().find(|text| text.contains("its path")).expect("a line on the virus");
    assert!(why.contains("normal virus") && why.contains("danger"), "{why}");
}
