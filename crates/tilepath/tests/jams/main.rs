//! Jams in narrow places that giving way does not solve: agents get past each other by a plan.

mod parts;
mod play;
mod rows;
mod saves;
