//! The panel on the left: buttons for what can be chosen, and what the discs mean.

use super::{
    action::{self, Action},
    colors, layout,
};
use crate::{
    choice::{Choice, Scene, Tiles},
    horde::stream::Kind,
    systems::StressSystems,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::Congestion;
use kit::{
    button::{self, Lit, Press},
    hud::{self, BACKGROUND, EDGE, LABEL, VALUE},
    occupying::Occupying,
};

/// What the discs mean, of the horde or of the arrangements.
#[derive(Component)]
struct Legend {
    of_horde: bool,
}

/// The height of a button, in pixels.
const HEIGHT: f32 = 17.0;

pub fn plugin(app: &mut App) {
    let press = button::press::<Action>.before(action::carry_out).in_set(StressSystems::Input);
    app.add_systems(Startup, spawn).add_systems(Update, press).add_systems(
        Update,
        (write, (show_legend, show_buttons).run_if(resource_changed::<Choice>), button::paint)
            .chain()
            .in_set(StressSystems::Show),
    );
}

fn spawn(mut commands: Commands) {
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    let panel = Node {
        position_type: PositionType::Absolute,
        top: px(layout::TOP),
        bottom: px(layout::BOTTOM),
        width: px(layout::PANEL),
        padding: UiRect::all(px(7)),
        border: UiRect::right(px(1)),
        row_gap: px(2),
        ..column.clone()
    };
    let panel = commands.spawn((panel, BackgroundColor(BACKGROUND), BorderColor::all(EDGE))).id();
    spawn_button(&mut commands, panel, Action::Jams);
    Scene::all().for_each(|scene| spawn_button(&mut commands, panel, Action::Scene(scene)));
    let row = Node { column_gap: px(4), margin: UiRect::vertical(px(4)), ..default() };
    let row = commands.spawn((ChildOf(panel), row)).id();
    (0..Scene::MOST_SIZES).for_each(|nth| spawn_button(&mut commands, row, Action::Agents(nth)));
    for action in [Action::Occupy, Action::Congest, Action::Capacity, Action::Tiles, Action::Restart] {
        spawn_button(&mut commands, panel, action);
    }
    let walks = Color::srgb(0.25, 0.78, 1.0);
    let of_crowds = [
        (walks, Color::NONE, "walks to its colour"),
        (walks.darker(0.36), Color::NONE, "rests at its goal"),
        (walks, Color::WHITE, "stuck: 5 s no nearer"),
    ];
    let words = ["coward: fears towers", "normal", "berserker: fearless"];
    let of_horde = Kind::ALL.map(|kind| (colors::of_kind(kind), Color::NONE, words[kind as usize]));
    for (is_of_horde, samples) in [(false, of_crowds), (true, of_horde)] {
        let legend =
            (Legend { of_horde: is_of_horde }, Node { margin: UiRect::top(px(4)), ..column.clone() });
        let legend = commands.spawn((ChildOf(panel), legend)).id();
        for (color, ring, words) in samples {
            sample(&mut commands, legend, (color, ring), words);
        }
    }
}

fn spawn_button(commands: &mut Commands, parent: Entity, action: Action) {
    let node = Node {
        height: px(HEIGHT),
        flex_grow: if matches!(action, Action::Agents(_)) { 1.0 } else { 0.0 },
        padding: UiRect::horizontal(px(8)),
        ..default()
    };
    let text = hud::text("", 12.0, VALUE);
    commands.spawn((ChildOf(parent), Press(action), button::look(node), children![text]));
}

/// A disc of a legend, and what it means.
fn sample(commands: &mut Commands, legend: Entity, (color, ring): (Color, Color), words: &str) {
    let row = Node { column_gap: px(8), align_items: AlignItems::Center, height: px(15), ..default() };
    let row = commands.spawn((ChildOf(legend), row)).id();
    let disc = Node {
        width: px(13),
        height: px(13),
        flex_shrink: 0.0,
        border: UiRect::all(px(2)),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    commands.spawn((ChildOf(row), disc, BackgroundColor(color), BorderColor::all(ring)));
    commands.spawn((ChildOf(row), hud::text(words, 12.0, LABEL)));
}

fn show_legend(choice: Res<Choice>, mut legends: Query<(&Legend, &mut Node)>) {
    let is_horde = choice.scene == Scene::Horde;
    for (legend, mut node) in &mut legends {
        node.display = if legend.of_horde == is_horde { Display::DEFAULT } else { Display::None };
    }
}

/// Shows the buttons of the page, and as many numbers of agents as the scene has.
fn show_buttons(choice: Res<Choice>, mut buttons: Query<(&Press<Action>, &mut Node)>) {
    for (press, mut node) in &mut buttons {
        let is_shown = match press.0 {
            Action::Scene(scene) => scene.is_jam() == choice.scene.is_jam(),
            Action::Agents(nth) => nth < choice.scene.sizes().len(),
            _ => true,
        };
        node.display = if is_shown { Display::DEFAULT } else { Display::None };
    }
}

/// What the buttons say.
#[derive(SystemParam)]
struct Said<'w> {
    choice: Res<'w, Choice>,
    occupying: Res<'w, Occupying>,
    congestion: Option<Res<'w, Congestion>>,
}

impl Said<'_> {
    /// What a button says, and whether it is lit.
    fn of(&self, action: Action) -> (String, bool) {
        let choice = *self.choice;
        match action {
            Action::Scene(scene) => (scene.title(), choice.scene == scene),
            Action::Jams if choice.scene.is_jam() => ("J  large crowds".into(), true),
            Action::Jams => ("J  narrow places".into(), false),
            Action::Agents(nth) => {
                let agents = choice.scene.sizes().get(nth);
                (agents.map(u32::to_string).unwrap_or_default(), agents == Some(&choice.agents))
            }
            Action::Occupy => (format!("O  CrowdAgent: {}", self.occupying.name()), self.occupying.0),
            Action::Congest if self.congestion.is_some() => ("C  Congestion: on".into(), true),
            Action::Congest => ("C  Congestion: off".into(), false),
            Action::Capacity => (format!("K  agents in a cell: {}", choice.capacity), choice.capacity > 1),
            Action::Tiles if choice.tiles() == Tiles::Squares => ("H  tiles: squares".into(), false),
            Action::Tiles => ("H  tiles: hexagons".into(), false),
            Action::Restart => (format!("R  restart (seed {})", choice.seed), false),
            Action::Show(_) | Action::Script => unreachable!("they have no buttons"),
        }
    }
}

fn write(said: Said, mut buttons: Query<(&Press<Action>, &Children, &mut Lit)>, mut texts: Query<&mut Text>) {
    for (press, children, mut lit) in &mut buttons {
        let (words, is_lit) = said.of(press.0);
        lit.set_if_neq(Lit(is_lit));
        for &child in children {
            if let Ok(mut text) = texts.get_mut(child) {
                hud::write(&mut text, &words);
            }
        }
    }
}
