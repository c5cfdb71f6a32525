//! The lower bar: what can be done with the cell under the cursor.

use crate::{
    orders::Refused,
    overlay::Overlay,
    shared::{
        hint::{self, Hint},
        hud::{ACCENT, BAD, GOOD, VALUE},
    },
    tower::Tower,
    window::{
        ghost::Preview,
        layout,
        mouse::{Chosen, Hover},
    },
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// The last refusal of an order, and for how many seconds more it is shown.
#[derive(Resource, Default)]
struct Refusal {
    text: String,
    left: f32,
}

const SECONDS_SHOWN: f32 = 2.5;
const KEYS: &str = "LMB build   RMB/S sell   T tower   [ ] aversion   Tab/LMB pick virus   \
                    Space pause   N step   - + speed   R restart";

pub fn plugin(app: &mut App) {
    app.init_resource::<Refusal>()
        .add_observer(note_refusal)
        .add_systems(Startup, |mut commands: Commands| {
            hint::spawn::<Overlay>(&mut commands, layout::BAR, KEYS);
        })
        .add_systems(Update, (update, hint::light_overlays::<Overlay>));
}

fn note_refusal(refused: On<Refused>, mut refusal: ResMut<Refusal>) {
    *refusal = Refusal { text: refused.0.clone(), left: SECONDS_SHOWN };
}

/// What the hint is made of.
#[derive(SystemParam)]
struct State<'w, 's> {
    preview: Res<'w, Preview>,
    hover: Res<'w, Hover>,
    chosen: Res<'w, Chosen>,
    clock: Res<'w, Time<Virtual>>,
    towers: Query<'w, 's, &'static Tower>,
}

impl State<'_, '_> {
    fn hint(&self) -> (Color, String) {
        let (kind, price) = (self.chosen.0.name(), self.chosen.0.price());
        let tower = self.hover.tower.and_then(|tower| self.towers.get(tower).ok());
        match (&self.preview.0, tower) {
            (_, Some(tower)) => {
                let health = (tower.health() * 100.0).ceil();
                let (name, refund) = (tower.kind.name(), tower.refund());
                (ACCENT, format!("{name}, {health} % intact: right click sells it for {refund}"))
            }
            (Some(outlook), None) => match outlook.refusal {
                Some(refusal) => (BAD, format!("no {kind} here: {refusal}")),
                None if self.clock.is_paused() => {
                    (GOOD, format!("{kind} for {price}: built with the next step"))
                }
                None => (GOOD, format!("{kind} for {price}: click to build")),
            },
            (None, None) => (VALUE, format!("{kind} for {price}: point at a cell to build it")),
        }
    }
}

fn update(state: State, time: Res<Time<Real>>, mut refusal: ResMut<Refusal>, mut hint: Hint) {
    let may_build = state.preview.0.as_ref().is_none_or(|outlook| outlook.refusal.is_none());
    let (color, text) =
        if refusal.left > 0.0 && may_build { (BAD, refusal.text.clone()) } else { state.hint() };
    refusal.left -= time.delta_secs();
    hint.set(color, text);
}
