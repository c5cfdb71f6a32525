//! What keys and buttons do.

use crate::{
    choice::{Choice, Scene},
    horde::script::Script,
    overlay::Overlay,
    systems::StressSystems,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::Congestion;
use kit::{occupying::Occupying, overlays::Shown};

/// Something that the user wants.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Shows this scene.
    Scene(Scene),
    /// Goes to the jams, or back to the other scenes.
    Jams,
    /// Chooses one of the numbers of agents of the scene: 0 is the smallest.
    Agents(usize),
    /// Lets agents keep their cells to themselves, or not.
    Occupy,
    /// Lets crowds count as danger, or not.
    Congest,
    /// Lets more agents share a cell, or one again.
    Capacity,
    /// Squares or hexagons.
    Tiles,
    /// Restarts the scene with another seed.
    Restart,
    /// Shows or hides an overlay.
    Show(Overlay),
    /// Lets a script build towers, or not.
    Script,
}

const DIGITS: [[KeyCode; 2]; 10] = [
    [KeyCode::Digit1, KeyCode::Numpad1],
    [KeyCode::Digit2, KeyCode::Numpad2],
    [KeyCode::Digit3, KeyCode::Numpad3],
    [KeyCode::Digit4, KeyCode::Numpad4],
    [KeyCode::Digit5, KeyCode::Numpad5],
    [KeyCode::Digit6, KeyCode::Numpad6],
    [KeyCode::Digit7, KeyCode::Numpad7],
    [KeyCode::Digit8, KeyCode::Numpad8],
    [KeyCode::Digit9, KeyCode::Numpad9],
    [KeyCode::Digit0, KeyCode::Numpad0],
];

const LETTERS: [(KeyCode, Action); 9] = [
    (KeyCode::KeyJ, Action::Jams),
    (KeyCode::KeyO, Action::Occupy),
    (KeyCode::KeyC, Action::Congest),
    (KeyCode::KeyK, Action::Capacity),
    (KeyCode::KeyH, Action::Tiles),
    (KeyCode::KeyR, Action::Restart),
    (KeyCode::KeyG, Action::Show(Overlay::Danger)),
    (KeyCode::KeyP, Action::Show(Overlay::Paths)),
    (KeyCode::KeyT, Action::Script),
];

pub fn plugin(app: &mut App) {
    app.add_message::<Action>()
        .add_systems(Update, (read_keys, carry_out).chain().in_set(StressSystems::Input));
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, choice: Res<Choice>, mut actions: MessageWriter<Action>) {
    if let Some(index) = DIGITS.iter().position(|&digit| keys.any_just_pressed(digit)) {
        actions.write(Action::Scene(Scene::nth(index)));
    }
    let (all, scene, sizes) = (Scene::COUNT, choice.scene.index(), choice.scene.sizes());
    let arrows = [
        (KeyCode::ArrowDown, Some(Action::Scene(Scene::nth((scene + 1) % all)))),
        (KeyCode::ArrowUp, Some(Action::Scene(Scene::nth((scene + all - 1) % all)))),
        (KeyCode::ArrowRight, sizes.iter().position(|&more| more > choice.agents).map(Action::Agents)),
        (KeyCode::ArrowLeft, sizes.iter().rposition(|&fewer| fewer < choice.agents).map(Action::Agents)),
    ];
    let letters = LETTERS.map(|(key, action)| (key, Some(action)));
    let pressed = arrows.into_iter().chain(letters).filter(|(key, _)| keys.just_pressed(*key));
    actions.write_batch(pressed.filter_map(|(_, action)| action));
}

/// What actions change.
#[derive(SystemParam)]
pub struct Effects<'w, 's> {
    commands: Commands<'w, 's>,
    choice: ResMut<'w, Choice>,
    occupying: ResMut<'w, Occupying>,
    shown: ResMut<'w, Shown<Overlay>>,
    script: ResMut<'w, Script>,
    congestion: Option<Res<'w, Congestion>>,
}

pub fn carry_out(mut actions: MessageReader<Action>, mut effects: Effects) {
    let mut next = *effects.choice;
    let mut is_congested = effects.congestion.is_some();
    for &action in actions.read() {
        let other = match action {
            Action::Scene(scene) => Some(scene),
            Action::Jams => Some(next.scene.on_other_page()),
            _ => None,
        };
        if let Some(scene) = other {
            if scene.usual_occupying() != next.scene.usual_occupying() {
                *effects.occupying = scene.usual_occupying();
            }
            next = next.in_scene(scene);
        }
        match action {
            Action::Scene(_) | Action::Jams => {}
            Action::Agents(nth) => next.agents = next.scene.sizes().get(nth).copied().unwrap_or(next.agents),
            Action::Occupy => effects.occupying.0 = !effects.occupying.0,
            Action::Congest => is_congested = !is_congested,
            Action::Capacity => next.capacity = next.next_capacity(),
            Action::Tiles if next.scene == Scene::Horde => {}
            Action::Tiles => next.tiles = next.tiles.other(),
            Action::Restart => next.seed = next.seed.wrapping_add(1),
            Action::Show(overlay) => effects.shown.toggle(overlay),
            Action::Script => effects.script.plays = !effects.script.plays,
        }
    }
    effects.choice.set_if_neq(next);
    if is_congested != effects.congestion.is_some() {
        if is_congested {
            effects.commands.init_resource::<Congestion>();
        } else {
            effects.commands.remove_resource::<Congestion>();
        }
    }
}
