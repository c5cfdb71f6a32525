//! The bars: figures of the crowd above, keys below.

use super::layout;
use crate::{choice::Choice, figures::Figures, plugin::CrowdSystems};
use bevy::{diagnostic::DiagnosticsStore, ecs::system::SystemParam, prelude::*};
use bevy_tilepath::PathfindingDiagnosticsPlugin as Paths;
use kit::{
    clock::speed_text,
    hud::{self, ACCENT, BAD, GOOD, LABEL, VALUE},
};

/// One figure in the bar.
#[derive(Component, Clone, Copy)]
enum Figure {
    Title,
    Frame,
    Paths,
    Speed,
    Agents,
    Arrived,
    Seconds,
    Stuck,
    Blocked,
    Nearest,
    NearestEver,
}

const UPPER: [(&str, Figure); 4] = [
    ("ARRANGEMENT", Figure::Title),
    ("FRAME", Figure::Frame),
    ("PATHFINDING", Figure::Paths),
    ("SPEED", Figure::Speed),
];
const LOWER: [(&str, Figure); 7] = [
    ("AGENTS", Figure::Agents),
    ("ARRIVED", Figure::Arrived),
    ("SECONDS", Figure::Seconds),
    ("STUCK", Figure::Stuck),
    ("BLOCKED NOW", Figure::Blocked),
    ("NEAREST", Figure::Nearest),
    ("EVER", Figure::NearestEver),
];

const KEYS: &str =
    "Up/Down, 1-9, 0: arrangement   Left/Right: agents   Space: pause   +/-: speed   letters: see left";

/// What frames took over the last half second, in milliseconds.
#[derive(Resource, Default)]
struct Times {
    frame: f64,
    paths: f64,
    /// The frames of this half second: how many, how long, and how much of it was for paths.
    sum: (f64, f64, f64),
}

/// Seconds after which times are shown, so that one can read the digits.
const SPAN: f64 = 0.5;

pub fn plugin(app: &mut App) {
    app.init_resource::<Times>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (measure, update).chain().in_set(CrowdSystems::Show));
}

fn spawn(mut commands: Commands) {
    let bar = commands.spawn(hud::top_bar(layout::TOP)).id();
    for figures in [&UPPER[..], &LOWER[..]] {
        let row = commands.spawn(hud::row(bar)).id();
        for &(label, figure) in figures {
            commands.spawn((ChildOf(row), hud::figure(label, figure, 13.0)));
        }
    }
    let bar = commands.spawn(hud::bottom_bar(layout::BOTTOM)).id();
    let keys = (Text::new(KEYS), hud::font(12.0), TextColor(LABEL), TextLayout::no_wrap());
    commands.spawn((ChildOf(bar), keys));
}

fn measure(mut times: ResMut<Times>, time: Res<Time<Real>>, diagnostics: Res<DiagnosticsStore>) {
    let paths = diagnostics.get_measurement(&Paths::TIME).map_or(0.0, |measurement| measurement.value);
    let (frames, seconds, all) = times.sum;
    let sum = (frames + 1.0, seconds + time.delta_secs_f64(), all + paths);
    *times = if sum.1 < SPAN {
        Times { sum, ..*times }
    } else {
        Times { frame: sum.1 * 1000.0 / sum.0, paths: sum.2 / sum.0, sum: default() }
    };
}

/// What the figures are made of.
#[derive(SystemParam)]
struct State<'w> {
    choice: Res<'w, Choice>,
    figures: Res<'w, Figures>,
    times: Res<'w, Times>,
    clock: Res<'w, Time<Virtual>>,
}

impl State<'_> {
    fn text(&self, figure: Figure) -> (String, Color) {
        let figures = &*self.figures;
        let tiles = |distance: f32| match distance {
            far if far >= 1.0 => "1+".to_string(),
            near => format!("{near:.2}"),
        };
        let distance_color = |distance: f32| if distance < self.choice.nearest() { BAD } else { VALUE };
        match figure {
            Figure::Title => {
                let number = self.choice.arrangement;
                (format!("{} {}", number + 1, arrangements::ALL[number].title), ACCENT)
            }
            Figure::Frame => (format!("{:.1} ms", self.times.frame), VALUE),
            Figure::Paths => (format!("{:.2} ms", self.times.paths), VALUE),
            Figure::Speed => (speed_text(&self.clock), VALUE),
            Figure::Agents => (figures.agents.to_string(), VALUE),
            Figure::Arrived if figures.is_over => (figures.arrived.to_string(), GOOD),
            Figure::Arrived => (figures.arrived.to_string(), VALUE),
            Figure::Seconds => (format!("{:.1}", figures.seconds), VALUE),
            Figure::Stuck => (figures.stuck.to_string(), if figures.stuck > 0 { BAD } else { VALUE }),
            Figure::Blocked => (figures.blocked.to_string(), VALUE),
            Figure::Nearest => (tiles(figures.nearest), distance_color(figures.nearest)),
            Figure::NearestEver => (tiles(figures.nearest_ever), distance_color(figures.nearest_ever)),
        }
    }
}

fn update(state: State, mut spans: Query<(&Figure, &mut TextSpan, &mut TextColor)>) {
    for (&figure, mut span, mut color) in &mut spans {
        let (text, new) = state.text(figure);
        hud::write(&mut span, text);
        color.set_if_neq(TextColor(new));
    }
}
