//! The lower bar: what can be done with the cell under the cursor, why things are as they are, and a row of buttons.

use crate::{
    orders::Refused,
    tower::Tower,
    virus::Virus,
    window::{
        ghost::Preview,
        hud::GameBar,
        layout::BOTTOM,
        mouse::{Chosen, Hover},
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    game_window::LowerBar,
    hud::{self, ACCENT, BAD, GOOD, VALUE, font},
};

/// The row below the hint, to be filled.
#[derive(Component)]
pub struct WhyRow;

/// The row of buttons, to be filled.
#[derive(Component)]
pub struct ButtonRow;

#[derive(Component)]
struct HintText;

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
        .add_systems(Update, update);
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
    commands.spawn((WhyRow, ChildOf(bar), why));
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
        let (kind, price) = (self.chosen.0.name(), self.chosen.0.price());
        let tower = self.hover.tower.and_then(|tower| self.towers.get(tower).ok());
        let virus = self.hover.virus.and_then(|virus| self.viruses.get(virus).ok());
        match (&self.preview.0, tower, virus) {
            (_, Some(tower), _) => {
                let health = (tower.health() * 100.0).ceil();
                let (name, refund) = (tower.kind.name(), tower.refund());
                (ACCENT, format!("{name}, {health} % intact: right click sells it for {refund}"))
            }
            (_, None, Some(virus)) => {
                let (name, hp, max) = (virus.kind.name(), virus.hp.ceil(), virus.max_hp.ceil());
                (ACCENT, format!("{name} virus, {hp} of {max} hit points; {}", virus.kind.temper()))
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
                format!("{kind} for {price}: {}. Point at a cell to build it", self.chosen.0.purpose()),
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
    if text.0 != words {
        text.0 = words;
    }
    text_color.set_if_neq(TextColor(color));
}
