//! The parts that the interface is made of: Bevy's widgets in the look of feathers, each with the actions that it stands for.

mod button;
mod menu;
mod slider;
pub mod theme;

pub use button::{Does, Hint, Swatched, activate, button, caption, plain, swatch_button, with};
pub use menu::{Mark, MenuItem, menu};
pub use slider::{Slides, slide, slider};
