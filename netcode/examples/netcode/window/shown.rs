//! What the window shows, and when it does so.

use crate::{duel::Duel, view::View};
use bevy::prelude::*;

/// What the window shows.
#[derive(Resource)]
pub struct Shown {
    pub views: [View; 2],
    pub latency: u32,
    pub is_cut: bool,
    pub confirmed: i32,
    pub desync: Option<i32>,
}

/// The order of systems in a frame of the window.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Input,
    Look,
    Draw,
}

impl Shown {
    /// What is to be seen of both games now.
    pub fn of(duel: &mut Duel) -> Self {
        Self {
            views: [duel.view(0), duel.view(1)],
            latency: duel.network.latency(),
            is_cut: duel.network.is_cut(),
            confirmed: duel.confirmed(),
            desync: duel.desync,
        }
    }
}

pub fn plugin(app: &mut App) {
    app.configure_sets(Update, (Stage::Input, Stage::Look, Stage::Draw).chain())
        .add_systems(Update, look.in_set(Stage::Look));
}

fn look(mut duel: NonSendMut<Duel>, mut shown: ResMut<Shown>) {
    *shown = Shown::of(&mut duel);
}
