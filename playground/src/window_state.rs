//! The page that is shown.

use crate::action::{Action, Page};
use bevy::prelude::*;

/// The page that is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CurrentPage(pub Page);

/// Turns to the page that is asked for.
pub fn turn_page(mut actions: MessageReader<Action>, mut page: ResMut<CurrentPage>) {
    for action in actions.read() {
        if let Action::Page(wanted) = *action {
            page.set_if_neq(CurrentPage(wanted));
        }
    }
}
