//! The counts of the next wave beside the spawns that it comes through.

use crate::{
    board::Board,
    overlay::Overlay,
    virus::VirusKind,
    waves::Waves,
    window::{
        layout,
        looks::{Pictures, hue},
        screen::Screen,
    },
};
use bevy::prelude::*;
use kit::{
    hud::{self, font},
    overlays::Shown,
};

/// The list beside a spawn.
#[derive(Component)]
struct List {
    spawn: usize,
}

/// The row of a kind in a list.
#[derive(Component)]
struct Row {
    spawn: usize,
    kind: VirusKind,
}

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (place, count));
}

fn spawn(mut commands: Commands, board: Res<Board>, pictures: Res<Pictures>) {
    for spawn in 0..board.spawns.len() {
        let node = Node {
            position_type: PositionType::Absolute,
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(px(5), px(2)),
            border_radius: BorderRadius::all(px(4)),
            ..default()
        };
        let ground = BackgroundColor(Color::srgba(0.02, 0.04, 0.06, 0.78));
        let list = commands.spawn((List { spawn }, node, ground, GlobalZIndex(layout::PORTALS))).id();
        for kind in VirusKind::ALL {
            let node = Node { column_gap: px(4), align_items: AlignItems::Center, ..default() };
            let row = commands.spawn((ChildOf(list), Row { spawn, kind }, node)).id();
            let size = Node { width: px(20), height: px(20), ..default() };
            commands.spawn((ChildOf(row), ImageNode::new(pictures.virus(kind)), size));
            commands.spawn((ChildOf(row), Text::default(), font(13.0), TextColor(hue(kind))));
        }
    }
}

/// Keeps the lists at the right of their spawns.
fn place(
    board: Res<Board>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut lists: Query<(&List, &ComputedNode, &mut Node)>,
) {
    let (camera, transform) = *camera;
    for (list, computed, mut node) in &mut lists {
        let Some(&spawn) = board.spawns.get(list.spawn) else { continue };
        let at = board.center_of(spawn) + Vec2::X * 0.7 * board.tile.x;
        let Ok(at) = camera.world_to_viewport(transform, at.extend(0.0)) else { continue };
        let height = computed.size.y * computed.inverse_scale_factor;
        let (left, top) = (px(at.x.round()), px((at.y - height / 2.0).round()));
        if (node.left, node.top) != (left, top) {
            (node.left, node.top) = (left, top);
        }
    }
}

fn count(
    waves: Res<Waves>,
    shown: Res<Shown<Overlay>>,
    screen: Res<State<Screen>>,
    mut lists: Query<(&List, &mut Visibility)>,
    mut rows: Query<(&Row, &Children, &mut Node)>,
    mut texts: Query<&mut Text>,
) {
    let is_shown = shown.contains(Overlay::NextWave) && *screen.get() == Screen::Play;
    for (list, mut visibility) in &mut lists {
        let any = waves.next().iter().any(|comer| comer.spawn == list.spawn);
        visibility.set_if_neq(if is_shown && any { Visibility::Inherited } else { Visibility::Hidden });
    }
    for (row, children, mut node) in &mut rows {
        let count = waves.count(row.kind, row.spawn);
        let display = if count > 0 { Display::Flex } else { Display::None };
        if node.display != display {
            node.display = display;
        }
        let words = format!("x{count}");
        for &child in children {
            if let Ok(mut text) = texts.get_mut(child) {
                hud::write(&mut text, &words);
            }
        }
    }
}
