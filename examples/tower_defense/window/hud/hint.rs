//! The lower bar: what the cell under the cursor offers, the overlays, and the keys.

use super::{ACCENT, BAD, GOOD, LABEL, VALUE, bar, font, write};
use crate::{
    orders::Refused,
    tower::Tower,
    window::{
        ghost::Plan,
        mouse::{Chosen, Hover},
        overlay::Shown,
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// The line that changes with the cursor.
#[derive(Component)]
struct HintText;

/// The name of an overlay, bright while it is shown.
#[derive(Component)]
struct OverlayName(IsShown);

type IsShown = fn(&Shown) -> bool;

/// The last refusal of an order, and for how many seconds more it is told.
#[derive(Resource, Default)]
struct Refusal {
    text: String,
    left: f32,
}

const SECONDS_TOLD: f32 = 2.5;
const KEYS: &str = "LMB build   RMB/S sell   T tower   [ ] aversion   Tab/LMB pick virus   \
                    Space pause   N step   - + speed   R restart";

pub fn plugin(app: &mut App) {
    app.init_resource::<Refusal>()
        .add_observer(note_refusal)
        .add_systems(Startup, spawn)
        .add_systems(Update, (update, light_overlays));
}

fn spawn(mut commands: Commands) {
    let (mut node, background, edge) = bar(false);
    (node.flex_direction, node.justify_content) = (FlexDirection::Column, JustifyContent::SpaceEvenly);
    let bar = commands.spawn((node, background, edge)).id();
    let row = Node { width: percent(100), justify_content: JustifyContent::SpaceBetween, ..default() };
    let upper = commands.spawn((ChildOf(bar), row.clone())).id();
    commands.spawn((
        ChildOf(upper),
        Text::default(),
        TextLayout::no_wrap(),
        children![(HintText, TextSpan::default(), font(13.0), TextColor(VALUE))],
    ));
    let names: [(&str, IsShown); 3] = [
        ("1 danger   ", |shown| shown.danger),
        ("2 last search   ", |shown| shown.search),
        ("3 its numbers: cost to reach, weight", |shown| shown.numbers),
    ];
    let overlays = commands.spawn((ChildOf(upper), Text::default(), TextLayout::no_wrap())).id();
    for (name, is_shown) in names {
        let look = (TextSpan::new(name), font(13.0), TextColor(LABEL));
        commands.spawn((ChildOf(overlays), OverlayName(is_shown), look));
    }
    let lower = commands.spawn((ChildOf(bar), row)).id();
    commands.spawn((ChildOf(lower), Text::new(KEYS), font(12.0), TextColor(LABEL), TextLayout::no_wrap()));
}

fn note_refusal(refused: On<Refused>, mut refusal: ResMut<Refusal>) {
    *refusal = Refusal { text: refused.0.clone(), left: SECONDS_TOLD };
}

/// All that the hint is told from.
#[derive(SystemParam)]
struct State<'w, 's> {
    plan: Res<'w, Plan>,
    hover: Res<'w, Hover>,
    chosen: Res<'w, Chosen>,
    clock: Res<'w, Time<Virtual>>,
    towers: Query<'w, 's, &'static Tower>,
}

impl State<'_, '_> {
    fn hint(&self) -> (Color, String) {
        let (kind, price) = (self.chosen.0.name(), self.chosen.0.price());
        let tower = self.hover.tower.and_then(|tower| self.towers.get(tower).ok());
        match (&self.plan.0, tower) {
            (_, Some(tower)) => {
                let health = (tower.health() * 100.0).ceil();
                let (name, refund) = (tower.kind.name(), tower.refund());
                (ACCENT, format!("{name}, {health} % intact: right click sells it for {refund}"))
            }
            (Some(survey), None) => match survey.refusal {
                Some(refusal) => (BAD, format!("no {kind} here: {refusal}")),
                None if self.clock.is_paused() => {
                    (GOOD, format!("{kind} for {price}: built with the next step"))
                }
                None => (GOOD, format!("{kind} for {price}: click to build")),
            },
            (None, None) => (VALUE, format!("{kind} for {price}: point at a place for it")),
        }
    }
}

fn update(
    state: State,
    time: Res<Time<Real>>,
    mut refusal: ResMut<Refusal>,
    hint: Single<(&mut TextSpan, &mut TextColor), With<HintText>>,
) {
    let (mut span, mut color) = hint.into_inner();
    let told = refusal.left > 0.0 && state.plan.0.as_ref().is_none_or(|survey| survey.refusal.is_none());
    let (new_color, text) = if told { (BAD, refusal.text.clone()) } else { state.hint() };
    refusal.left -= time.delta_secs();
    write(&mut span, text);
    color.set_if_neq(TextColor(new_color));
}

fn light_overlays(shown: Res<Shown>, mut names: Query<(&OverlayName, &mut TextColor)>) {
    for (OverlayName(is_shown), mut color) in &mut names {
        color.set_if_neq(TextColor(if is_shown(&shown) { ACCENT } else { LABEL }));
    }
}
