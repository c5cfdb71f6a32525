//! The game with its controls, without a renderer, and a player with keys and a mouse.

use crate::{
    args::Args,
    board::{self, Board},
    generate,
    unit::{Job, Unit, UnitKind},
    window::{self, select::Selected},
};
use argh::FromArgs;
use bevy::{math::Vec3Swizzles, prelude::*};
use bevy_tilepath::NavGrid;
use kit::{game_window, hands, headless::frames_per_second};

/// Someone who plays.
#[derive(Deref, DerefMut)]
pub struct Player(hands::User);

impl Player {
    /// Starts the program. The cursor is on the board.
    pub fn new() -> Self {
        Self::in_window(game_window::WINDOW, generate::board(1))
    }

    /// The same on this board, in a window of this size.
    pub fn in_window(size: UVec2, board: Board) -> Self {
        let args = Args::from_args(&["rts"], &[]).expect("there are no arguments");
        let mut player = Self(hands::User::start(size, frames_per_second(20), |app| {
            app.add_systems(Startup, board::spawn_bare);
            window::plugin(app, &args, board);
        }));
        player.point(size.as_vec2() / 2.0);
        player.wait(2);
        player
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

    /// The value of a component of a unit.
    pub fn of<C: Component + Copy>(&self, unit: Entity) -> C {
        *self.app.world().get(unit).unwrap()
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
        let at = self.of::<Transform>(unit).translation.xy();
        let at = self.in_view(at);
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
