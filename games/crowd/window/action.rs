//! What keys and buttons do.

use crate::{choice::Choice, plugin::CrowdSystems};
use bevy::prelude::*;
use bevy_tilepath::Congestion;
use kit::occupying::Occupying;

/// Something that the user wants.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Shows the arrangement of this index.
    Arrangement(usize),
    /// So many agents.
    Agents(u32),
    /// Lets agents keep their cells to themselves, or not.
    Occupy,
    /// Lets crowds count as danger, or not.
    Congest,
    /// Lets more agents share a cell, or one again.
    Capacity,
    /// Squares or hexagons.
    Tiles,
    /// Starts anew with another seed.
    Restart,
}

/// The numbers of agents to choose from.
pub const AGENTS: [u32; 3] = [100, 300, 1000];

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

pub fn plugin(app: &mut App) {
    app.add_message::<Action>()
        .add_systems(Update, (read_keys, carry_out).chain().in_set(CrowdSystems::Input));
}

fn read_keys(keys: Res<ButtonInput<KeyCode>>, choice: Res<Choice>, mut actions: MessageWriter<Action>) {
    let all = arrangements::ALL.len();
    if let Some(index) = DIGITS.iter().position(|&digit| keys.any_just_pressed(digit)) {
        actions.write(Action::Arrangement(index));
    }
    if keys.just_pressed(KeyCode::ArrowDown) {
        actions.write(Action::Arrangement((choice.arrangement + 1) % all));
    }
    if keys.just_pressed(KeyCode::ArrowUp) {
        actions.write(Action::Arrangement((choice.arrangement + all - 1) % all));
    }
    if keys.just_pressed(KeyCode::ArrowRight) {
        let more = AGENTS.into_iter().find(|&more| more > choice.agents);
        actions.write_batch(more.map(Action::Agents));
    }
    if keys.just_pressed(KeyCode::ArrowLeft) {
        let fewer = AGENTS.into_iter().rfind(|&fewer| fewer < choice.agents);
        actions.write_batch(fewer.map(Action::Agents));
    }
    let others = [
        (KeyCode::KeyO, Action::Occupy),
        (KeyCode::KeyC, Action::Congest),
        (KeyCode::KeyK, Action::Capacity),
        (KeyCode::KeyH, Action::Tiles),
        (KeyCode::KeyR, Action::Restart),
    ];
    let pressed = others.into_iter().filter(|(key, _)| keys.just_pressed(*key));
    actions.write_batch(pressed.map(|(_, action)| action));
}

pub fn carry_out(
    mut commands: Commands,
    mut actions: MessageReader<Action>,
    mut choice: ResMut<Choice>,
    mut occupying: ResMut<Occupying>,
    congestion: Option<Res<Congestion>>,
) {
    let mut is_congested = congestion.is_some();
    for &action in actions.read() {
        let mut next = *choice;
        match action {
            Action::Arrangement(arrangement) => next.arrangement = arrangement,
            Action::Agents(agents) => next.agents = agents,
            Action::Occupy => occupying.0 = !occupying.0,
            Action::Congest if is_congested => {
                commands.remove_resource::<Congestion>();
                is_congested = false;
            }
            Action::Congest => {
                commands.init_resource::<Congestion>();
                is_congested = true;
            }
            Action::Capacity => next.capacity = next.next_capacity(),
            Action::Tiles => next.tiles = next.tiles.other(),
            Action::Restart => next.seed = next.seed.wrapping_add(1),
        }
        choice.set_if_neq(next);
    }
}
