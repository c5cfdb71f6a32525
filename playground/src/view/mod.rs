//! What the panes show: the board as one texture, paths, markers and numbers.

mod between;
mod cameras;
mod jumps;
mod labels;
mod markers;
mod material;
mod numbers;
mod palette;
mod paths;
mod picture;
mod ribbon;
mod stage;

pub use between::{BetweenCells, Part, draw as draw_between};
pub use cameras::{PaneCamera, follow_sight, pane_layer, spawn as spawn_cameras};
pub use jumps::{JumpLine, draw as draw_jumps};
pub use labels::{Label, Labels, Note};
pub use markers::{Marker, place as place_markers, spawn as spawn_markers};
pub use material::{BoardMaterial, plugin as material_plugin};
pub use numbers::{Numbers, show as show_numbers, toggle as toggle_numbers};
pub use palette::{Swatch, colour_of};
pub use paths::{PathLine, draw as draw_paths};
pub use picture::{Picture, paint as paint_pictures, spawn as spawn_pictures};
pub use ribbon::{Dashes, Figure, ribbon};
pub use stage::{Canvas, Stage};
