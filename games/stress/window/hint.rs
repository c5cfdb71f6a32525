//! The lower bar: what can be done with the cell under the cursor, what else is shown, and the keys.

use super::{action::Action, ghost::Preview, layout::BOTTOM, mouse::Cursor};
use crate::{
    choice::{Choice, Scene},
    horde::{orders::Orders, script::Script},
    overlay::Overlay,
    systems::StressSystems,
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    game_window::WideOnly,
    hud::{self, ACCENT, BAD, GOOD, LABEL, VALUE},
    overlays::Shown,
};

/// The text of the hint.
#[derive(Component)]
struct HintText;

/// The name of what an action shows, bright while it is shown.
#[derive(Component)]
struct Named(Action);

const NAMES: [(&str, Action); 3] = [
    ("G danger", Action::Show(Overlay::Danger)),
    ("   P paths from the cursor", Action::Show(Overlay::Paths)),
    ("   T towers by a script", Action::Script),
];
const KEYS: &str =
    "Up/Down, 1-9, 0: scene   Left/Right: agents   Space: pause   +/-: speed   letters: see left";
const CAMERA: &str = "wheel, Q E: zoom   WASD, middle button: move   Home: whole map";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (update, light).in_set(StressSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::bottom_bar(BOTTOM)).id();
    let upper = commands.spawn(hud::row(bar)).id();
    commands.spawn((ChildOf(upper), HintText, hud::text("", 13.0, VALUE)));
    let names = commands
        .spawn((ChildOf(upper), Text::default(), TextLayout::no_wrap(), WideOnly { wanted: true }))
        .id();
    for (name, action) in NAMES {
        let look = (TextSpan::new(name), hud::font(13.0), TextColor(LABEL));
        commands.spawn((ChildOf(names), Named(action), look));
    }
    let lower = commands.spawn(hud::row(bar)).id();
    commands.spawn((ChildOf(lower), hud::text(KEYS, 12.0, LABEL)));
    commands.spawn((ChildOf(lower), hud::text(CAMERA, 12.0, LABEL), WideOnly { wanted: true }));
}

/// What the hint is made of.
#[derive(SystemParam)]
struct Hint<'w> {
    choice: Res<'w, Choice>,
    preview: Res<'w, Preview>,
    cursor: Res<'w, Cursor>,
    orders: Option<Res<'w, Orders>>,
}

impl Hint<'_> {
    fn words(&self) -> (Color, String) {
        match self.choice.scene {
            Scene::Arrangement(_) => return (VALUE, "an agent has the colour of its goal".into()),
            Scene::Jam(_) => return (VALUE, "each agent must have the very cell of its goal".into()),
            Scene::Horde => {}
        }
        match (&self.preview.0, self.cursor.tower) {
            (_, Some(_)) => (ACCENT, "a tower: right click removes it".into()),
            (Some(Ok(())), None) => (GOOD, "click to build a tower".into()),
            (Some(Err(refusal)), None) => (BAD, format!("no tower here: {refusal}")),
            (None, None) => match self.orders.as_ref().and_then(|orders| orders.refusal) {
                Some(refusal) => (VALUE, format!("the last tower was refused: {refusal}")),
                None => (VALUE, "point at a cell to build a tower".into()),
            },
        }
    }
}

fn update(hint: Hint, text: Single<(&mut Text, &mut TextColor), With<HintText>>) {
    let (mut text, mut color) = text.into_inner();
    hud::say((&mut text, &mut color), hint.words());
}

/// Brightens the names of what is shown.
fn light(shown: Res<Shown<Overlay>>, script: Res<Script>, mut names: Query<(&Named, &mut TextColor)>) {
    for (&Named(action), mut color) in &mut names {
        let is_on = match action {
            Action::Show(overlay) => shown.contains(overlay),
            _ => script.plays,
        };
        color.set_if_neq(TextColor(if is_on { ACCENT } else { LABEL }));
    }
}
