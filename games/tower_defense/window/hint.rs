//! The lower bar: what can be done with the cell under the cursor, why things are as they are, and a row of buttons.

use crate::{
    orders::Refused,
    overlay::Overlay,
    tower::Tower,
    virus::Virus,
    window::{
        ghost::Preview,
        layout::BOTTOM,
        mouse::{Chosen, Hover},
        overlay::is_for_developers,
        screen::GameBar,
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::{
    game_window::LowerBar,
    hud::{self, ACCENT, BAD, GOOD, LABEL, VALUE, font, in_font},
    overlays::Shown,
};

/// The row of buttons, to be filled.
#[derive(Component)]
pub struct ButtonRow;

#[derive(Component)]
struct HintText;

/// Why the virus under the cursor goes where it goes, or why the cell costs what it costs, in the words of the plugin.
#[derive(Component)]
struct WhyText;

/// The last refusal of an order, and for how many seconds more it is shown.
#[derive(Resource, Default)]
struct Refusal {
    text: String,
    left: f32,
}

const SECONDS_SHOWN: f32 = 2.5;

pub fn plugin(app: &mut App) {
    app.init_resource::<Refusal>()
        .add_observer(note_refusal)
        .add_systems(Startup, spawn)
        .add_systems(Update, (update, show_why));
}

fn spawn(mut commands: Commands) {
    let bar = commands
        .spawn((LowerBar(BOTTOM), GameBar, Interaction::default(), hud::bottom_bar(BOTTOM.wide)))
        .id();
    let whole = Node { flex_shrink: 0.0, ..default() };
    let hint = (HintText, Text::default(), font(13.0), TextColor(VALUE));
    commands.spawn((ChildOf(bar), hint, whole.clone()));
    // The reasons may be longer than there is room for.
    let why = Node { width: percent(100), min_height: px(0), overflow: Overflow::clip(), ..default() };
    let why_text = (WhyText, Text::default(), font(12.0), TextColor(LABEL));
    commands.spawn((ChildOf(bar), why, children![why_text]));
    let buttons = Node {
        width: percent(100),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        ..whole
    };
    commands.spawn((ButtonRow, ChildOf(bar), buttons));
}

fn note_refusal(refused: On<Refused>, mut refusal: ResMut<Refusal>) {
    *refusal = Refusal { text: refused.0.clone(), left: SECONDS_SHOWN };
}

/// What the hint is made of.
#[derive(SystemParam)]
struct Hint<'w, 's> {
    preview: Res<'w, Preview>,
    hover: Res<'w, Hover>,
    chosen: Res<'w, Chosen>,
    clock: Res<'w, Time<Virtual>>,
    towers: Query<'w, 's, &'static Tower>,
    viruses: Query<'w, 's, &'static Virus>,
}

impl Hint<'_, '_> {
    fn words(&self) -> (Color, String) {
        let (kind, price) = (self.chosen.0.stats().name, self.chosen.0.stats().price);
        let tower = self.hover.tower.and_then(|tower| self.towers.get(tower).ok());
        let virus = self.hover.virus.and_then(|virus| self.viruses.get(virus).ok());
        match (&self.preview.0, tower, virus) {
            (_, Some(tower), _) => {
                let health = (tower.health() * 100.0).ceil();
                let (name, refund) = (tower.kind.stats().name, tower.refund());
                (ACCENT, format!("{name}, {health} % intact: right click sells it for {refund}"))
            }
            (_, None, Some(virus)) => {
                let (name, hp, max) = (virus.kind.stats().name, virus.hp.ceil(), virus.max_hp.ceil());
                (ACCENT, format!("{name} virus, {hp} of {max} hit points; {}", virus.kind.stats().temper))
            }
            (Some(outlook), None, None) => match outlook.refusal {
                Some(refusal) => (BAD, format!("no {kind} here: {refusal}")),
                None if self.clock.is_paused() => {
                    (GOOD, format!("{kind} for {price}: built when the clock goes on"))
                }
                None => (
                    GOOD,
                    format!("{kind} for {price}: click to build. Lines: the new paths of normal viruses"),
                ),
            },
            (None, None, None) => (
                VALUE,
                format!("{kind} for {price}: {}. Point at a cell to build it", self.chosen.0.stats().purpose),
            ),
        }
    }
}

fn update(
    hint: Hint,
    time: Res<Time<Real>>,
    mut refusal: ResMut<Refusal>,
    mut last_green: Local<Option<IVec2>>,
    text: Single<(&mut Text, &mut TextColor), With<HintText>>,
) {
    let (mut text, mut text_color) = text.into_inner();
    let may_build = hint.preview.0.as_ref().is_none_or(|outlook| outlook.refusal.is_none());
    let green = hint.hover.cell.filter(|_| may_build && hint.preview.0.is_some());
    // A refusal of another cell, or of another moment, has nothing to do with a ghost that turns green.
    if green.is_some() && green != *last_green {
        refusal.left = 0.0;
    }
    *last_green = green;
    let (color, words) =
        if refusal.left > 0.0 && may_build { (BAD, refusal.text.clone()) } else { hint.words() };
    refusal.left -= time.delta_secs();
    hud::say((&mut text, &mut text_color), (color, words));
}

/// A player reads what the ground is. While a search is shown, a developer reads what the plugin says.
fn show_why(
    hover: Res<Hover>,
    shown: Res<Shown<Overlay>>,
    nav_grid: Res<NavGrid>,
    mut explain: Explain,
    mut text: Single<&mut Text, With<WhyText>>,
) {
    let words = match (hover.virus, hover.cell) {
        (Some(virus), _) if is_for_developers(&shown) => in_font(&explain.agent(virus)),
        (None, Some(cell)) if is_for_developers(&shown) => explain.cell(cell).to_string(),
        (None, Some(cell)) => ground(&nav_grid, cell),
        _ => String::new(),
    };
    hud::write(&mut text, words);
}

/// What a cell is to a player.
fn ground(nav_grid: &NavGrid, cell: IVec2) -> String {
    let ground = match nav_grid.class(cell) {
        None | Some(0) => return String::new(),
        Some(1) => "open ground".to_string(),
        Some(class) => format!("sludge, {class} times as slow as open ground"),
    };
    match nav_grid.danger(cell).filter(|&danger| danger > 0.0) {
        Some(danger) => format!("{ground}; danger {danger:.1}: as bad as {danger:.1} tiles of detour"),
        None => ground,
    }
}
