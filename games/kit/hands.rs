//! Keys and mouse for tests: what a player does goes in as messages of the window, without a renderer or a window.

use super::{assets, button::Press, headless::run_systems_in_turn};
use bevy::{
    app::PluginGroupBuilder,
    ecs::component::Mutable,
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
    time::TimeUpdateStrategy,
    window::{CursorMoved, PrimaryWindow},
    winit::WinitPlugin,
};
use std::fmt::Debug;

/// Bevy with a window of this size that nobody sees, and no graphics card.
fn engine(size: UVec2) -> PluginGroupBuilder {
    let no_card = Box::new(WgpuSettings { backends: None, ..default() });
    let primary_window = Some(Window { resolution: size.into(), ..default() });
    DefaultPlugins
        .set(RenderPlugin { render_creation: RenderCreation::Automatic(no_card), ..default() })
        .set(WindowPlugin { primary_window, ..default() })
        .set(assets::plugin())
        .disable::<WinitPlugin>()
        .disable::<LogPlugin>()
}

/// The place of a node in the window.
fn place(node: &ComputedNode, at: &UiGlobalTransform) -> Rect {
    Rect::from_center_size(at.translation, node.size)
}

/// A game in a window that nobody sees, and someone with keys and a mouse.
pub struct User {
    /// The game.
    pub app: App,
    /// Its window.
    pub window: Entity,
    /// How the program has ended.
    pub exit: Option<AppExit>,
    /// Frames that the user waits after everything that it does.
    pause: u32,
}

impl User {
    /// Starts a game in a window of this size: `add` adds its plugins. The user waits one frame after everything that it does.
    ///
    /// # Panics
    /// If there is no window.
    pub fn start(size: UVec2, frame: TimeUpdateStrategy, add: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins(engine(size)).insert_resource(frame);
        add(&mut app);
        run_systems_in_turn(&mut app);
        app.finish();
        app.cleanup();
        let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(app.world()).expect("an engine has a window");
        Self { app, window, exit: None, pause: 1 }
    }

    /// The same user, but `frames` frames pass after each of its actions.
    pub fn with_pause(self, frames: u32) -> Self {
        Self { pause: frames, ..self }
    }

    /// Waits this number of frames.
    pub fn wait(&mut self, frames: u32) {
        for _ in 0..frames {
            self.app.update();
            self.exit = self.app.should_exit().or(self.exit.take());
        }
    }

    /// A resource of the game.
    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// A resource of the game, to be changed.
    pub fn get_mut<R: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, R> {
        self.app.world_mut().resource_mut()
    }

    /// How many entities have this component.
    pub fn count<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query::<&C>().iter(world).count()
    }

    /// Sends a message of the window, and waits.
    fn send(&mut self, message: impl Message) {
        self.app.world_mut().write_message(message);
        self.wait(self.pause);
    }

    fn press_or_release(&mut self, key_code: KeyCode, state: ButtonState) {
        let logical_key = Key::Unidentified(NativeKey::Unidentified);
        let window = self.window;
        self.send(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
    }

    /// Presses a key.
    pub fn hold(&mut self, key: KeyCode) {
        self.press_or_release(key, ButtonState::Pressed);
    }

    /// Releases a key.
    pub fn release(&mut self, key: KeyCode) {
        self.press_or_release(key, ButtonState::Released);
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: KeyCode) {
        self.hold(key);
        self.release(key);
    }

    /// Moves the mouse to a point of the window.
    pub fn point(&mut self, position: Vec2) {
        let window = self.window;
        if let Some(mut window) = self.app.world_mut().get_mut::<Window>(window) {
            window.set_cursor_position(Some(position));
        }
        self.send(CursorMoved { window, position, delta: None });
    }

    /// Moves the mouse by this number of pixels, to the right and down, and tells how far.
    pub fn move_by(&mut self, from: Vec2, delta: Vec2) {
        self.app.world_mut().write_message(MouseMotion { delta });
        self.point(from + delta);
    }

    /// Turns the wheel by this number of notches, away from the user.
    pub fn scroll(&mut self, notches: f32) {
        let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
        self.send(MouseWheel { unit, x: 0.0, y: notches, window: self.window, phase });
    }

    /// Presses a button of the mouse.
    pub fn press(&mut self, button: MouseButton) {
        self.send(MouseButtonInput { button, state: ButtonState::Pressed, window: self.window });
    }

    /// Releases a button of the mouse.
    pub fn let_go(&mut self, button: MouseButton) {
        self.send(MouseButtonInput { button, state: ButtonState::Released, window: self.window });
    }

    /// Clicks where the mouse is.
    pub fn click(&mut self, button: MouseButton) {
        self.press(button);
        self.let_go(button);
    }

    /// Clicks on the button that sends this message.
    ///
    /// # Panics
    /// If none does.
    pub fn click_button<A: Message + PartialEq + Debug>(&mut self, action: &A) {
        let world = self.app.world_mut();
        let mut buttons =
            world.query::<(&Press<A>, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
        let mut shown = buttons.iter(world).filter(|button| button.0.0 == *action && button.3.get());
        let (_, node, at, _) = shown.next().unwrap_or_else(|| panic!("no button does {action:?}"));
        let at = at.translation * node.inverse_scale_factor;
        self.point(at);
        self.click(MouseButton::Left);
    }

    /// The places of all texts that are shown, with their words.
    pub fn texts(&mut self) -> Vec<(String, Rect)> {
        let world = self.app.world_mut();
        let mut texts = world.query::<(&Text, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
        let shown = texts.iter(world).filter(|text| text.3.get() && text.1.size.min_element() > 0.0);
        shown.map(|(text, node, at, _)| (text.0.clone(), place(node, at))).collect()
    }

    /// Checks that all texts are in the window, and that none overlaps another.
    ///
    /// # Panics
    /// If they do not.
    pub fn check_texts(&mut self, size: UVec2) {
        let window = Rect::from_corners(Vec2::ZERO, size.as_vec2()).inflate(0.5);
        let texts = self.texts();
        assert!(!texts.is_empty());
        for (nth, (words, rect)) in texts.iter().enumerate() {
            let is_inside = window.contains(rect.min) && window.contains(rect.max);
            assert!(is_inside, "{words:?} is cut off at {size}: {rect:?}");
            for (other, place) in &texts[..nth] {
                let common = rect.intersect(*place);
                let overlap = if common.is_empty() { Vec2::ZERO } else { common.size() };
                assert!(overlap.min_element() < 2.0, "{words:?} and {other:?} overlap at {size}");
            }
        }
    }

    /// Checks that the text of every button is inside the button.
    ///
    /// # Panics
    /// If one is not.
    pub fn check_buttons<A: Message>(&mut self) {
        let world = self.app.world_mut();
        let mut buttons =
            world.query_filtered::<(&ComputedNode, &UiGlobalTransform, &Children), With<Press<A>>>();
        let mut texts = world.query::<(&Text, &ComputedNode, &UiGlobalTransform)>();
        let mut count = 0;
        for (node, at, children) in buttons.iter(world) {
            let button = place(node, at);
            for (text, node, at) in children.iter().filter_map(|child| texts.get(world, child).ok()) {
                let rect = place(node, at);
                let is_inside = button.contains(rect.min) && button.contains(rect.max);
                assert!(is_inside, "{:?} sticks out of its button: {rect:?} of {button:?}", text.0);
                count += 1;
            }
        }
        assert!(count > 0);
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
