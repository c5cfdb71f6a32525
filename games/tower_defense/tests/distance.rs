//! Viruses that keep their distance: by the menu, by the command line, and in whole games.

use super::support::{Player, board};
use crate::{
    board::MapKind,
    difficulty::Difficulty,
    game::{Game, Phase},
    headless,
    virus::Virus,
    window::{action::Action, screen::Screen},
};
use bevy::prelude::*;
use bevy_tilepath::CrowdAgent;
use kit::{
    occupying::Occupying,
    probes::{InWalls, LEAST, Nearest, note_nearest},
};

#[test]
fn the_menu_says_it_and_changes_it_for_all_viruses() {
    let mut player = Player::in_game();
    player.key(KeyCode::Enter);
    player.wait(300);
    assert!(player.count::<Virus>() > 2);
    assert_eq!(player.count::<CrowdAgent>(), 0, "by default they walk through each other");
    player.key(KeyCode::Escape);
    assert!(player.words().contains(&"Distance between viruses:  off".to_string()));
    player.click(Action::Distance);
    assert!(player.words().contains(&"Distance between viruses:  on".to_string()));
    player.key(KeyCode::Escape);
    assert_eq!(player.screen(), Screen::Play);
    player.wait(10);
    assert_eq!(player.count::<CrowdAgent>(), player.count::<Virus>());
    player.key(KeyCode::Escape);
    player.click(Action::Distance);
    player.key(KeyCode::Escape);
    player.wait(10);
    assert_eq!(player.count::<CrowdAgent>(), 0);
}

#[test]
fn the_command_line_sets_it() {
    let player = Player::new(&["--distance", "--screen", "play"]);
    assert!(player.get::<Occupying>().0);
}

#[test]
fn whole_games_are_played_without_two_viruses_in_one_cell() {
    for (seed, kind) in [(1, MapKind::Motherboard), (2, MapKind::Motherboard), (1, MapKind::Hex)] {
        let mut app = headless::app(board(kind), Difficulty::Normal, seed, true);
        app.insert_resource(Occupying(true))
            .init_resource::<Nearest>()
            .add_systems(FixedPostUpdate, note_nearest::<Virus>);
        let mut frames = 0;
        while app.world().resource::<Game>().phase == Phase::Running {
            app.update();
            frames += 1;
            assert!(frames < 60 * 600, "seed {seed}: the game does not end");
        }
        let (nearest, in_walls) = (app.world().resource::<Nearest>().0, app.world().resource::<InWalls>().0);
        assert!(nearest >= LEAST, "seed {seed}: {nearest}");
        assert_eq!(in_walls, 0, "seed {seed}");
        assert!(app.world().resource::<Game>().wave > 3, "seed {seed}");
    }
}
