//! Buttons: a click sends a message, and a lit button stands for what is chosen.

use super::hud::{ACCENT, EDGE, VALUE};
use bevy::prelude::*;

/// A button. A click on it sends this message. Its text is a child.
#[derive(Component, Clone, Copy)]
#[require(Interaction, Lit)]
pub struct Press<A: Send + Sync + 'static>(pub A);

/// Whether a button is lit, whatever the mouse does.
#[derive(Component, Clone, Copy, PartialEq, Default)]
pub struct Lit(pub bool);

const REST: Color = Color::srgb(0.07, 0.11, 0.15);
const LIT: Color = Color::srgb(0.09, 0.24, 0.30);

/// The look of a button with this place, size and padding.
pub fn look(node: Node) -> impl Bundle {
    let border_radius = BorderRadius::all(px(4));
    let node = Node { border: UiRect::all(px(1)), border_radius, align_items: AlignItems::Center, ..node };
    (node, BackgroundColor(REST), BorderColor::all(EDGE))
}

/// Sends the messages of the buttons that are clicked.
pub fn press<A: Message + Copy>(
    buttons: Query<(&Interaction, &Press<A>), Changed<Interaction>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut actions: MessageWriter<A>,
) {
    let pressed = buttons.iter().filter(|(interaction, _)| **interaction == Interaction::Pressed);
    let pressed = pressed.filter(|_| mouse.just_pressed(MouseButton::Left));
    actions.write_batch(pressed.map(|(_, press)| press.0));
}

/// What decides the colours of a button, and the colours.
type Painted = (
    &'static Interaction,
    &'static Lit,
    &'static Children,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

/// Colours every button: bright if it is lit or under the mouse, dark otherwise.
pub fn paint(mut buttons: Query<Painted>, mut texts: Query<&mut TextColor>) {
    for (interaction, lit, children, mut ground, mut edge) in &mut buttons {
        let is_hot = *interaction != Interaction::None;
        ground.set_if_neq(BackgroundColor(if is_hot || lit.0 { LIT } else { REST }));
        edge.set_if_neq(BorderColor::all(if lit.0 { ACCENT } else { EDGE }));
        for &child in children {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(TextColor(if lit.0 { ACCENT } else { VALUE }));
            }
        }
    }
}
