//! The upper bar: the state of the game.

use crate::{
    game::Game,
    overlay::Overlay,
    tower::Tower,
    virus::{Fear, Virus},
    window::{action::Action, button, layout, overlay::is_for_developers, screen::GameBar},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathResult;
use kit::{
    button::Press,
    clock::speed_text,
    figures::{self, Says},
    game_window::WideOnly,
    hud,
    overlays::Shown,
};

/// Answers to path requests, counted by the results that have changed.
#[derive(Resource, Default)]
struct Searches {
    count: u32,
    /// Nodes that the last search expanded.
    nodes: u32,
}

/// What the numbers are made of.
#[derive(SystemParam)]
struct State<'w, 's> {
    game: Res<'w, Game>,
    fear: Res<'w, Fear>,
    clock: Res<'w, Time<Virtual>>,
    searches: Res<'w, Searches>,
    viruses: Query<'w, 's, (), With<Virus>>,
    towers: Query<'w, 's, (), With<Tower>>,
}

/// When a number is shown.
#[derive(Component, Clone, Copy, PartialEq)]
enum For {
    Everybody,
    /// In wide windows.
    Wide,
    /// In wide windows, while a search is shown.
    Developers,
}

/// The numbers with their labels, and when they are shown.
const STATS: [(&str, For, Says<State<'static, 'static>>); 10] = [
    ("WAVE", For::Everybody, |state| format!("{}/{}", state.game.wave, Game::WAVES).into()),
    ("MONEY", For::Everybody, |state| state.game.money.into()),
    ("BASE", For::Everybody, |state| format!("{}/{}", state.game.base_hp, Game::BASE_HP).into()),
    ("VIRUSES", For::Everybody, |state| state.viruses.count().into()),
    ("KILLS", For::Everybody, |state| state.game.kills.into()),
    ("TOWERS", For::Wide, |state| state.towers.count().into()),
    ("SEARCHES", For::Developers, |state| state.searches.count.into()),
    ("LAST", For::Developers, |state| format!("{} nodes", state.searches.nodes).into()),
    ("AVERSION", For::Wide, |state| format!("x{}", state.fear.0).into()),
    ("SPEED", For::Everybody, |state| speed_text(&state.clock).into()),
];

pub fn plugin(app: &mut App) {
    app.init_resource::<Searches>()
        .add_systems(Startup, spawn)
        .add_systems(FixedPostUpdate, count_searches)
        .add_systems(Update, (figures::update::<State>, show_for_developers));
}

fn show_for_developers(shown: Res<Shown<Overlay>>, mut figures: Query<(&For, &mut WideOnly)>) {
    let wanted = is_for_developers(&shown);
    for (_, mut figure) in figures.iter_mut().filter(|(whom, _)| **whom == For::Developers) {
        figure.set_if_neq(WideOnly { wanted });
    }
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn((GameBar, Interaction::default(), hud::top_bar(layout::TOP))).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, whom, says) in STATS {
        let mut figure = commands.spawn((ChildOf(row), whom, figures::figure::<State>(label, says, 14.0)));
        if whom != For::Everybody {
            figure.insert(WideOnly { wanted: whom == For::Wide });
        }
    }
    let node = Node { padding: UiRect::axes(px(10), px(3)), ..default() };
    let text = hud::text("menu", 13.0, hud::VALUE);
    commands.spawn((ChildOf(row), Press(Action::OpenMenu), button::look(node), children![text]));
}

fn count_searches(mut searches: ResMut<Searches>, results: Query<&PathResult, Changed<PathResult>>) {
    for result in &results {
        searches.count += 1;
        searches.nodes = result.nodes_expanded();
    }
}
