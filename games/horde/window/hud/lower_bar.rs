//! The bar below the board: a hint on the cell under the cursor, the names of the overlays, and the keys.

use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    hud::{self, ACCENT, LABEL, VALUE},
    overlays::{Overlay, Shown},
};

/// The text of the hint.
#[derive(Component)]
struct HintText;

/// The name of an overlay, bright while it is shown.
#[derive(Component)]
pub struct OverlayName<O>(O);

/// The hint, to be set by a system.
#[derive(SystemParam)]
pub struct Hint<'w, 's> {
    text: Single<'w, 's, (&'static mut TextSpan, &'static mut TextColor), With<HintText>>,
}

impl Hint<'_, '_> {
    pub fn set(&mut self, color: Color, text: String) {
        let (span, text_color) = &mut *self.text;
        hud::write(span, text);
        text_color.set_if_neq(TextColor(color));
    }
}

/// Spawns the bar. Returns its lower row, which has room on the right of the keys.
pub fn spawn<O: Overlay>(commands: &mut Commands, height: f32, keys: &str) -> Entity {
    let bar = commands.spawn(hud::bottom_bar(height)).id();
    let upper = commands.spawn(hud::row(bar)).id();
    let hint = (HintText, TextSpan::default(), hud::font(13.0), TextColor(VALUE));
    commands.spawn((ChildOf(upper), Text::default(), TextLayout::no_wrap(), children![hint]));
    let names = commands.spawn((ChildOf(upper), Text::default(), TextLayout::no_wrap())).id();
    for (index, &(overlay, name)) in O::ALL.iter().enumerate() {
        let gap = if index + 1 < O::ALL.len() { "   " } else { "" };
        let name = TextSpan::new(format!("{} {name}{gap}", index + 1));
        commands.spawn((ChildOf(names), OverlayName(overlay), name, hud::font(13.0), TextColor(LABEL)));
    }
    let lower = commands.spawn(hud::row(bar)).id();
    let keys = (Text::new(keys), hud::font(12.0), TextColor(LABEL), TextLayout::no_wrap());
    commands.spawn((ChildOf(lower), keys));
    lower
}

/// Brightens the names of the overlays that are shown.
pub fn light_overlays<O: Overlay>(shown: Res<Shown<O>>, mut names: Query<(&OverlayName<O>, &mut TextColor)>) {
    for (&OverlayName(overlay), mut color) in &mut names {
        color.set_if_neq(TextColor(if shown.contains(overlay) { ACCENT } else { LABEL }));
    }
}
