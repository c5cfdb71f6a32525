//! Buttons: by mouse everywhere, and in menus by keys too.

use super::action::Action;
use bevy::prelude::*;
use kit::hud::{ACCENT, LABEL, VALUE};

/// A button. A click on it does its action.
#[derive(Component, Clone, Copy)]
#[require(Interaction)]
pub struct Press(pub Action);

/// The place of a button in its menu, from the top. Arrows go from one to the next, Enter presses.
#[derive(Component, Clone, Copy)]
pub struct MenuItem(pub usize);

/// The item of the menu that Enter presses.
#[derive(Resource, Default)]
pub struct Focus(pub usize);

/// A button that is lit whatever the mouse does, such as the one of the chosen tower.
#[derive(Component, Clone, Copy, PartialEq, Default)]
pub struct Lit(pub bool);

const REST: Color = Color::srgb(0.07, 0.11, 0.15);
const LIT: Color = Color::srgb(0.09, 0.24, 0.30);
const EDGE: Color = Color::srgb(0.18, 0.33, 0.40);

pub fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_systems(Update, (press, walk_menu, follow_mouse, paint).chain());
}

/// The look of a button; its text is a child.
pub fn look(node: Node) -> impl Bundle {
    let node = Node {
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(6),
        ..node
    };
    (node, BackgroundColor(REST), BorderColor::all(EDGE), Lit::default())
}

fn press(
    buttons: Query<(&Interaction, &Press), Changed<Interaction>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut actions: MessageWriter<Action>,
) {
    let pressed = buttons.iter().filter(|(interaction, _)| **interaction == Interaction::Pressed);
    for (_, &Press(action)) in pressed.filter(|_| mouse.just_pressed(MouseButton::Left)) {
        actions.write(action);
    }
}

fn walk_menu(
    keys: Res<ButtonInput<KeyCode>>,
    mut focus: ResMut<Focus>,
    items: Query<(&MenuItem, &Press)>,
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

/// What decides the colours of a button, and the colours.
type Painted = (
    &'static Interaction,
    &'static Lit,
    Option<&'static MenuItem>,
    &'static Children,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn paint(focus: Res<Focus>, mut buttons: Query<Painted>, mut texts: Query<&mut TextColor>) {
    for (interaction, lit, item, children, mut ground, mut edge) in &mut buttons {
        let is_hot = item.map_or(*interaction != Interaction::None, |item| item.0 == focus.0);
        ground.set_if_neq(BackgroundColor(if is_hot || lit.0 { LIT } else { REST }));
        edge.set_if_neq(BorderColor::all(if lit.0 || (is_hot && item.is_some()) { ACCENT } else { EDGE }));
        let color = if lit.0 {
            ACCENT
        } else if is_hot || item.is_some() {
            VALUE
        } else {
            LABEL
        };
        let mut texts = texts.iter_many_mut(children);
        while let Some(mut text) = texts.fetch_next() {
            text.set_if_neq(TextColor(color));
        }
    }
}
