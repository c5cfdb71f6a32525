//! The lower bar: what can be done with the cell under the cursor, why things are as they are, and a row of buttons.

use crate::{
    orders::Refused,
    tower::Tower,
    virus::Virus,
    window::{
        ghost::Preview,
        layout::BOTTOM,
        mouse::{Chosen, Hover},
        screen::GameBar,
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::{
    game_window::LowerBar,
    hud::{self, ACCENT, BAD, GOOD, LABEL, VALUE, font, in_font},
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
    text: Single<(&mut Text, &mut TextColor), With<HintText>>,
) {
    let (mut text, mut text_color) = text.into_inner();
    let may_build = hint.preview.0.as_ref().is_none_or(|outlook| outlook.refusal.is_none());
    let (color, words) =
        if refusal.left > 0.0 && may_build { (BAD, refusal.text.clone()) } else { hint.words() };
    refusal.left -= time.delta_secs();
    hud::say((&mut text, &mut text_color), (color, words));
}

fn show_why(hover: Res<Hover>, mut explain: Explain, mut text: Single<&mut Text, With<WhyText>>) {
    let words = match (hover.virus, hover.cell) {
        (Some(virus), _) => in_font(&explain.agent(virus)),
        (None, Some(cell)) => explain.cell(cell).to_string(),
        (None, None) => String::new(),
    };
    hud::write(&mut text, words);
}
