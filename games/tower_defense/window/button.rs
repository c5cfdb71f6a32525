//! Buttons: by mouse everywhere, and in menus by keys too.

use super::action::Action;
use bevy::prelude::*;
use kit::button::{self, Lit, Press};

/// The place of a button in its menu, from the top. Arrows go from one to the next, Enter presses.
#[derive(Component, Clone, Copy)]
pub struct MenuItem(pub usize);

/// The item of the menu that Enter presses. It is lit.
#[derive(Resource, Default)]
pub struct Focus(pub usize);

pub fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_systems(
        Update,
        (button::press::<Action>, walk_menu, follow_mouse, light_item, button::paint).chain(),
    );
}

/// The look of a button; its text is a child.
pub fn look(node: Node) -> impl Bundle {
    button::look(Node { justify_content: JustifyContent::Center, column_gap: px(6), ..node })
}

fn walk_menu(
    keys: Res<ButtonInput<KeyCode>>,
    mut focus: ResMut<Focus>,
    items: Query<(&MenuItem, &Press<Action>)>,
    mut actions: MessageWriter<Action>,
) {
    let count = items.iter().count();
    if count == 0 {
        return;
    }
    if keys.just_pressed(KeyCode::ArrowDown) {
        focus.0 = (focus.0 + 1) % count;
    } else if keys.just_pressed(KeyCode::ArrowUp) {
        focus.0 = (focus.0 + count - 1) % count;
    }
    let Some((_, &Press(action))) = items.iter().find(|(item, _)| item.0 == focus.0) else { return };
    let sideways = |forward| match action {
        Action::Difficulty { .. } => Action::Difficulty { forward },
        other => other,
    };
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space]) {
        actions.write(action);
    } else if sideways(true) != sideways(false) {
        if keys.just_pressed(KeyCode::ArrowLeft) {
            actions.write(sideways(false));
        } else if keys.just_pressed(KeyCode::ArrowRight) {
            actions.write(sideways(true));
        }
    }
}

/// The item under the mouse has the focus.
fn follow_mouse(mut focus: ResMut<Focus>, items: Query<(&MenuItem, &Interaction), Changed<Interaction>>) {
    if let Some((item, _)) = items.iter().find(|(_, interaction)| **interaction != Interaction::None) {
        focus.0 = item.0;
    }
}

fn light_item(focus: Res<Focus>, mut items: Query<(&MenuItem, &mut Lit)>) {
    for (item, mut lit) in &mut items {
        lit.set_if_neq(Lit(item.0 == focus.0));
    }
}
