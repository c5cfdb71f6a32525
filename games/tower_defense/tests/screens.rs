//! Title, menu and end: every control by keyboard and by mouse.

use super::support::Player;
use crate::{
    difficulty::Difficulty,
    game::{Game, Phase},
    window::{action::Action, screen::Screen},
};
use bevy::prelude::*;

#[test]
fn enter_starts_a_game_with_the_money_of_the_difficulty() {
    let mut player = Player::new(&[]);
    assert_eq!(player.screen(), Screen::Title);
    player.key(KeyCode::ArrowDown);
    player.key(KeyCode::ArrowRight);
    assert_eq!(*player.get::<Difficulty>(), Difficulty::Hard);
    player.key(KeyCode::ArrowUp);
    player.key(KeyCode::Enter);
    assert_eq!(player.screen(), Screen::Play);
    assert_eq!(player.game().money, Difficulty::Hard.rules().money);
}

#[test]
fn the_difficulty_goes_round_in_both_directions() {
    let mut player = Player::new(&["--difficulty", "easy"]);
    player.key(KeyCode::ArrowDown);
    player.key(KeyCode::ArrowLeft);
    assert_eq!(*player.get::<Difficulty>(), Difficulty::Hard);
    player.key(KeyCode::Enter);
    assert_eq!(*player.get::<Difficulty>(), Difficulty::Easy, "Enter steps on, too");
}

#[test]
fn the_mouse_works_every_button_of_the_title() {
    let mut player = Player::new(&[]);
    player.click(Action::Difficulty { forward: true });
    assert_eq!(*player.get::<Difficulty>(), Difficulty::Hard);
    player.click(Action::Demo);
    assert_eq!(player.screen(), Screen::Demo);
    player.key(KeyCode::Space);
    assert_eq!(player.screen(), Screen::Title, "any key ends the demo");
    player.click(Action::Start);
    assert_eq!(player.screen(), Screen::Play);
}

#[test]
fn quit_ends_the_program() {
    let mut player = Player::new(&[]);
    assert_eq!(player.exit, None);
    player.click(Action::Quit);
    assert_eq!(player.exit, Some(AppExit::Success));
}

#[test]
fn the_title_forgets_the_game_behind_it() {
    let mut player = Player::new(&[]);
    player.wait(900);
    player.key(KeyCode::Enter);
    assert_eq!(
        *player.game(),
        Game::new(Difficulty::Normal),
        "the script behind the title has built nothing"
    );
    player.wait(60);
    assert_eq!(player.count::<crate::tower::Tower>(), 0, "and builds nothing now");
}

#[test]
fn escape_holds_the_game_and_goes_on() {
    let mut player = Player::in_game();
    player.key(KeyCode::Escape);
    assert_eq!(player.screen(), Screen::Menu);
    let held = player.tick();
    player.wait(20);
    assert_eq!(player.tick(), held, "the clock stands still");
    player.key(KeyCode::Escape);
    player.wait(20);
    assert_eq!(player.screen(), Screen::Play);
    assert!(player.tick() > held);
}

#[test]
fn the_mouse_works_every_button_of_the_menu() {
    let mut player = Player::in_game();
    player.click(Action::OpenMenu);
    assert_eq!(player.screen(), Screen::Menu);
    player.click(Action::Resume);
    assert_eq!(player.screen(), Screen::Play);
    player.get_mut::<Game>().money = 7;
    player.key(KeyCode::Escape);
    player.click(Action::Start);
    player.wait(2);
    assert_eq!((player.screen(), player.game().money), (Screen::Play, Difficulty::Normal.rules().money));
    player.key(KeyCode::Escape);
    player.click(Action::ToTitle);
    assert_eq!(player.screen(), Screen::Title);
}

#[test]
fn a_lost_game_shows_its_figures_and_starts_again() {
    let mut player = Player::in_game();
    player.get_mut::<Game>().kills = 12;
    player.get_mut::<Game>().base_hp = 0;
    player.wait(4);
    assert_eq!((player.screen(), player.game().phase), (Screen::End, Phase::Lost));
    let texts = player.words();
    for wanted in ["THE PROCESSOR IS LOST", "score 240, your best so far", "12"] {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is missing: {texts:?}");
    }
    player.key(KeyCode::KeyR);
    player.wait(2);
    assert_eq!((player.screen(), player.game().phase), (Screen::Play, Phase::Running));
}

#[test]
fn a_won_game_counts_what_is_left_of_the_base() {
    let mut player = Player::in_game();
    player.get_mut::<Game>().phase = Phase::Won;
    player.wait(4);
    assert_eq!(player.screen(), Screen::End);
    let score = format!("score {}, your best so far", Game::BASE_HP * 50 * 2);
    assert!(player.words().contains(&score), "{:?}", player.words());
    player.click(Action::ToTitle);
    assert_eq!(player.screen(), Screen::Title);
}

#[test]
fn a_worse_game_names_the_best_one() {
    let mut player = Player::in_game();
    for kills in [9, 3] {
        player.get_mut::<Game>().kills = kills;
        player.get_mut::<Game>().base_hp = 0;
        player.wait(4);
        if kills == 3 {
            assert!(
                player.words().contains(&"score 60, the best so far: 180".to_string()),
                "{:?}",
                player.words()
            );
        }
        player.click(Action::Start);
        player.wait(2);
    }
}

#[test]
fn a_script_that_plays_begins_its_next_game_by_itself() {
    let mut player = Player::new(&["--autoplay"]);
    player.get_mut::<Game>().base_hp = 0;
    player.wait(4);
    assert_eq!(player.screen(), Screen::End);
    player.wait(200);
    assert_eq!((player.screen(), player.game().phase), (Screen::Play, Phase::Running));
}
