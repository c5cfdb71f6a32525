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
use bevy::{prelude::*, time::TimeUpdateStrategy};
use kit::{
    hands,
    probes::{InWalls, Nearest, count_in_walls, note_nearest},
};
use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

/// Frames of a second.
pub const FRAMES: u32 = 20;

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
        let mut user = Self(hands::User::new(app));
        user.wait(4);
        user
    }

    /// How many agents have this component.
    pub fn agents_with<C: Component>(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<(), (With<Agent>, With<C>)>().iter(world).count()
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let at = self.in_view(Board::geometry().center_of(cell));
        self.point(at);
    }
}
