//! The buttons below the board: the kinds of towers, and the overlays.

use crate::{
    game::Game,
    overlay::Overlay,
    tower::TowerKind,
    window::{
        action::Action,
        button,
        hint::ButtonRow,
        looks::{Pictures, tint},
        mouse::Chosen,
    },
};
use bevy::prelude::*;
use kit::{
    button::{Lit, Press},
    hud::{self, VALUE},
    overlays::{Overlay as _, Shown},
};

/// The keys of the kinds of towers.
const KEYS: [(KeyCode, &str, TowerKind); 3] = [
    (KeyCode::KeyQ, "Q", TowerKind::Gun),
    (KeyCode::KeyW, "W", TowerKind::Cannon),
    (KeyCode::KeyE, "E", TowerKind::Alarm),
];
/// How much the picture of a tower that is too dear is dimmed.
const TOO_DEAR: f32 = 0.35;

/// The picture of a kind of tower on its button.
#[derive(Component)]
struct Icon(TowerKind);

pub fn plugin(app: &mut App) {
    app.add_systems(PostStartup, spawn).add_systems(Update, (choose, light, dim));
}

fn spawn(mut commands: Commands, row: Single<Entity, With<ButtonRow>>, pictures: Res<Pictures>) {
    let group = Node { column_gap: px(4), align_items: AlignItems::Center, ..default() };
    let towers = commands.spawn((ChildOf(*row), group.clone())).id();
    let node = Node { padding: UiRect::axes(px(6), px(2)), height: px(32), ..default() };
    for (_, key, kind) in KEYS {
        let image = ImageNode { image: pictures.tower.clone(), color: tint(kind), ..default() };
        let size = Node { width: px(24), height: px(24), ..default() };
        let words = format!("{key} {} {}", kind.stats().name, kind.stats().price);
        commands.spawn((
            ChildOf(towers),
            Press(Action::Choose(kind)),
            button::look(node.clone()),
            children![(Icon(kind), image, size), hud::text(words, 12.0, VALUE)],
        ));
    }
    let overlays = commands.spawn((ChildOf(*row), group)).id();
    let node = Node { padding: UiRect::axes(px(5), px(2)), height: px(24), ..default() };
    for (index, &(overlay, name)) in Overlay::ALL.iter().enumerate() {
        let words = format!("{} {name}", index + 1);
        commands.spawn((
            ChildOf(overlays),
            Press(Action::Show(overlay)),
            button::look(node.clone()),
            children![hud::text(words, 11.0, VALUE)],
        ));
    }
}

fn choose(keys: Res<ButtonInput<KeyCode>>, mut actions: MessageWriter<Action>) {
    for (key, _, kind) in KEYS {
        if keys.just_pressed(key) {
            actions.write(Action::Choose(kind));
        }
    }
}

/// Lights the chosen tower and the overlays that are shown.
fn light(chosen: Res<Chosen>, shown: Res<Shown<Overlay>>, mut buttons: Query<(&Press<Action>, &mut Lit)>) {
    for (&Press(action), mut lit) in &mut buttons {
        lit.set_if_neq(Lit(match action {
            Action::Choose(kind) => kind == chosen.0,
            Action::Show(overlay) => shown.contains(overlay),
            _ => false,
        }));
    }
}

/// Dims the pictures of towers that are too dear.
fn dim(game: Res<Game>, mut icons: Query<(&Icon, &mut ImageNode)>) {
    for (&Icon(kind), mut image) in &mut icons {
        let alpha = if game.money < kind.stats().price { TOO_DEAR } else { 1.0 };
        if image.color.alpha() != alpha {
            image.color.set_alpha(alpha);
        }
    }
}
