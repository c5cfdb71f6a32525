//! The lower bar: what the cell under the cursor offers, the overlays, and the keys.

use super::{ACCENT, BAD, GOOD, LABEL, VALUE, bar, font, row, write};
use crate::{
    agent::Kind,
    orders::Orders,
    rules::HordeSystems,
    window::{crowd, ghost::Plan, mouse::Cursor, overlay::Shown},
};
use bevy::prelude::*;

/// The line that changes with the cursor.
#[derive(Component)]
struct HintText;

/// The name of an overlay, bright while it is shown.
#[derive(Component)]
struct OverlayName(IsShown);

type IsShown = fn(&Shown) -> bool;

const KEYS: &str = "LMB tower   RMB take it down   wheel, Q E zoom   WASD, arrows, middle button pan   \
                    H whole board   Space pause   - + speed";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (update, light_overlays).in_set(HordeSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(bar(false)).id();
    let upper = commands.spawn(row(bar)).id();
    commands.spawn((
        ChildOf(upper),
        Text::default(),
        TextLayout::no_wrap(),
        children![(HintText, TextSpan::default(), font(13.0), TextColor(VALUE))],
    ));
    let names: [(&str, IsShown); 2] =
        [("1 danger   ", |shown| shown.danger), ("2 ways from the cursor", |shown| shown.ways)];
    let overlays = commands.spawn((ChildOf(upper), Text::default(), TextLayout::no_wrap())).id();
    for (name, is_shown) in names {
        let look = (TextSpan::new(name), font(13.0), TextColor(LABEL));
        commands.spawn((ChildOf(overlays), OverlayName(is_shown), look));
    }
    let lower = commands.spawn(row(bar)).id();
    let keys = (Text::new(KEYS), font(12.0), TextColor(LABEL), TextLayout::no_wrap());
    commands.spawn((ChildOf(lower), keys));
    let kinds = commands.spawn((ChildOf(lower), Text::default(), TextLayout::no_wrap())).id();
    for (kind, name) in Kind::ALL.into_iter().zip(["cowards  ", "normal  ", "berserkers"]) {
        let look = (TextSpan::new(name), font(12.0), TextColor(crowd::color(kind)));
        commands.spawn((ChildOf(kinds), look));
    }
}

fn update(
    plan: Res<Plan>,
    cursor: Res<Cursor>,
    orders: Res<Orders>,
    hint: Single<(&mut TextSpan, &mut TextColor), With<HintText>>,
) {
    let (mut span, mut color) = hint.into_inner();
    let (new_color, text) = match (&plan.0, cursor.tower) {
        (_, Some(_)) => (ACCENT, "a tower: right click takes it down".to_string()),
        (Some(Ok(())), None) => (GOOD, "click to put up a tower".to_string()),
        (Some(Err(refusal)), None) => (BAD, format!("no tower here: {refusal}")),
        (None, None) => match orders.refusal {
            Some(refusal) => (VALUE, format!("the last place was refused: {refusal}")),
            None => (VALUE, "point at a place for a tower".to_string()),
        },
    };
    write(&mut span, text);
    color.set_if_neq(TextColor(new_color));
}

fn light_overlays(shown: Res<Shown>, mut names: Query<(&OverlayName, &mut TextColor)>) {
    for (OverlayName(is_shown), mut color) in &mut names {
        color.set_if_neq(TextColor(if is_shown(&shown) { ACCENT } else { LABEL }));
    }
}
