//! Texts over the picture of an area, each node of which is used again.

use crate::widgets::theme;
use bevy::{ecs::system::SystemParam, prelude::*};

/// A text over an area.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    area: Entity,
    /// The place in the pool of texts.
    slot: usize,
}

/// What a text says and where.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    pub text: String,
    /// The middle of its box, from the middle of the area, in logical pixels, y up.
    pub middle: Vec2,
    /// The width of its box.
    pub width: f32,
    /// The height of its letters.
    pub size: f32,
    /// The colour behind it.
    pub ground: Color,
}

/// Shows notes.
#[derive(SystemParam)]
pub struct Labels<'w, 's> {
    commands: Commands<'w, 's>,
    texts: Query<'w, 's, (&'static Label, &'static mut Node, &'static mut Text, &'static mut TextFont)>,
}

impl Labels<'_, '_> {
    /// Shows these notes over an area, and no others.
    pub fn show(&mut self, area: Entity, area_size: Vec2, notes: &[Note]) {
        let mut known = 0;
        for (label, mut node, mut text, mut font) in &mut self.texts {
            if label.area != area {
                continue;
            }
            known = known.max(label.slot + 1);
            if let Some(note) = notes.get(label.slot) {
                node.set_if_neq(node_of(note, area_size));
                text.set_if_neq(Text::new(note.text.clone()));
                font.set_if_neq(theme::font(note.size));
            } else if node.display != Display::None {
                node.display = Display::None;
            }
        }
        for (slot, note) in notes.iter().enumerate().skip(known) {
            self.commands.spawn((
                ChildOf(area),
                Label { area, slot },
                Pickable::IGNORE,
                node_of(note, area_size),
                Text::new(note.text.clone()),
                theme::font(note.size),
                TextColor(Color::srgb(0.05, 0.06, 0.08)),
                TextLayout::justify(Justify::Center),
                BackgroundColor(note.ground),
            ));
        }
    }
}

fn node_of(note: &Note, area_size: Vec2) -> Node {
    let height = note.text.lines().count() as f32 * note.size * 1.2;
    let corner = area_size / 2.0 + note.middle * Vec2::new(1.0, -1.0) - Vec2::new(note.width, height) / 2.0;
    Node {
        position_type: PositionType::Absolute,
        left: px(corner.x.round()),
        top: px(corner.y.round()),
        width: px(note.width.round()),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    }
}
