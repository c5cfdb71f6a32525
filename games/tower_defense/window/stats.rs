//! The upper bar: the state of the game.

use crate::{
    game::Game,
    tower::Tower,
    virus::{Fear, Virus},
    window::{action::Action, button, layout, screen::GameBar},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathResult;
use kit::{
    button::Press,
    clock::speed_text,
    figures::{self, Says},
    game_window::WideOnly,
    hud,
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

/// The numbers with their labels, and whether narrow windows show them too.
const STATS: [(&str, bool, Says<State<'static, 'static>>); 10] = [
    ("WAVE", true, |state| format!("{}/{}", state.game.wave, Game::WAVES).into()),
    ("MONEY", true, |state| state.game.money.into()),
    ("BASE", true, |state| format!("{}/{}", state.game.base_hp, Game::BASE_HP).into()),
    ("VIRUSES", true, |state| state.viruses.count().into()),
    ("KILLS", true, |state| state.game.kills.into()),
    ("TOWERS", false, |state| state.towers.count().into()),
    ("SEARCHES", false, |state| state.searches.count.into()),
    ("LAST", false, |state| format!("{} nodes", state.searches.nodes).into()),
    ("AVERSION", false, |state| format!("x{}", state.fear.0).into()),
    ("SPEED", true, |state| speed_text(&state.clock).into()),
];

pub fn plugin(app: &mut App) {
    app.init_resource::<Searches>()
        .add_systems(Startup, spawn)
        .add_systems(FixedPostUpdate, count_searches)
        .add_systems(Update, figures::update::<State>);
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn((GameBar, Interaction::default(), hud::top_bar(layout::TOP))).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, always, says) in STATS {
        let mut figure = commands.spawn((ChildOf(row), figures::figure::<State>(label, says, 14.0)));
        if !always {
            figure.insert(WideOnly);
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
