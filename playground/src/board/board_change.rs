//! The change of a frame, for everything that follows the board.

use super::document::{Change, Document};
use bevy::prelude::*;

/// What has changed on the board in this frame.
#[derive(Resource, Default, Debug)]
pub struct BoardChange(pub Change);

/// Takes the change of this frame from the document.
pub fn take_change(mut document: ResMut<Document>, mut change: ResMut<BoardChange>) {
    if change.0.is_none() && !document.has_change() {
        return;
    }
    change.0 = document.take_change();
}
