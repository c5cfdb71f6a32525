//! The title screen: what the game is about, and how hard it shall be.

use super::panel::{DistanceText, buttons, group, line, spawn as panel};
use crate::{
    difficulty::Difficulty,
    virus::VirusKind,
    window::{action::Action, looks::Pictures, screen::Screen},
};
use bevy::prelude::*;
use kit::hud::{ACCENT, LABEL, VALUE, write};

/// The text that names the difficulty.
#[derive(Component)]
pub struct DifficultyText;

const KINDS: [(VirusKind, &str); 3] = [
    (VirusKind::Coward, "cowards take a long path\nround danger"),
    (VirusKind::Normal, "normal ones take\nsome risk"),
    (VirusKind::Berserker, "berserkers fear nothing\nand eat towers"),
];

pub fn spawn(mut commands: Commands, pictures: Res<Pictures>) {
    let panel = panel(&mut commands, Screen::Title);
    commands.spawn(line(panel, "MOTHERBOARD", 46.0, ACCENT));
    commands.spawn(line(panel, "Keep the viruses away from the processor.", 16.0, VALUE));
    commands.spawn(line(
        panel,
        "Towers kill. They also frighten: where you build decides which path the viruses take.",
        13.0,
        LABEL,
    ));
    let cards = commands.spawn(group(panel, FlexDirection::Row, 22.0)).id();
    for (kind, words) in KINDS {
        let card = commands.spawn(group(cards, FlexDirection::Column, 6.0)).id();
        let size = Node { width: px(48), height: px(48), ..default() };
        commands.spawn((ChildOf(card), ImageNode::new(pictures.virus(kind)), size));
        commands.spawn(line(card, words, 13.0, VALUE));
    }
    let items = [
        ("Play", Action::Start),
        ("", Action::Difficulty { forward: true }),
        ("", Action::Distance),
        ("Watch the demo", Action::Demo),
        ("Quit", Action::Quit),
    ];
    let texts = buttons(&mut commands, panel, &items);
    commands.entity(texts[1]).insert(DifficultyText);
    commands.entity(texts[2]).insert(DistanceText);
    commands.spawn(line(panel, "arrows and Enter, or the mouse", 12.0, LABEL));
}

pub fn show_difficulty(difficulty: Res<Difficulty>, mut texts: Query<&mut Text, With<DifficultyText>>) {
    for mut text in &mut texts {
        write(&mut text, format!("<  {}  >", difficulty.rules().name));
    }
}
