//! The sign at the top of the board: when the next wave comes, or that the clock is on hold. Beside it the button that calls the wave.

use crate::{
    game::{Game, Phase, TICKS_PER_SECOND},
    virus::{Virus, VirusKind},
    waves::Waves,
    window::{action::Action, button, layout, screen::Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    button::Press,
    hud::{self, VALUE},
};

/// The sign and the button, and their texts.
#[derive(Component, Clone, Copy, PartialEq)]
enum Part {
    Sign,
    Button,
}

#[derive(Component)]
struct TextOf(Part);

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (update, call.run_if(in_state(Screen::Play))));
}

fn spawn(mut commands: Commands) {
    let place = Node {
        position_type: PositionType::Absolute,
        top: px(layout::TOP + 6.0),
        width: percent(100),
        justify_content: JustifyContent::Center,
        column_gap: px(6),
        ..default()
    };
    let node = || Node { padding: UiRect::axes(px(12), px(4)), ..default() };
    let text = |part| (TextOf(part), hud::text("", 13.0, VALUE));
    let sign = (node(), BackgroundColor(hud::BACKGROUND), children![text(Part::Sign)]);
    let button = (Press(Action::CallWave), button::look(node()), children![text(Part::Button)]);
    commands.spawn((
        place,
        children![(Part::Sign, Visibility::Hidden, sign), (Part::Button, Visibility::Hidden, button),],
    ));
}

fn call(keys: Res<ButtonInput<KeyCode>>, mut actions: MessageWriter<Action>) {
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]) {
        actions.write(Action::CallWave);
    }
}

/// What the sign is made of.
#[derive(SystemParam)]
struct Calling<'w, 's> {
    waves: Res<'w, Waves>,
    game: Res<'w, Game>,
    clock: Res<'w, Time<Virtual>>,
    viruses: Query<'w, 's, (), With<Virus>>,
}

impl Calling<'_, '_> {
    /// What a part says. `None` hides it.
    fn words(&self, part: Part) -> Option<String> {
        if self.game.phase != Phase::Running {
            return None;
        }
        let ticks = self.waves.ticks_to_next();
        match part {
            Part::Button => {
                let reward = self.waves.reward(&self.game).ok().filter(|_| ticks.is_some())?;
                Some(format!("Enter: call it now, +{reward}"))
            }
            Part::Sign if self.clock.is_paused() => {
                Some("on hold: build at leisure.  Space goes on, N makes one step".to_string())
            }
            Part::Sign => match ticks {
                Some(ticks) => Some(self.announcement(ticks)),
                None => {
                    let is_last = self.game.wave == Game::WAVES && self.waves.is_out();
                    is_last.then(|| format!("the last wave: {} viruses left", self.viruses.count()))
                }
            },
        }
    }

    /// When the next wave comes, and of which viruses it is.
    fn announcement(&self, ticks: u32) -> String {
        let counts = VirusKind::ALL.into_iter().rev().filter_map(|kind| {
            let count = self.waves.next().iter().filter(|comer| comer.kind == kind).count();
            (count > 0).then(|| {
                let stats = kind.stats();
                format!("{count} {}", if count == 1 { stats.name } else { stats.plural })
            })
        });
        let (number, seconds) = (self.game.wave + 1, ticks.div_ceil(TICKS_PER_SECOND));
        let counts = counts.collect::<Vec<_>>().join(", ");
        format!("wave {number} in {seconds} s: {counts}")
    }
}

fn update(
    calling: Calling,
    screen: Res<State<Screen>>,
    mut parts: Query<(&Part, &mut Visibility)>,
    mut texts: Query<(&TextOf, &mut Text)>,
) {
    let words = |part| calling.words(part).filter(|_| *screen.get() == Screen::Play);
    for (&part, mut visibility) in &mut parts {
        let is_shown = words(part).is_some();
        visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    }
    for (&TextOf(part), mut text) in &mut texts {
        if let Some(words) = words(part) {
            hud::write(&mut text, words);
        }
    }
}
