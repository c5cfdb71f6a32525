//! The game with its screens and controls, without a renderer, and a player with keys and a mouse.

use crate::{
    args::Args,
    board::{self, Board, MapKind},
    game::{Game, Tick},
    window::{self, action::Action, button::Press, screen::Screen},
};
use argh::FromArgs;
use bevy::{
    ecs::component::Mutable,
    input::ButtonState,
    prelude::*,
    time::TimeUpdateStrategy,
    window::{PrimaryWindow, WindowResized},
};
use kit::{game_window, hands};

/// The board of a kind.
pub fn board(kind: MapKind) -> Board {
    Board::load(&board::map_file(), kind).expect("the map is there")
}

/// Someone who plays.
pub struct Player {
    pub app: App,
    window: Entity,
    /// How the program has ended.
    pub exit: Option<AppExit>,
}

impl Player {
    /// Starts the program with these arguments. Each frame is one tick.
    pub fn new(args: &[&str]) -> Self {
        Self::in_window(args, game_window::WINDOW)
    }

    /// The same in a window of this size.
    pub fn in_window(args: &[&str], size: UVec2) -> Self {
        let args = Args::from_args(&["tower_defense"], args).expect("the arguments are right");
        let mut app = App::new();
        app.add_plugins(hands::engine(size))
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .add_systems(Startup, |mut commands: Commands, board: Res<Board>| {
                board.spawn(&mut commands, None);
            });
        window::plugin(&mut app, &args, board(args.map));
        app.finish();
        app.cleanup();
        let window =
            app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>().single(app.world()).unwrap();
        let mut player = Self { app, window, exit: None };
        player.wait(4);
        player
    }

    /// In a game that has just begun.
    pub fn in_game() -> Self {
        Self::new(&["--screen", "play"])
    }

    /// Waits this number of frames.
    pub fn wait(&mut self, frames: u32) {
        for _ in 0..frames {
            self.app.update();
            self.exit = self.app.should_exit().or(self.exit.take());
        }
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    pub fn get_mut<R: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, R> {
        self.app.world_mut().resource_mut()
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

    /// How many entities have this component.
    pub fn count<C: Component>(&mut self) -> usize {
        self.app.world_mut().query::<&C>().iter(self.app.world()).count()
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            hands::key(self.app.world_mut(), self.window, key_code, state);
            self.wait(2);
        }
    }

    /// Moves the mouse to a point of the window.
    pub fn point(&mut self, position: Vec2) {
        hands::point(self.app.world_mut(), self.window, position);
        self.wait(2);
    }

    /// Presses and releases a button of the mouse.
    pub fn press(&mut self, button: MouseButton) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            hands::button(self.app.world_mut(), self.window, button, state);
            self.wait(2);
        }
    }

    /// Moves the mouse over a cell.
    pub fn point_at(&mut self, cell: IVec2) {
        let at = self.get::<Board>().center_of(cell).extend(0.0);
        let world = self.app.world_mut();
        let (camera, transform) = world.query::<(&Camera, &GlobalTransform)>().single(world).unwrap();
        let position = camera.world_to_viewport(transform, at).unwrap();
        self.point(position);
    }

    /// Clicks on a cell with the left button.
    pub fn click_cell(&mut self, cell: IVec2) {
        self.point_at(cell);
        self.press(MouseButton::Left);
    }

    /// Clicks on the button that does this.
    pub fn click(&mut self, action: Action) {
        let at = self.place_of(action).unwrap_or_else(|| panic!("no button does {action:?}"));
        self.point(at);
        self.press(MouseButton::Left);
    }

    /// The middle of the button that does this, if it is shown.
    pub fn place_of(&mut self, action: Action) -> Option<Vec2> {
        let world = self.app.world_mut();
        let mut buttons = world.query::<(&Press, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
        let mut shown =
            buttons.iter(world).filter(|(press, _, _, visibility)| press.0 == action && visibility.get());
        shown.next().map(|(_, node, transform, _)| transform.translation * node.inverse_scale_factor)
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: UVec2) {
        let (window, new) = (self.window, size.as_vec2());
        self.app.world_mut().get_mut::<Window>(window).unwrap().resolution.set(new.x, new.y);
        self.app.world_mut().write_message(WindowResized { window, width: new.x, height: new.y });
        self.wait(4);
    }

    /// All texts that are shown.
    pub fn texts(&mut self) -> Vec<String> {
        let world = self.app.world_mut();
        let mut texts = world.query::<(&Text, &InheritedVisibility)>();
        texts.iter(world).filter(|(_, visibility)| visibility.get()).map(|(text, _)| text.0.clone()).collect()
    }
}
