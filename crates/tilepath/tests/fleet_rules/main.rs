//! Rules that hold for every kind of agent: on its own, on a shared goal field, in a crowd, and on waypoints.

mod born_on_link;
mod flickering;
mod leaving_map;
mod no_speed;
mod pushes;
mod scene;
mod steering;
