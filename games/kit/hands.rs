//! Keys and mouse for tests: what a player does goes in as messages of the window, without a renderer or a window.

use super::assets;
use bevy::{
    app::PluginGroupBuilder,
    asset::AssetPlugin,
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
        mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        touch::TouchPhase,
    },
    log::LogPlugin,
    prelude::*,
    render::{
        RenderPlugin,
        settings::{RenderCreation, WgpuSettings},
    },
    window::{CursorMoved, PrimaryWindow},
    winit::WinitPlugin,
};

/// Bevy with a window of this size that nobody sees, and no graphics card.
pub fn engine(size: UVec2) -> PluginGroupBuilder {
    let no_card = Box::new(WgpuSettings { backends: None, ..default() });
    let primary_window = Some(Window { resolution: size.into(), ..default() });
    DefaultPlugins
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(no_card), ..default() })
        .set(WindowPlugin { primary_window, ..default() })
        .set(AssetPlugin { file_path: assets::folder().to_string_lossy().into_owned(), ..default() })
        .disable::<WinitPlugin>()
        .disable::<LogPlugin>()
}

/// Presses or releases a key.
pub fn key(world: &mut World, window: Entity, key_code: KeyCode, state: ButtonState) {
    let logical_key = Key::Unidentified(NativeKey::Unidentified);
    world.write_message(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
}

/// Moves the mouse to a point of the window.
pub fn point(world: &mut World, window: Entity, position: Vec2) {
    if let Some(mut window) = world.get_mut::<Window>(window) {
        window.set_cursor_position(Some(position));
    }
    world.write_message(CursorMoved { window, position, delta: None });
}

/// Presses or releases a button of the mouse.
pub fn button(world: &mut World, window: Entity, button: MouseButton, state: ButtonState) {
    world.write_message(MouseButtonInput { button, state, window });
}

/// Turns the wheel by this number of notches, away from the user.
fn scroll(world: &mut World, window: Entity, notches: f32) {
    let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
    world.write_message(MouseWheel { unit, x: 0.0, y: notches, window, phase });
}

/// Moves the mouse by this number of pixels, to the right and down.
fn moved(world: &mut World, delta: Vec2) {
    world.write_message(MouseMotion { delta });
}

/// A game in a window that nobody sees, and someone with keys and a mouse.
pub struct User {
    /// The game.
    pub app: App,
    window: Entity,
}

impl User {
    /// Starts a game that has its plugins and an [`engine`].
    ///
    /// # Panics
    /// If it has no window.
    pub fn new(mut app: App) -> Self {
        app.finish();
        app.cleanup();
        let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(app.world()).expect("an engine has a window");
        Self { app, window }
    }

    /// Waits this number of frames.
    pub fn wait(&mut self, frames: u32) {
        (0..frames).for_each(|_| self.app.update());
    }

    /// A resource of the game.
    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// How many entities have this component.
    pub fn count<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query::<&C>().iter(world).count()
    }

    /// Presses a key.
    pub fn hold(&mut self, key: KeyCode) {
        self::key(self.app.world_mut(), self.window, key, ButtonState::Pressed);
        self.wait(1);
    }

    /// Releases a key.
    pub fn release(&mut self, key: KeyCode) {
        self::key(self.app.world_mut(), self.window, key, ButtonState::Released);
        self.wait(1);
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: KeyCode) {
        self.hold(key);
        self.release(key);
    }

    /// Moves the mouse to a point of the window.
    pub fn point(&mut self, position: Vec2) {
        point(self.app.world_mut(), self.window, position);
        self.wait(1);
    }

    /// Moves the mouse, and tells how far.
    pub fn move_by(&mut self, from: Vec2, delta: Vec2) {
        moved(self.app.world_mut(), delta);
        self.point(from + delta);
    }

    /// Turns the wheel.
    pub fn scroll(&mut self, notches: f32) {
        scroll(self.app.world_mut(), self.window, notches);
        self.wait(1);
    }

    /// Presses a button of the mouse.
    pub fn press(&mut self, button: MouseButton) {
        self::button(self.app.world_mut(), self.window, button, ButtonState::Pressed);
        self.wait(1);
    }

    /// Releases a button of the mouse.
    pub fn let_go(&mut self, button: MouseButton) {
        self::button(self.app.world_mut(), self.window, button, ButtonState::Released);
        self.wait(1);
    }

    /// Clicks where the mouse is.
    pub fn click(&mut self, button: MouseButton) {
        self.press(button);
        self.let_go(button);
    }

    /// The only camera and its place.
    ///
    /// # Panics
    /// If there is none.
    pub fn camera(&mut self) -> (Camera, Transform) {
        let world = self.app.world_mut();
        let (camera, transform) = world.query::<(&Camera, &Transform)>().single(world).expect("a camera");
        (camera.clone(), *transform)
    }

    /// The point of the world at a point of the window.
    ///
    /// # Panics
    /// If the camera cannot tell.
    pub fn at(&mut self, position: Vec2) -> Vec2 {
        let (camera, transform) = self.camera();
        camera.viewport_to_world_2d(&transform.into(), position).expect("a flat camera")
    }

    /// Where a point of the world is in the window.
    ///
    /// # Panics
    /// If the camera cannot tell.
    pub fn in_view(&mut self, world: Vec2) -> Vec2 {
        let (camera, transform) = self.camera();
        camera.world_to_viewport(&transform.into(), world.extend(0.0)).expect("a flat camera")
    }
}
