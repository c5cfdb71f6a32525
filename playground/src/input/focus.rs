//! Which control has the keys.

use crate::window_state::CurrentPage;
use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    prelude::*,
    text::EditableText,
    ui_widgets::MenuItem,
};

/// What has the keys after a click.
type Keeper = Or<(With<EditableText>, With<MenuItem>)>;

/// Takes the keys from a control that was only clicked, so that Space plays after a click on a tool. Fields and open menus keep them, and
/// so does a control to which Tab has led, unless it is on the page before.
pub fn release(
    page: Res<CurrentPage>,
    keepers: Query<(), Keeper>,
    visible: Res<InputFocusVisible>,
    mut focus: ResMut<InputFocus>,
) {
    let was_clicked = |&node: &Entity| !visible.0 && !keepers.contains(node);
    if focus.get().filter(was_clicked).is_some() || (page.is_changed() && focus.get().is_some()) {
        focus.clear();
    }
}
