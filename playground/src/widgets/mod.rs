//! The parts that the interface is made of: buttons, menus, sliders, readings, and their look.

mod button;
mod icons;
mod look;
mod menu;
mod slider;
pub mod theme;

pub use button::{ButtonLook, Hint, button, caption, icon_button, menu_button, swatch_button};
pub use icons::{Icon, Icons};
pub use look::paint_buttons;
pub use menu::{MenuItem, OpenMenu, Popup, drop_down};
pub use slider::{Knob, move_knobs, slider};
