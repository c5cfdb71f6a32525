//! Answers to local path requests, which are no part of the game.

mod question;
mod searches;

pub(crate) use searches::{LocalSearches, answer_locally, forget_answer};
