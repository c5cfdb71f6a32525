//! What the controls of the page do, and the replay that follows the playback.

use super::{example::example, game::ReplayedGame};
use crate::{
    action::{Action, Page},
    board::Document,
    files::Notice,
    playback::Playback,
    window_state::CurrentPage,
};
use bevy::prelude::*;

/// Obeys the controls.
pub fn act(
    mut actions: MessageReader<Action>,
    document: Res<Document>,
    mut game: ResMut<ReplayedGame>,
    mut playback: ResMut<Playback>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        if *action == Action::RecordCrowd {
            let recorded = example(document.board()).map_err(|error| error.to_string());
            match recorded.and_then(|recording| game.open("a crowd on this board".into(), recording)) {
                Ok(()) => {
                    playback.begin(game.frames());
                    notice.say("Recorded a crowd on the board. Click on an agent to learn what it does.");
                }
                Err(error) => notice.complain(format!("Can't record a crowd: {error}")),
            }
        }
    }
}

/// Goes to the frame that the playback shows.
pub fn follow(page: Res<CurrentPage>, playback: Res<Playback>, mut game: ResMut<ReplayedGame>) {
    if page.0 == Page::Replay && game.frame() != playback.step() {
        game.go_to(playback.step());
    }
}
