//! The lower bar: what a click would do, why the selected unit does what it does, and the controls.

use super::top_bar::selected;
use crate::{
    plugin::GameSystems,
    site::{DropOff, Mine},
    trouble::Trouble,
    unit::{Job, Load, Unit, UnitKind},
    window::{cursor::Cursor, layout::BOTTOM, select::Selected},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_tilepath::prelude::*;
use kit::{
    game_window::LowerBar,
    hud::{self, ACCENT, BAD, GOOD, LABEL, VALUE, font, in_font},
};

#[derive(Component)]
pub struct HintText;

/// Why the one selected unit does what it does.
#[derive(Component)]
pub struct WhyText;

const KEYS: [&str; 2] = [
    "click, drag: select   Shift: add   double click: all of a kind   Ctrl+A: all   I: idle workers   Esc: none",
    "right click: go, or gather at a mine   G: gather at the nearest   S: stop   Space: pause   - +: speed",
];
const CAMERA: &str = "camera: WASD (hold S), arrows, edges of the window, middle button   wheel, Q E: zoom";

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (show_hint, show_why).in_set(GameSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn((LowerBar(BOTTOM), hud::bottom_bar(BOTTOM.wide))).id();
    let whole = Node { flex_shrink: 0.0, ..default() };
    commands.spawn((ChildOf(bar), HintText, Text::default(), font(13.0), TextColor(VALUE), whole.clone()));
    // The reasons may be longer than there is room for.
    let why = Node { width: percent(100), min_height: px(15), overflow: Overflow::clip(), ..default() };
    let why_text = (WhyText, Text::default(), font(12.0), TextColor(VALUE));
    commands.spawn((ChildOf(bar), why, children![why_text]));
    for keys in KEYS {
        commands.spawn((ChildOf(bar), Text::new(keys), font(12.0), TextColor(LABEL), whole.clone()));
    }
    commands.spawn((ChildOf(bar), Text::new(CAMERA), font(12.0), TextColor(LABEL), whole));
}

/// What is said of the unit under the mouse.
type Pointed = (&'static Name, &'static Job, Option<&'static Load>, Option<&'static Trouble>);

/// What the hint is made of.
#[derive(SystemParam)]
struct Hint<'w, 's> {
    cursor: Res<'w, Cursor>,
    nav_grid: Res<'w, NavGrid>,
    units: Query<'w, 's, Pointed>,
    selected: Query<'w, 's, &'static Unit, With<Selected>>,
    mines: Query<'w, 's, &'static Mine>,
    drop_offs: Query<'w, 's, &'static Name, With<DropOff>>,
}

impl Hint<'_, '_> {
    fn words(&self) -> (Color, String) {
        let has_workers = self.selected.iter().any(|unit| unit.kind == UnitKind::Worker);
        let who = selected(self.selected.iter().map(|unit| unit.kind));
        let is_anybody = !self.selected.is_empty();
        if let Some((name, job, load, trouble)) = self.cursor.unit.and_then(|unit| self.units.get(unit).ok())
        {
            let carries = load.filter(|load| load.ore > 0);
            let carries = carries.map_or_else(String::new, |load| format!(", carries {} ore", load.ore));
            let (color, trouble) = match trouble {
                Some(trouble) => (BAD, format!(", {}", trouble.words())),
                None => (ACCENT, String::new()),
            };
            return (color, format!("{name}: {}{carries}{trouble}", job.words()));
        }
        if let Some(site) = self.cursor.site {
            let what = match (self.mines.get(site), self.drop_offs.get(site)) {
                (Ok(mine), _) => format!("a mine with {} of {} ore", mine.ore, mine.most),
                (_, Ok(name)) => format!("{name}, where workers bring ore"),
                _ => return (VALUE, String::new()),
            };
            let order = match (self.mines.contains(site), is_anybody) {
                (true, true) if has_workers => ": right click to gather here",
                (_, true) => ": right click to go there",
                _ => "",
            };
            return (ACCENT, what + order);
        }
        match self.cursor.cell {
            Some(cell) if is_anybody && self.nav_grid.is_blocked(cell) => {
                (BAD, format!("{who}: nobody can walk here"))
            }
            Some(_) if is_anybody => (GOOD, format!("{who}: right click to go here")),
            _ if is_anybody => (VALUE, format!("{who} selected")),
            _ => (
                VALUE,
                "Click on a unit, or drag a rectangle round many. Workers bring ore home from the mines."
                    .into(),
            ),
        }
    }
}

fn show_hint(hint: Hint, text: Single<(&mut Text, &mut TextColor), With<HintText>>) {
    let (mut text, mut text_color) = text.into_inner();
    hud::say((&mut text, &mut text_color), hint.words());
}

/// What the plugin says of the one unit that is selected.
fn show_why(
    mut explain: Explain,
    selected: Query<(Entity, Has<Trouble>), With<Selected>>,
    text: Single<(&mut Text, &mut TextColor), With<WhyText>>,
) {
    let (mut text, mut text_color) = text.into_inner();
    let said = match selected.single() {
        Ok((unit, is_in_trouble)) => {
            let why = in_font(&explain.agent(unit));
            (if is_in_trouble { BAD } else { LABEL }, why)
        }
        Err(_) => (LABEL, String::new()),
    };
    hud::say((&mut text, &mut text_color), said);
}
