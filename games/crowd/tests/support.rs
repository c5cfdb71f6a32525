//! The example in a window, without a renderer, and a user with keys and a mouse.

use crate::{
    agent::Agent,
    args::Args,
    choice::Choice,
    figures::Figures,
    stage::Stage,
    window::{self, action::Action, panel::Press},
};
use argh::FromArgs;
use bevy::{
    input::ButtonState, mesh::VertexAttributeValues, prelude::*, time::TimeUpdateStrategy,
    window::PrimaryWindow,
};
use bevy_tilepath::Congestion;
use kit::hands;
use std::time::Duration;

/// The corners of a mesh, and their colours.
type Corners = Vec<[f32; 3]>;
type Colors = Vec<[f32; 4]>;

/// Someone who watches.
pub struct User {
    pub app: App,
    window: Entity,
}

impl User {
    /// Starts the program with these arguments in a window of this size. Each frame is a sixtieth of a second.
    pub fn new(args: &[&str], size: UVec2) -> Self {
        let args = Args::from_args(&["crowd"], args).expect("the arguments are right");
        let mut app = App::new();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60);
        app.add_plugins(hands::engine(size)).insert_resource(frame);
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

    /// The corners and colours of the mesh of the only entity with this component, if there is one.
    pub fn mesh_of<C: Component>(&mut self) -> Option<(Corners, Colors)> {
        let world = self.app.world_mut();
        let mesh = world.query_filtered::<&Mesh2d, With<C>>().iter(world).next()?.0.clone();
        let mesh = world.resource::<Assets<Mesh>>().get(&mesh).expect("its mesh is there");
        let corners = mesh.attribute(Mesh::ATTRIBUTE_POSITION)?.as_float3()?.to_vec();
        let VertexAttributeValues::Float32x4(colors) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)? else {
            return None;
        };
        Some((corners, colors.clone()))
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            hands::key(self.app.world_mut(), self.window, key_code, state);
            self.wait(1);
        }
    }

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        let world = self.app.world_mut();
        let mut buttons = world.query::<(&Press, &ComputedNode, &UiGlobalTransform)>();
        let button = buttons.iter(world).find(|(press, _, _)| press.0 == action);
        let (_, node, at) = button.unwrap_or_else(|| panic!("no button does {action:?}"));
        let position = at.translation * node.inverse_scale_factor;
        hands::point(self.app.world_mut(), self.window, position);
        self.wait(2);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            hands::button(self.app.world_mut(), self.window, MouseButton::Left, state);
            self.wait(2);
        }
    }
}
