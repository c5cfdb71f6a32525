//! The menu of a game on hold: go on or begin again, the keys, the colours of danger.

use super::panel::{DistanceText, buttons, group, line, spawn as panel, table};
use crate::window::{action::Action, overlay::LEVELS, screen::Screen};
use bevy::prelude::*;
use kit::hud::{LABEL, VALUE};

const KEYS: &[(&str, &str)] = &[
    ("left click", "build, or pick a virus"),
    ("right click, S", "sell the tower"),
    ("Q W E, T", "gun, cannon, alarm; the next"),
    ("Enter", "call the next wave"),
    ("Space, N", "hold the clock; one step"),
    ("- +", "speed"),
    ("1 to 5", "overlays"),
    ("Tab", "pick a virus for overlays 2, 3"),
    ("[ ]", "how much all viruses fear"),
];

pub fn spawn(mut commands: Commands) {
    let panel = panel(&mut commands, Screen::Menu);
    commands.spawn(line(panel, "PAUSED", 30.0, VALUE));
    let items = [
        ("Resume  (Esc)", Action::Resume),
        ("Restart  (R)", Action::Start),
        ("", Action::Distance),
        ("To the title", Action::ToTitle),
        ("Quit", Action::Quit),
    ];
    let texts = buttons(&mut commands, panel, &items);
    commands.entity(texts[2]).insert(DistanceText);
    table(&mut commands, panel, KEYS);
    let legend = commands.spawn(group(panel, FlexDirection::Row, 8.0)).id();
    commands.spawn(line(legend, "danger in tiles of detour:", 13.0, LABEL));
    let names = ["4 and more", "2 to 4", "below 2"];
    for (&(_, color), name) in LEVELS.iter().zip(names).rev() {
        let size = Node { width: px(16), height: px(16), ..default() };
        commands.spawn((ChildOf(legend), size, BackgroundColor(color.with_alpha(0.8))));
        commands.spawn(line(legend, name, 13.0, VALUE));
    }
}
