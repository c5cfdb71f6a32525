//! The horde with its controls, without a renderer, and a user with keys and a mouse.

use crate::{
    agent::Agent,
    args::Args,
    board::Board,
    generate,
    rules::HordeSystems,
    window::{self, layout},
};
use argh::FromArgs;
use bevy::{input::ButtonState, prelude::*, time::TimeUpdateStrategy, window::PrimaryWindow};
use kit::{
    hands,
    probes::{InWalls, Nearest, count_in_walls, note_nearest},
};
use std::time::Duration;

/// Frames of a second.
pub const FRAMES: u32 = 20;

/// Someone who watches.
pub struct User {
    pub app: App,
    window: Entity,
}

impl User {
    /// Starts the program with these arguments.
    pub fn new(args: &[&str]) -> Self {
        let args = Args::from_args(&["horde"], args).expect("the arguments are right");
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / FRAMES);
        let mut app = App::new();
        app.add_plugins(hands::engine(layout::WINDOW))
            .insert_resource(frame)
            .init_resource::<InWalls>()
            .init_resource::<Nearest>()
            .add_systems(
                Update,
                (count_in_walls::<Agent>, note_nearest::<Agent>).in_set(HordeSystems::Resolve),
            );
        window::plugin(&mut app, &args, generate::board(args.seed)).expect("the pictures are there");
        app.finish();
        app.cleanup();
        let window =
            app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let mut user = Self { app, window };
        user.wait(4);
        user
    }

    /// Waits this number of frames.
    pub fn wait(&mut self, frames: u32) {
        (0..frames).for_each(|_| self.app.update());
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// How many agents have this component.
    pub fn agents_with<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<(), (With<Agent>, With<C>)>().iter(world).count()
    }

    pub fn count<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query::<&C>().iter(world).count()
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            hands::key(self.app.world_mut(), self.window, key, state);
            self.wait(1);
        }
    }

    /// Moves the mouse to a point of the window.
    pub fn point(&mut self, position: Vec2) {
        hands::point(self.app.world_mut(), self.window, position);
        self.wait(1);
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let (camera, transform) = self.camera();
        let at = Board::geometry().center_of(cell).extend(0.0);
        let at = camera.world_to_viewport(&transform.into(), at).unwrap();
        self.point(at);
    }

    pub fn button(&mut self, button: MouseButton, state: ButtonState) {
        hands::button(self.app.world_mut(), self.window, button, state);
        self.wait(1);
    }

    /// Clicks where the mouse is.
    pub fn click(&mut self, button: MouseButton) {
        self.button(button, ButtonState::Pressed);
        self.button(button, ButtonState::Released);
    }

    /// Turns the wheel.
    pub fn scroll(&mut self, notches: f32) {
        hands::scroll(self.app.world_mut(), self.window, notches);
        self.wait(1);
    }

    /// Moves the mouse, and tells how far.
    pub fn move_by(&mut self, from: Vec2, delta: Vec2) {
        hands::moved(self.app.world_mut(), delta);
        self.point(from + delta);
    }

    pub fn camera(&mut self) -> (Camera, Transform) {
        let world = self.app.world_mut();
        let (camera, transform) = world.query::<(&Camera, &Transform)>().single(world).unwrap();
        (camera.clone(), *transform)
    }

    /// The point of the world at a point of the window.
    pub fn at(&mut self, position: Vec2) -> Vec2 {
        let (camera, transform) = self.camera();
        camera.viewport_to_world_2d(&transform.into(), position).unwrap()
    }
}
