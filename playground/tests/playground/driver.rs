//! A person at the playground: presses controls, drags over the board, types.

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
        mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel},
    },
    prelude::*,
    text::{EditableText, TextLayoutInfo},
    ui::UiGlobalTransform,
    ui_widgets::MenuPopup,
    window::{CursorLeft, CursorMoved, FileDragAndDrop, PrimaryWindow, WindowEvent, WindowFocused},
};
use playground::{
    action::{Action, Slider},
    app,
    args::Args,
    board::{Board, Document},
    controls::Menu,
    files::NameField,
    input::Area,
    pane::{Pane, PaneId, Panes},
    playback::Playback,
    sight::Sight,
    widgets::{Does, Slides},
};
use std::{path::PathBuf, time::Duration};

/// The playground and the person.
pub struct Driver {
    pub app: App,
    window: Entity,
    /// Where the pointer is.
    at: Vec2,
}

impl Driver {
    /// The playground as the command line begins it, after its first frames.
    pub fn new(command_line: &[&str]) -> Self {
        use argh::FromArgs;
        let args = Args::from_args(&["playground"], command_line).expect("the options are known");
        let mut app = app::without_window(&args);
        let mut windows = app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(app.world()).expect("there is a window");
        let mut driver = Self { app, window, at: Vec2::ZERO };
        driver.frames(4);
        driver.wait_for_texts();
        driver
    }

    /// Fonts are loaded in the background. Until they are there, texts have no size, and the board lies elsewhere.
    fn wait_for_texts(&mut self) {
        let mut texts = self.app.world_mut().query::<(&Text, &TextLayoutInfo, &InheritedVisibility)>();
        for _ in 0..2000 {
            let mut shown = texts
                .iter(self.app.world())
                .filter(|(text, _, visible)| visible.get() && !text.trim().is_empty());
            if shown.all(|(_, layout, _)| layout.size.min_element() > 0.0) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
            self.frames(1);
        }
        self.frames(2);
    }

    pub fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.app.update());
    }

    pub fn document(&self) -> &Document {
        self.app.world().resource()
    }

    pub fn board(&self) -> &Board {
        self.document().board()
    }

    pub fn playback(&self) -> &Playback {
        self.app.world().resource()
    }

    pub fn panes(&self) -> &Panes {
        self.app.world().resource()
    }

    pub fn left(&self) -> &Pane {
        self.panes().get(PaneId::Left)
    }

    pub fn resource<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// The middle and the size of the node that has a component, in logical pixels, if it is shown.
    pub fn find<C: Component + PartialEq>(&mut self, wanted: &C) -> Option<[Vec2; 2]> {
        let mut nodes =
            self.app.world_mut().query::<(&C, &ComputedNode, &UiGlobalTransform, &InheritedVisibility)>();
        let found = nodes.iter(self.app.world()).find(|(found, node, _, visible)| {
            *found == wanted && visible.get() && node.size.min_element() > 0.0
        });
        found.map(|(_, node, place, _)| {
            [place.translation * node.inverse_scale_factor, node.size * node.inverse_scale_factor]
        })
    }

    /// The menu that is open.
    pub fn open_menu(&mut self) -> Option<Menu> {
        let mut popups = self.app.world_mut().query_filtered::<(&Visibility, &ChildOf), With<MenuPopup>>();
        let world = self.app.world();
        let open = popups.iter(world).find(|(visibility, _)| **visibility == Visibility::Visible)?;
        let siblings = world.get::<Children>(open.1.parent())?;
        siblings.iter().find_map(|node| world.get::<Menu>(node).copied())
    }

    /// Returns whether a control shows the ring of the keyboard's focus.
    pub fn has_focus_ring<C: Component + PartialEq>(&mut self, wanted: &C) -> bool {
        let mut rings = self.app.world_mut().query_filtered::<&C, With<Outline>>();
        rings.iter(self.app.world()).any(|found| found == wanted)
    }

    /// Presses Tab until a control shows the ring.
    ///
    /// # Panics
    /// If none of a hundred leads there.
    pub fn tab_to<C: Component + PartialEq>(&mut self, wanted: &C) {
        let found = (0..100).any(|_| {
            self.key(KeyCode::Tab);
            self.has_focus_ring(wanted)
        });
        assert!(found, "Tab does not lead there");
    }

    /// The name of the file in the field.
    pub fn file_name(&mut self) -> String {
        let mut fields = self.app.world_mut().query_filtered::<&EditableText, With<NameField>>();
        fields.single(self.app.world()).expect("there is one field").value().to_string()
    }

    fn send(&mut self, event: WindowEvent) {
        self.app.world_mut().write_message(event);
    }

    /// Moves the pointer, without a frame.
    pub fn point(&mut self, at: Vec2) {
        self.at = at;
        let moved = CursorMoved { window: self.window, position: at, delta: None };
        self.app.world_mut().write_message(moved.clone());
        self.send(moved.into());
    }

    fn button(&mut self, button: MouseButton, state: ButtonState) {
        let input = MouseButtonInput { button, state, window: self.window };
        self.app.world_mut().write_message(input);
        self.send(input.into());
    }

    pub fn press(&mut self, button: MouseButton) {
        self.button(button, ButtonState::Pressed);
    }

    pub fn release(&mut self, button: MouseButton) {
        self.button(button, ButtonState::Released);
    }

    /// The pointer leaves the window.
    pub fn leave(&mut self) {
        self.send(CursorLeft { window: self.window }.into());
    }

    pub fn lose_focus(&mut self) {
        self.send(WindowFocused { window: self.window, focused: false }.into());
    }

    pub fn wheel(&mut self, lines: f32) {
        let (unit, window) = (MouseScrollUnit::Line, self.window);
        self.send(
            MouseWheel { unit, x: 0.0, y: lines, window, phase: bevy::input::touch::TouchPhase::Moved }
                .into(),
        );
        self.frames(1);
    }

    pub fn drop_file(&mut self, file: PathBuf) {
        self.send(FileDragAndDrop::DroppedFile { window: self.window, path_buf: file }.into());
        self.frames(2);
    }

    /// Presses and lets go of a button at a place, with frames in between.
    pub fn click_at(&mut self, at: Vec2, button: MouseButton) {
        self.point(at);
        self.press(button);
        self.frames(1);
        self.release(button);
        self.frames(2);
    }

    /// Clicks on the control that does this.
    ///
    /// # Panics
    /// If there is none, it is not shown, or it is outside of the window.
    pub fn click(&mut self, action: Action) {
        self.click_on(&Does(vec![action]));
    }

    /// Clicks on a node.
    ///
    /// # Panics
    /// If there is none, it is not shown, or it is outside of the window.
    pub fn click_on<C: Component + PartialEq + core::fmt::Debug>(&mut self, wanted: &C) {
        let [middle, _] = self.find(wanted).unwrap_or_else(|| panic!("{wanted:?} is not shown"));
        self.click_at(middle, MouseButton::Left);
    }

    /// Opens a menu and clicks on a line of it.
    pub fn choose(&mut self, menu: Menu, action: Action) {
        self.click_on(&menu);
        self.click(action);
    }

    /// Presses a slider at a share of its width.
    pub fn slide(&mut self, slider: Slider, share: f32) {
        let [middle, size] = self.find(&Slides(slider)).expect("the slider is shown");
        self.click_at(middle + Vec2::new((share - 0.5) * (size.x - 2.0), 0.0), MouseButton::Left);
    }

    /// The place of a cell of the board in a pane.
    pub fn place_in(&mut self, pane: PaneId, cell: IVec2) -> Vec2 {
        let [middle, _] = self.find(&Area::Board(pane)).expect("the pane is shown");
        let sight = *self.resource::<Sight>();
        let place = sight.place(self.board().layout().geometry().center_of(cell));
        middle + place * Vec2::new(1.0, -1.0)
    }

    /// The place of a cell in the left pane.
    pub fn place(&mut self, cell: IVec2) -> Vec2 {
        self.place_in(PaneId::Left, cell)
    }

    /// Drags from cell to cell, each in a frame of its own.
    pub fn drag(&mut self, cells: &[IVec2], button: MouseButton) {
        let places: Vec<Vec2> = cells.iter().map(|&cell| self.place(cell)).collect();
        self.point(places[0]);
        self.press(button);
        self.frames(1);
        for &place in &places[1..] {
            self.point(place);
            self.frames(1);
        }
        self.release(button);
        self.frames(2);
    }

    /// Presses and lets go of a key.
    pub fn key(&mut self, code: KeyCode) {
        self.type_key(code, Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified), None);
    }

    /// Presses a key while others are held.
    pub fn chord(&mut self, held: KeyCode, code: KeyCode) {
        self.key_event(held, Key::Control, None, ButtonState::Pressed);
        self.key(code);
        self.key_event(held, Key::Control, None, ButtonState::Released);
        self.frames(1);
    }

    /// Selects all of a text.
    pub fn select_all(&mut self) {
        self.key_event(KeyCode::ControlLeft, Key::Control, None, ButtonState::Pressed);
        self.type_key(KeyCode::KeyA, Key::Character("a".into()), None);
        self.key_event(KeyCode::ControlLeft, Key::Control, None, ButtonState::Released);
        self.frames(1);
    }

    /// Types a text, letter by letter.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.type_key(
                KeyCode::Space,
                Key::Character(letter.to_string().into()),
                Some(&letter.to_string()),
            );
        }
    }

    pub fn type_key(&mut self, code: KeyCode, logical: Key, text: Option<&str>) {
        self.key_event(code, logical.clone(), text, ButtonState::Pressed);
        self.frames(1);
        self.key_event(code, logical, None, ButtonState::Released);
        self.frames(1);
    }

    fn key_event(&mut self, key_code: KeyCode, logical_key: Key, text: Option<&str>, state: ButtonState) {
        let input = KeyboardInput {
            key_code,
            logical_key,
            state,
            text: text.map(Into::into),
            repeat: false,
            window: self.window,
        };
        self.app.world_mut().write_message(input.clone());
        self.send(input.into());
    }

    /// All texts that are shown.
    pub fn texts(&mut self) -> Vec<String> {
        let mut texts = self.app.world_mut().query::<(&Text, &ComputedNode, &InheritedVisibility)>();
        let shown =
            texts.iter(self.app.world()).filter(|(_, node, visible)| visible.get() && node.size.y > 0.0);
        shown.map(|(text, ..)| text.0.clone()).collect()
    }
}
