//! Which step of the searches is shown, and the clock that moves it on.

use crate::{
    action::{Action, Page, Play, Slider},
    graph_page::GraphRuns,
    pane::Panes,
    replay_page::ReplayedGame,
    window_state::CurrentPage,
};
use bevy::prelude::*;

/// The step that both panes show, or the frame of the replay, and how fast it moves on.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct Playback {
    step: usize,
    steps: usize,
    is_playing: bool,
    /// Steps per second.
    speed: f32,
    /// The part of the next step that is due.
    due: f32,
}

impl Default for Playback {
    fn default() -> Self {
        Self { step: 0, steps: 0, is_playing: false, speed: 40.0, due: 0.0 }
    }
}

impl Playback {
    /// The slowest and the fastest speed, in steps per second.
    pub const SPEEDS: [f32; 2] = [1.0, 20_000.0];

    /// The step that is shown: so many expansions of each search have been made.
    #[must_use]
    pub const fn step(&self) -> usize {
        self.step
    }

    /// The last step.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.steps
    }

    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Steps per second.
    #[must_use]
    pub const fn speed(&self) -> f32 {
        self.speed
    }

    #[must_use]
    pub const fn is_at_end(&self) -> bool {
        self.step == self.steps
    }

    /// How far the step is, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f32 {
        if self.steps == 0 { 1.0 } else { self.step as f32 / self.steps as f32 }
    }

    /// Where the speed is between the slowest and the fastest, 0 to 1. Each part of the way multiplies it alike.
    #[must_use]
    pub fn speed_share(&self) -> f32 {
        let [slow, fast] = Self::SPEEDS;
        ((self.speed / slow).ln() / (fast / slow).ln()).clamp(0.0, 1.0)
    }

    fn set_speed_share(&mut self, share: f32) {
        let [slow, fast] = Self::SPEEDS;
        self.speed = slow * (fast / slow).powf(share.clamp(0.0, 1.0));
    }

    fn go_to(&mut self, step: usize) {
        self.step = step.min(self.steps);
        self.is_playing = false;
        self.due = 0.0;
    }

    fn press(&mut self, play: Play) {
        match play {
            Play::Toggle if self.is_playing => self.go_to(self.step),
            Play::Toggle => {
                if self.is_at_end() {
                    self.step = 0;
                }
                self.is_playing = self.steps > 0;
            }
            Play::First => self.go_to(0),
            Play::Last => self.go_to(self.steps),
            Play::Back => self.go_to(self.step.saturating_sub(1)),
            Play::Forward => self.go_to(self.step + 1),
        }
    }

    /// Takes over the length of other searches. Who saw the end sees the new end.
    fn follow(&mut self, steps: usize) {
        if steps == self.steps {
            return;
        }
        let was_at_end = self.is_at_end() && !self.is_playing;
        self.steps = steps;
        self.step = if was_at_end { steps } else { self.step.min(steps) };
    }

    /// Begins at the first step. `steps` is the number of steps.
    pub fn begin(&mut self, steps: usize) {
        *self = Self { steps, speed: self.speed, ..Self::default() };
    }

    fn advance(&mut self, seconds: f32) {
        if !self.is_playing {
            return;
        }
        self.due += seconds * self.speed;
        let whole = self.due.floor();
        self.due -= whole;
        self.step = (self.step + whole as usize).min(self.steps);
        if self.is_at_end() {
            self.go_to(self.steps);
        }
    }
}

/// Obeys the controls, follows the searches, and moves on.
pub fn play(
    mut actions: MessageReader<Action>,
    time: Res<Time>,
    page: Res<CurrentPage>,
    panes: Res<Panes>,
    graphs: Res<GraphRuns>,
    game: Res<ReplayedGame>,
    mut playback: ResMut<Playback>,
) {
    let mut next = playback.clone();
    next.follow(match page.0 {
        Page::Grid => panes.steps(),
        Page::Graph => graphs.steps(),
        Page::Replay => game.frames(),
    });
    if page.is_changed() && page.0 == Page::Replay {
        next.go_to(game.frame());
    }
    for action in actions.read() {
        match *action {
            Action::Play(play) => next.press(play),
            Action::Slide(Slider::Step, share) => next.go_to((share * next.steps as f32).round() as usize),
            Action::Slide(Slider::Speed, share) => next.set_speed_share(share),
            _ => {}
        }
    }
    next.advance(time.delta_secs());
    playback.set_if_neq(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_end(steps: usize) -> Playback {
        let mut playback = Playback::default();
        playback.follow(steps);
        playback
    }

    #[test]
    fn it_shows_the_end_of_new_searches_unless_one_looks_at_a_step() {
        let mut playback = at_end(50);
        assert!(playback.is_at_end());
        playback.follow(80);
        assert_eq!(playback.step(), 80);
        playback.press(Play::Back);
        playback.follow(90);
        assert_eq!(playback.step(), 79);
        playback.follow(20);
        assert_eq!(playback.step(), 20);
    }

    #[test]
    fn playing_from_the_end_begins_again_and_stops_at_the_end() {
        let mut playback = at_end(50);
        playback.press(Play::Toggle);
        assert!(playback.is_playing() && playback.step() == 0);
        playback.advance(0.5);
        assert_eq!(playback.step(), 20);
        playback.press(Play::Toggle);
        playback.advance(9.0);
        assert_eq!(playback.step(), 20);
        playback.press(Play::Toggle);
        playback.advance(9.0);
        assert!(playback.is_at_end() && !playback.is_playing());
    }

    #[test]
    fn steps_stay_in_range() {
        let mut playback = at_end(2);
        playback.press(Play::Forward);
        assert_eq!(playback.step(), 2);
        (0..5).for_each(|_| playback.press(Play::Back));
        assert_eq!(playback.step(), 0);
        let mut empty = at_end(0);
        empty.press(Play::Toggle);
        empty.advance(1.0);
        assert!(!empty.is_playing() && empty.step() == 0 && empty.progress() == 1.0);
    }

    #[test]
    fn the_slider_covers_all_speeds() {
        let mut playback = at_end(2);
        for share in [0.0, 0.25, 0.5, 1.0] {
            playback.set_speed_share(share);
            assert!((playback.speed_share() - share).abs() < 1e-4);
        }
        playback.set_speed_share(7.0);
        assert_eq!(playback.speed(), Playback::SPEEDS[1]);
    }
}
