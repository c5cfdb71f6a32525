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
use bevy::{mesh::VertexAttributeValues, prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::Congestion;
use kit::hands;
use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

/// The corners of a mesh, and their colours.
type Corners = Vec<[f32; 3]>;
type Colors = Vec<[f32; 4]>;

/// Someone who watches.
pub struct User(hands::User);

impl Deref for User {
    type Target = hands::User;

    fn deref(&self) -> &hands::User {
        &self.0
    }
}

impl DerefMut for User {
    fn deref_mut(&mut self) -> &mut hands::User {
        &mut self.0
    }
}

impl User {
    /// Starts the program with these arguments in a window of this size. Each frame is a sixtieth of a second.
    pub fn new(args: &[&str], size: UVec2) -> Self {
        let args = Args::from_args(&["crowd"], args).expect("the arguments are right");
        let mut app = App::new();
        let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60);
        app.add_plugins(hands::engine(size)).insert_resource(frame);
        window::plugin(&mut app, &args);
        let mut user = Self(hands::User::new(app));
        user.wait(4);
        user
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

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        let world = self.app.world_mut();
        let mut buttons = world.query::<(&Press, &ComputedNode, &UiGlobalTransform)>();
        let button = buttons.iter(world).find(|(press, _, _)| press.0 == action);
        let (_, node, at) = button.unwrap_or_else(|| panic!("no button does {action:?}"));
        let position = at.translation * node.inverse_scale_factor;
        self.point(position);
        self.wait(1);
        self.0.click(MouseButton::Left);
        self.wait(1);
    }
}
