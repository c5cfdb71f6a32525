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
    window::CursorMoved,
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

/// Turns the wheel by so many notches, away from the user.
pub fn scroll(world: &mut World, window: Entity, notches: f32) {
    let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
    world.write_message(MouseWheel { unit, x: 0.0, y: notches, window, phase });
}

/// The mouse was moved by so many pixels, to the right and down.
pub fn moved(world: &mut World, delta: Vec2) {
    world.write_message(MouseMotion { delta });
}
