//! The upper bar: the state of the game.

use crate::{
    game::Game,
    tower::Tower,
    virus::{Fear, Virus},
    window::{
        action::Action,
        button::{self, Press},
        hud::GameBar,
        layout,
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathResult;
use kit::{clock::speed_text, game_window::WideOnly, hud};

/// One number in the bar.
#[derive(Component, Clone, Copy)]
enum Stat {
    Wave,
    Money,
    Base,
    Viruses,
    Kills,
    Towers,
    Searches,
    Nodes,
    Fear,
    Speed,
}

/// The numbers with their labels, and whether narrow windows show them too.
const STATS: [(&str, Stat, bool); 10] = [
    ("WAVE", Stat::Wave, true),
    ("MONEY", Stat::Money, true),
    ("BASE", Stat::Base, true),
    ("VIRUSES", Stat::Viruses, true),
    ("KILLS", Stat::Kills, true),
    ("TOWERS", Stat::Towers, false),
    ("SEARCHES", Stat::Searches, false),
    ("LAST", Stat::Nodes, false),
    ("AVERSION", Stat::Fear, false),
    ("SPEED", Stat::Speed, true),
];

/// Answers to path requests, counted by the results that have changed.
#[derive(Resource, Default)]
struct Searches {
    count: u32,
    /// Nodes that the last search expanded.
    nodes: u32,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Searches>()
        .add_systems(Startup, spawn)
        .add_systems(FixedPostUpdate, count_searches)
        .add_systems(Update, update);
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn((GameBar, Interaction::default(), hud::top_bar(layout::TOP))).id();
    let row = commands.spawn(hud::row(bar)).id();
    for (label, stat, always) in STATS {
        let mut figure = commands.spawn((ChildOf(row), hud::figure(label, stat, 14.0)));
        if !always {
            figure.insert(WideOnly);
        }
    }
    let node = Node { padding: UiRect::axes(px(10), px(3)), ..default() };
    let text = (Text::new("menu"), hud::font(13.0), TextColor(hud::VALUE));
    commands.spawn((ChildOf(row), Press(Action::OpenMenu), button::look(node), children![text]));
}

fn count_searches(mut searches: ResMut<Searches>, results: Query<&PathResult, Changed<PathResult>>) {
    for result in &results {
        searches.count += 1;
        searches.nodes = result.nodes_expanded();
    }
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

impl State<'_, '_> {
    fn text(&self, stat: Stat) -> String {
        match stat {
            Stat::Wave => format!("{}/{}", self.game.wave, Game::WAVES),
            Stat::Money => self.game.money.to_string(),
            Stat::Base => format!("{}/{}", self.game.base_hp, Game::BASE_HP),
            Stat::Viruses => self.viruses.count().to_string(),
            Stat::Kills => self.game.kills.to_string(),
            Stat::Towers => self.towers.count().to_string(),
            Stat::Searches => self.searches.count.to_string(),
            Stat::Nodes => format!("{} nodes", self.searches.nodes),
            Stat::Fear => format!("x{}", self.fear.0),
            Stat::Speed => speed_text(&self.clock),
        }
    }
}

fn update(state: State, mut spans: Query<(&Stat, &mut TextSpan)>) {
    for (&stat, mut span) in &mut spans {
        hud::write(&mut span, state.text(stat));
    }
}
