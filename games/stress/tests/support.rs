//! The example in a window, without a renderer, and a user with keys and a mouse.

use crate::{
    agent::Agent,
    args::Args,
    choice::{Choice, Scene},
    figures::Figures,
    stage::Stage,
    systems::StressSystems,
    window::{self, action::Action},
};
use argh::FromArgs;
use bevy::prelude::*;
use bevy_tilepath::Congestion;
use kit::{
    game_window, hands,
    headless::frames_per_second,
    probes::{InWalls, Nearest, count_in_walls, note_nearest},
};

/// Frames of a second in the horde.
pub const FRAMES: u32 = 20;

/// Someone who watches.
#[derive(Deref, DerefMut)]
pub struct User(hands::User);

impl User {
    /// Starts the program with these arguments in a window of this size. Each frame is a sixtieth of a second.
    pub fn new(args: &[&str], size: UVec2) -> Self {
        Self(start(args, size, 60, |_| {}))
    }

    /// Starts the horde with these arguments. What is in a wall and how near agents come is noted.
    pub fn of_horde(args: &[&str]) -> Self {
        let args = [&["--arrangement", "horde"], args].concat();
        Self(start(&args, game_window::WINDOW, FRAMES, |app| {
            let note = (count_in_walls::<Agent>, note_nearest::<Agent>).in_set(StressSystems::Count);
            app.init_resource::<InWalls>().init_resource::<Nearest>().add_systems(Update, note);
        }))
    }

    pub fn choice(&self) -> Choice {
        *self.get()
    }

    pub fn figures(&self) -> &Figures {
        self.get()
    }

    pub fn is_congested(&self) -> bool {
        self.app.world().contains_resource::<Congestion>()
    }

    /// The cells of all agents.
    pub fn cells(&mut self) -> Vec<IVec2> {
        let world = self.app.world_mut();
        let mut agents = world.query_filtered::<&Transform, With<Agent>>();
        let geometry = &world.resource::<Stage>().geometry;
        agents.iter(world).filter_map(|at| geometry.cell_at(at.translation.truncate())).collect()
    }

    /// How many agents have this component.
    pub fn agents_with<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<(), (With<Agent>, With<C>)>().iter(world).count()
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let at = self.get::<Stage>().geometry.center_of(cell);
        let at = self.in_view(at);
        self.point(at);
    }

    /// Clicks where the mouse is.
    pub fn click_with(&mut self, button: MouseButton) {
        self.0.click(button);
    }

    /// Clicks on the button of a scene, and before it on the button of its page.
    pub fn choose(&mut self, scene: Scene) {
        if scene.is_jam() != self.choice().scene.is_jam() {
            self.click(Action::Jams);
        }
        self.click(Action::Scene(scene));
    }

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        self.click_button(&action);
    }
}

fn start(args: &[&str], size: UVec2, frames: u32, add: impl FnOnce(&mut App)) -> hands::User {
    let args = Args::from_args(&["stress"], args).expect("the arguments are right");
    let choice = args.choice(args.arrangement.unwrap_or(Scene::nth(0))).expect("they fit the scene");
    let mut user = hands::User::start(size, frames_per_second(frames), |app| {
        window::plugin(app, &args, choice);
        add(app);
    });
    user.wait(4);
    user
}
