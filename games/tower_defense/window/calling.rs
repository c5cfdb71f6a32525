//! The button at the top of the board: when the next wave comes, and what calling it earns. While the clock is on hold it says so.

use crate::{
    game::{Game, Phase, TICKS_PER_SECOND},
    virus::{Virus, VirusKind},
    waves::Waves,
    window::{action::Action, button, layout, screen::Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use kit::{
    button::Press,
    hud::{self, VALUE, font},
};

#[derive(Component)]
struct Sign;

#[derive(Component)]
struct SignText;

pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(Update, (update, call.run_if(in_state(Screen::Play))));
}

fn spawn(mut commands: Commands) {
    let place = Node {
        position_type: PositionType::Absolute,
        top: px(layout::TOP + 6.0),
        width: percent(100),
        justify_content: JustifyContent::Center,
        ..default()
    };
    let node = Node { padding: UiRect::axes(px(12), px(4)), ..default() };
    let text = (SignText, TextSpan::default(), font(13.0), TextColor(VALUE));
    let text = (Text::default(), TextLayout::no_wrap(), children![text]);
    let sign = (Sign, Visibility::Hidden, Press(Action::CallWave), button::look(node), children![text]);
    commands.spawn((place, children![sign]));
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
    fn words(&self) -> Option<String> {
        if self.game.phase != Phase::Running {
            return None;
        }
        if self.clock.is_paused() {
            return Some("on hold: build at leisure.  Space goes on, N makes one step".to_string());
        }
        let Some(ticks) = self.waves.ticks_to_next() else {
            let is_last = self.game.wave == Game::WAVES && self.waves.is_out();
            return is_last.then(|| format!("the last wave: {} viruses left", self.viruses.count()));
        };
        let counts = VirusKind::ALL.into_iter().rev().filter_map(|kind| {
            let count = self.waves.next().iter().filter(|comer| comer.kind == kind).count();
            (count > 0).then(|| {
                let stats = kind.stats();
                format!("{count} {}", if count == 1 { stats.name } else { stats.plural })
            })
        });
        let (number, seconds) = (self.game.wave + 1, ticks.div_ceil(TICKS_PER_SECOND));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let reward = self.waves.reward(&self.game).unwrap_or_default();
        Some(format!("wave {number} in {seconds} s: {counts}.  Enter calls it: +{reward}"))
    }
}

fn update(
    calling: Calling,
    screen: Res<State<Screen>>,
    mut sign: Single<&mut Visibility, With<Sign>>,
    mut text: Single<&mut TextSpan, With<SignText>>,
) {
    let words = calling.words().filter(|_| *screen.get() == Screen::Play);
    sign.set_if_neq(if words.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    if let Some(words) = words {
        hud::write(&mut text, words);
    }
}
