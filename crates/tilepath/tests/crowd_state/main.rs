//! Crowds that are saved in mid-walk and loaded again go on as before. Data that is no crowd is refused.

mod altered;
mod march;
mod mover;
mod refused;
mod walk;
