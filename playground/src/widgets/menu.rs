//! Menus that drop down from their buttons.

use super::{
    button::{ButtonLook, Hint},
    theme,
};
use crate::{
    action::{Action, Menu},
    controls::State,
    input::Target,
};
use bevy::{prelude::*, ui::UiGlobalTransform, window::PrimaryWindow};

/// The menu that is open.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OpenMenu(pub Option<Menu>);

/// All that an open menu consists of.
#[derive(Component)]
pub struct Popup;

/// One line of a menu.
#[derive(Clone, PartialEq, Debug)]
pub struct MenuItem {
    pub name: String,
    pub action: Action,
    pub hint: &'static str,
}

/// The height of a line.
const LINE: f32 = 26.0;

/// Opens and closes menus. Below an open menu nothing can be hit: a press beside it closes it and does nothing else.
pub fn drop_down(
    mut commands: Commands,
    mut actions: MessageReader<Action>,
    mut open: ResMut<OpenMenu>,
    state: State,
    buttons: Query<(&Target, &ComputedNode, &UiGlobalTransform)>,
    window: Query<&Window, With<PrimaryWindow>>,
    popups: Query<Entity, With<Popup>>,
) {
    let mut next = *open;
    for action in actions.read() {
        match *action {
            Action::Menu(menu) if next.0 == Some(menu) => next.0 = None,
            Action::Menu(menu) => next.0 = Some(menu),
            Action::CloseMenu | Action::Page(_) => next.0 = None,
            _ => {}
        }
    }
    if *open == next {
        return;
    }
    *open = next;
    popups.iter().for_each(|popup| commands.entity(popup).despawn());
    let Some(menu) = next.0 else { return };
    let button = buttons.iter().find(|(target, ..)| **target == Target::Press(Action::Menu(menu)));
    let (Some((_, node, place)), Ok(window)) = (button, window.single()) else { return };
    let scale = node.inverse_scale_factor;
    let (corner, size) = ((place.translation - node.size / 2.0) * scale, node.size * scale);
    let items = state.items(menu);
    let longest = items.iter().map(|item| item.name.len()).max().unwrap_or(0);
    let width = (longest as f32 * theme::SIZE * 0.62 + 24.0).max(size.x);
    let height = items.len() as f32 * LINE + 8.0;
    let below = corner.y + size.y + 2.0;
    let top = if below + height <= window.height() { below } else { (corner.y - height - 2.0).max(0.0) };
    let left = corner.x.min(window.width() - width - 4.0).max(0.0);
    spawn(&mut commands, &items, Vec2::new(left, top), width);
}

fn spawn(commands: &mut Commands, items: &[MenuItem], corner: Vec2, width: f32) {
    let everywhere = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        ..default()
    };
    let shield = commands.spawn((Popup, Target::Shield, everywhere, GlobalZIndex(100))).id();
    let list = Node {
        position_type: PositionType::Absolute,
        left: px(corner.x),
        top: px(corner.y),
        width: px(width),
        padding: UiRect::all(px(3)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(5)),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let look = (BackgroundColor(theme::PANEL), BorderColor::all(theme::FAINT));
    let list = commands.spawn((ChildOf(shield), Target::Shield, list, look)).id();
    for item in items {
        let line = Node {
            height: px(LINE),
            padding: UiRect::horizontal(px(8)),
            border_radius: BorderRadius::all(px(3)),
            align_items: AlignItems::Center,
            flex_shrink: 0.0,
            ..default()
        };
        commands.spawn((
            ChildOf(list),
            Target::Press(item.action.clone()),
            Hint(item.hint.into()),
            ButtonLook::Plain,
            line,
            BackgroundColor(theme::BUTTON),
            BorderColor::all(theme::EDGE),
            children![(
                Text::new(item.name.clone()),
                theme::font(theme::SIZE),
                TextColor(theme::TEXT),
                TextLayout::no_wrap()
            )],
        ));
    }
}
