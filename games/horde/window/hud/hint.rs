//! The lower bar: what can be done with the cell under the cursor, and the colours of the kinds.

use super::lower_bar::{self, Hint};
use crate::{
    agent::Kind,
    orders::Orders,
    overlay::Overlay,
    rules::HordeSystems,
    window::{crowd, ghost::Preview, layout::BOTTOM_BAR, mouse::Cursor},
};
use bevy::prelude::*;
use kit::hud::{ACCENT, BAD, GOOD, VALUE, font};

const KEYS: &str = "LMB build   RMB remove   wheel, Q E zoom   WASD, arrows, middle button pan   \
                    H whole board   O occupy cells   Space pause   - + speed";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn)
        .add_systems(Update, (update, lower_bar::light_overlays::<Overlay>).in_set(HordeSystems::Show));
}

fn spawn(mut commands: Commands) {
    let lower = lower_bar::spawn::<Overlay>(&mut commands, BOTTOM_BAR, KEYS);
    let kinds = commands.spawn((ChildOf(lower), Text::default(), TextLayout::no_wrap())).id();
    for (kind, name) in Kind::ALL.into_iter().zip(["cowards  ", "normal  ", "berserkers"]) {
        let look = (TextSpan::new(name), font(12.0), TextColor(crowd::color(kind)));
        commands.spawn((ChildOf(kinds), look));
    }
}

fn update(preview: Res<Preview>, cursor: Res<Cursor>, orders: Res<Orders>, mut hint: Hint) {
    let (color, text) = match (&preview.0, cursor.tower) {
        (_, Some(_)) => (ACCENT, "a tower: right click removes it".to_string()),
        (Some(Ok(())), None) => (GOOD, "click to build a tower".to_string()),
        (Some(Err(refusal)), None) => (BAD, format!("no tower here: {refusal}")),
        (None, None) => match orders.refusal {
            Some(refusal) => (VALUE, format!("the last tower was refused: {refusal}")),
            None => (VALUE, "point at a cell to build a tower".to_string()),
        },
    };
    hint.set(color, text);
}
