//! The debug overlay in real apps, without a window: what it draws is read from its meshes and textures.

mod bad_input;
mod cells;
mod keys;
mod lines;
mod order;
mod plane;
mod search;
mod selection;
mod support;
mod times;
