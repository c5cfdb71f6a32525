//! The example in a window, without a renderer, and a user with keys and a mouse.

use crate::{
    agent::Agent,
    args::Args,
    choice::Choice,
    figures::Figures,
    shared::assets,
    window::{self, action::Action, panel::Press},
};
use argh::FromArgs;
use bevy::{
    asset::AssetPlugin,
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
        mouse::MouseButtonInput,
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
use std::time::Duration;

/// Someone who watches.
pub struct User {
    pub app: App,
    window: Entity,
}

impl User {
    /// Starts the program with these arguments in a window of this size. Each frame is a sixtieth of a second.
    pub fn new(args: &[&str], size: UVec2) -> Self {
        let args = Args::from_args(&["crowd"], args).expect("the arguments are right");
        let no_card = Box::new(WgpuSettings { backends: None, ..default() });
        let primary_window = Some(Window { resolution: size.into(), ..default() });
        let engine = DefaultPlugins
            .set(RenderPlugin { render_creation: RenderCreation::Automatic(no_card), ..default() })
            .set(WindowPlugin { primary_window, ..default() })
            .set(AssetPlugin { file_path: assets::folder().to_string_lossy().into_owned(), ..default() })
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>();
        let mut app = App::new();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60);
        app.add_plugins(engine).insert_resource(frame);
        window::plugin(&mut app, &args);
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

    pub fn choice(&self) -> Choice {
        *self.get()
    }

    pub fn figures(&self) -> &Figures {
        self.get()
    }

    /// How many agents have this component.
    pub fn agents_with<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<(), (With<Agent>, With<C>)>().iter(world).count()
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = Key::Unidentified(NativeKey::Unidentified);
            let (window, repeat, text) = (self.window, false, None);
            self.app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key,
                state,
                text,
                repeat,
                window,
            });
            self.wait(1);
        }
    }

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        let world = self.app.world_mut();
        let mut buttons = world.query::<(&Press, &ComputedNode, &UiGlobalTransform)>();
        let button = buttons.iter(world).find(|(press, _, _)| press.0 == action);
        let (_, node, at) = button.unwrap_or_else(|| panic!("no button does {action:?}"));
        let (window, position) = (self.window, at.translation * node.inverse_scale_factor);
        self.app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(position));
        self.app.world_mut().write_message(CursorMoved { window, position, delta: None });
        self.wait(2);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let button = MouseButton::Left;
            self.app.world_mut().write_message(MouseButtonInput { button, state, window });
            self.wait(2);
        }
    }
}
