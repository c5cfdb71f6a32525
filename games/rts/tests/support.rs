//! The game with its controls, without a renderer, and a player with keys and a mouse.

use crate::{
    args::Args,
    board::Board,
    generate,
    job::Job,
    unit::{Unit, UnitKind},
    window::{self, select::Selected},
};
use argh::FromArgs;
use bevy::{
    input::ButtonState, math::Vec3Swizzles, prelude::*, time::TimeUpdateStrategy, window::PrimaryWindow,
};
use bevy_tilepath::NavGrid;
use kit::{game_window, hands};
use std::time::Duration;

/// What a frame takes.
pub const FRAME: Duration = Duration::from_millis(50);

/// Someone who plays.
pub struct Player {
    pub app: App,
    window: Entity,
}

impl Player {
    /// Starts the program. The cursor is on the board.
    pub fn new() -> Self {
        Self::in_window(game_window::WINDOW, generate::board(1))
    }

    /// The same on this board, in a window of this size.
    pub fn in_window(size: UVec2, board: Board) -> Self {
        let args = Args::from_args(&["rts"], &[]).expect("there are no arguments");
        let mut app = App::new();
        app.add_plugins(hands::engine(size))
            .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .add_systems(Startup, |mut commands: Commands, board: Res<Board>| {
                board.spawn(&mut commands, None);
            });
        window::plugin(&mut app, &args, board);
        app.finish();
        app.cleanup();
        let window =
            app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let mut player = Self { app, window };
        player.point(size.as_vec2() / 2.0);
        player.wait(2);
        player
    }

    pub fn wait(&mut self, frames: u32) {
        (0..frames).for_each(|_| self.app.update());
    }

    /// Waits until something holds, for so many seconds at most.
    pub fn wait_until(&mut self, seconds: u32, mut holds: impl FnMut(&mut Self) -> bool) {
        for _ in 0..seconds * 20 {
            if holds(self) {
                return;
            }
            self.wait(1);
        }
        panic!("it does not hold after {seconds} seconds");
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// The value of a component of a unit.
    pub fn of<C: Component + Copy>(&self, unit: Entity) -> C {
        *self.app.world().get(unit).unwrap()
    }

    pub fn hold(&mut self, key: KeyCode) {
        hands::key(self.app.world_mut(), self.window, key, ButtonState::Pressed);
        self.wait(1);
    }

    pub fn release(&mut self, key: KeyCode) {
        hands::key(self.app.world_mut(), self.window, key, ButtonState::Released);
        self.wait(1);
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: KeyCode) {
        self.hold(key);
        self.release(key);
    }

    /// Moves the mouse to a point of the window.
    pub fn point(&mut self, position: Vec2) {
        hands::point(self.app.world_mut(), self.window, position);
        self.wait(1);
    }

    /// Moves the mouse, and tells how far.
    pub fn move_by(&mut self, from: Vec2, delta: Vec2) {
        hands::moved(self.app.world_mut(), delta);
        self.point(from + delta);
    }

    /// Turns the wheel.
    pub fn scroll(&mut self, notches: f32) {
        hands::scroll(self.app.world_mut(), self.window, notches);
        self.wait(1);
    }

    pub fn press(&mut self, button: MouseButton) {
        hands::button(self.app.world_mut(), self.window, button, ButtonState::Pressed);
        self.wait(1);
    }

    pub fn let_go(&mut self, button: MouseButton) {
        hands::button(self.app.world_mut(), self.window, button, ButtonState::Released);
        self.wait(1);
    }

    /// Clicks where the mouse is.
    pub fn click(&mut self, button: MouseButton) {
        self.press(button);
        self.let_go(button);
    }

    /// Where a point of the world is in the window.
    pub fn in_view(&mut self, world: Vec2) -> Vec2 {
        let (camera, transform) = self.camera();
        camera.world_to_viewport(&transform.into(), world.extend(0.0)).unwrap()
    }

    /// The point of the world at a point of the window.
    pub fn at(&mut self, position: Vec2) -> Vec2 {
        let (camera, transform) = self.camera();
        camera.viewport_to_world_2d(&transform.into(), position).unwrap()
    }

    pub fn camera(&mut self) -> (Camera, Transform) {
        let world = self.app.world_mut();
        let (camera, transform) = world.query::<(&Camera, &Transform)>().single(world).unwrap();
        (camera.clone(), *transform)
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let at = self.in_view(Board::center_of(cell));
        self.point(at);
    }

    /// Clicks on a cell with the right button.
    pub fn order_to(&mut self, cell: IVec2) {
        self.point_at(cell);
        self.click(MouseButton::Right);
    }

    /// Clicks on a unit.
    pub fn click_on(&mut self, unit: Entity) {
        let at = self.in_view(self.of::<Transform>(unit).translation.xy());
        self.point(at);
        self.click(MouseButton::Left);
    }

    /// Drags a rectangle from one cell to another.
    pub fn drag(&mut self, from: IVec2, to: IVec2) {
        self.point_at(from);
        self.press(MouseButton::Left);
        let to = self.in_view(Board::center_of(to));
        self.point(to);
        self.let_go(MouseButton::Left);
    }

    /// All units of a kind, in the order of their numbers.
    pub fn units(&mut self, kind: UnitKind) -> Vec<Entity> {
        let world = self.app.world_mut();
        let mut units: Vec<_> = world
            .query::<(Entity, &Unit)>()
            .iter(world)
            .filter(|(_, unit)| unit.kind == kind)
            .map(|(entity, unit)| (unit.serial, entity))
            .collect();
        units.sort_unstable();
        units.into_iter().map(|(_, entity)| entity).collect()
    }

    /// All units.
    pub fn all(&mut self) -> Vec<Entity> {
        UnitKind::ALL.into_iter().flat_map(|kind| self.units(kind)).collect()
    }

    /// The selected units, sorted.
    pub fn selected(&mut self) -> Vec<Entity> {
        let world = self.app.world_mut();
        let mut selected: Vec<Entity> =
            world.query_filtered::<Entity, With<Selected>>().iter(world).collect();
        selected.sort_unstable();
        selected
    }

    /// The cell of a unit.
    pub fn cell_of(&self, unit: Entity) -> IVec2 {
        self.get::<NavGrid>().cell_at(self.of::<Transform>(unit).translation.xy()).unwrap()
    }

    pub fn job_of(&self, unit: Entity) -> Job {
        self.of(unit)
    }

    /// How many entities have this component.
    pub fn count<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query::<&C>().iter(world).count()
    }

    /// The text of the one entity with this component.
    pub fn text<C: Component>(&mut self) -> String {
        let world = self.app.world_mut();
        world.query_filtered::<&Text, With<C>>().single(world).unwrap().0.clone()
    }
}

/// Sorted, for comparisons.
pub fn sorted(mut units: Vec<Entity>) -> Vec<Entity> {
    units.sort_unstable();
    units
}
