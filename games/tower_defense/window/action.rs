//! What buttons and keys do.

use super::{mouse::Chosen, screen::Screen};
use crate::{
    difficulty::Difficulty,
    orders::{Order, Orders},
    overlay::Overlay,
    tower::TowerKind,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{occupying::Occupying, overlays::Shown};

/// What a button or a key does.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Begins a new game.
    Start,
    Resume,
    OpenMenu,
    ToTitle,
    Demo,
    Quit,
    /// The next difficulty, or the one before.
    Difficulty {
        forward: bool,
    },
    /// Viruses keep their distance, or walk through each other.
    Distance,
    CallWave,
    Choose(TowerKind),
    Show(Overlay),
}

pub fn plugin(app: &mut App) {
    app.add_message::<Action>().add_systems(Update, act);
}

/// What actions change.
#[derive(SystemParam)]
struct Effects<'w> {
    screen: ResMut<'w, NextState<Screen>>,
    orders: ResMut<'w, Orders>,
    difficulty: ResMut<'w, Difficulty>,
    occupying: ResMut<'w, Occupying>,
    chosen: ResMut<'w, Chosen>,
    shown: ResMut<'w, Shown<Overlay>>,
    exit: MessageWriter<'w, AppExit>,
}

fn act(mut actions: MessageReader<Action>, mut effects: Effects) {
    for &action in actions.read() {
        effects.apply(action);
    }
}

impl Effects<'_> {
    fn apply(&mut self, action: Action) {
        match action {
            Action::Start => self.begin(Order::NewGame, Screen::Play),
            Action::ToTitle => self.begin(Order::NewGame, Screen::Title),
            Action::Demo => self.begin(Order::Stage, Screen::Demo),
            Action::Resume => self.screen.set(Screen::Play),
            Action::OpenMenu => self.screen.set(Screen::Menu),
            Action::Quit => {
                self.exit.write(AppExit::Success);
            }
            Action::Difficulty { forward } => *self.difficulty = self.difficulty.stepped(forward),
            Action::Distance => self.occupying.0 = !self.occupying.0,
            Action::CallWave => self.orders.give(Order::CallWave),
            Action::Choose(kind) => self.chosen.0 = kind,
            Action::Show(overlay) => self.shown.toggle(overlay),
        }
    }

    fn begin(&mut self, order: Order, screen: Screen) {
        self.orders.give(order);
        self.screen.set(screen);
    }
}
