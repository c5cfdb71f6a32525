//! The menus of generators, sizes and layouts.

use super::generator::{Generator, generate};
use crate::{action::Action, board::Document};
use bevy::prelude::*;

/// What was made last, to make it again from another seed or in another size.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    pub generator: Generator,
    pub seed: u64,
}

impl Default for Generated {
    fn default() -> Self {
        Self { generator: Generator::default(), seed: 1 }
    }
}

/// Obeys the menus of generators, sizes and layouts.
pub fn act(
    mut actions: MessageReader<Action>,
    mut document: ResMut<Document>,
    mut generated: ResMut<Generated>,
) {
    for action in actions.read() {
        let (mut size, layout) = (document.board().size(), document.board().layout());
        match *action {
            Action::Generate(generator) => generated.generator = generator,
            Action::NextSeed => generated.seed += 1,
            Action::Size(new) => size = new,
            Action::Layout(new) => {
                if new != layout {
                    let board = document.board().clone().in_layout(new);
                    document.replace(board);
                }
                continue;
            }
            _ => continue,
        }
        document.replace(generate(generated.generator, size, generated.seed, layout));
    }
}
