//! The end of a game: won or lost, its figures, and another one.

use super::panel::{buttons, line, spawn as panel, table};
use crate::{
    difficulty::Difficulty,
    game::{Game, Phase},
    records::Records,
    window::{action::Action, screen::Screen},
};
use bevy::prelude::*;
use kit::hud::{ACCENT, BAD, GOOD, VALUE};

pub fn spawn(mut commands: Commands, game: Res<Game>, difficulty: Res<Difficulty>, records: Res<Records>) {
    let panel = panel(&mut commands, Screen::End);
    let (title, color) = match game.phase {
        Phase::Won => ("THE PROCESSOR IS SAFE", GOOD),
        _ => ("THE PROCESSOR IS LOST", BAD),
    };
    commands.spawn(line(panel, title, 30.0, color));
    let score = game.score(*difficulty);
    let best = if records.is_best(score) {
        "your best so far".to_string()
    } else {
        format!("the best so far: {}", records.best)
    };
    commands.spawn(line(panel, format!("score {score}, {best}"), 16.0, VALUE));
    let figures = records.figures(&game, *difficulty);
    let rows: Vec<(&str, &str)> = figures.iter().map(|(name, value)| (*name, value.as_str())).collect();
    table(&mut commands, panel, &rows);
    let items = [
        ("Play again  (R)", Action::Start),
        ("To the title  (Esc)", Action::ToTitle),
        ("Quit", Action::Quit),
    ];
    buttons(&mut commands, panel, &items);
    commands.spawn(line(panel, advice(&game), 13.0, ACCENT));
}

/// What to try next.
fn advice(game: &Game) -> &'static str {
    match (game.phase, game.wave) {
        (Phase::Won, _) => "Harder? The title has three difficulties.",
        (_, 0..=4) => {
            "Towers side by side guard each other. Build where many paths meet: overlay 4 shows them."
        }
        _ => "An alarm beside the short road sends cowards past your guns, and keeps berserkers busy.",
    }
}
