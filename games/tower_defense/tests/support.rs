//! The game with its screens and controls, without a renderer, and a player with keys and a mouse.

use crate::{
    args::Args,
    board::{self, Board, MapKind},
    game::{Game, Tick},
    window::{self, action::Action, screen::Screen},
};
use argh::FromArgs;
use bevy::{prelude::*, time::TimeUpdateStrategy, window::WindowResized};
use kit::{game_window, hands};

/// The board of a kind.
pub fn board(kind: MapKind) -> Board {
    Board::load(kind).expect("the map is there")
}

/// Someone who plays.
#[derive(Deref, DerefMut)]
pub struct Player(hands::User);

impl Player {
    /// Starts the program with these arguments. Each frame is one tick.
    pub fn new(args: &[&str]) -> Self {
        Self::in_window(args, game_window::WINDOW)
    }

    /// The same in a window of this size.
    pub fn in_window(args: &[&str], size: UVec2) -> Self {
        let args = Args::from_args(&["tower_defense"], args).expect("the arguments are right");
        let user = hands::User::start(size, TimeUpdateStrategy::FixedTimesteps(1), |app| {
            app.add_systems(Startup, board::spawn_bare);
            window::plugin(app, &args, board(args.map));
        });
        let mut player = Self(user.with_pause(2));
        player.wait(4);
        player
    }

    /// In a game that has just begun.
    pub fn in_game() -> Self {
        Self::new(&["--screen", "play"])
    }

    pub fn screen(&self) -> Screen {
        *self.get::<State<Screen>>().get()
    }

    pub fn game(&self) -> &Game {
        self.get()
    }

    pub fn tick(&self) -> u32 {
        self.get::<Tick>().0
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let at = self.get::<Board>().center_of(cell);
        let at = self.in_view(at);
        self.point(at);
    }

    /// Clicks on a cell with the left button.
    pub fn click_cell(&mut self, cell: IVec2) {
        self.point_at(cell);
        self.0.click(MouseButton::Left);
    }

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        self.click_button(&action);
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: UVec2) {
        let (window, new) = (self.window, size.as_vec2());
        self.app.world_mut().get_mut::<Window>(window).unwrap().resolution.set(new.x, new.y);
        self.app.world_mut().write_message(WindowResized { window, width: new.x, height: new.y });
        self.wait(4);
    }

    /// The words of all texts that are shown.
    pub fn words(&mut self) -> Vec<String> {
        self.texts().into_iter().map(|(words, _)| words).collect()
    }
}
