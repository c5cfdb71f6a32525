//! Which part of the board both panes show: pan and zoom.

use crate::{
    action::Action,
    board::{BoardChange, Document, TILE},
    input::{Area, Gesture, Phase},
};
use bevy::prelude::*;

/// What is in the middle of a pane, and how large.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// The point of the world in the middle of each pane.
    pub centre: Vec2,
    /// World units in a logical pixel.
    pub scale: f32,
    /// The whole board is shown, whatever happens to the window.
    pub is_fitted: bool,
}

impl Default for Sight {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, scale: 1.0, is_fitted: true }
    }
}

impl Sight {
    /// The largest cell, in logical pixels.
    const LARGEST_CELL: f32 = 120.0;

    /// The point of the world at a place in a pane, counted from its middle, y up.
    #[must_use]
    pub fn world(&self, at: Vec2) -> Vec2 {
        self.centre + at * self.scale
    }

    /// The place in a pane, counted from its middle, of a point of the world.
    #[must_use]
    pub fn place(&self, world: Vec2) -> Vec2 {
        (world - self.centre) / self.scale
    }

    /// The width of a cell in logical pixels.
    #[must_use]
    pub fn cell_pixels(&self) -> f32 {
        TILE / self.scale
    }

    /// Shows everything between two corners in a pane of this size.
    pub fn fit(&mut self, [low, high]: [Vec2; 2], pane: Vec2) {
        self.centre = (low + high) / 2.0;
        self.scale = ((high - low) / (pane - 10.0).max(Vec2::splat(10.0))).max_element();
        self.is_fitted = true;
    }

    /// Magnifies about a place in a pane. `tile` is the width of a tile.
    pub fn zoom(&mut self, factor: f32, about: Vec2, corners: [Vec2; 2], tile: f32) {
        let fixed = self.world(about);
        // Down to 64 pixels.
        let smallest = (corners[1] - corners[0]).max_element() / 64.0;
        self.scale = (self.scale / factor).min(smallest).max(tile / Self::LARGEST_CELL);
        self.centre = fixed - about * self.scale;
        self.keep_to(corners);
        self.is_fitted = false;
    }

    /// Moves the picture by a number of pixels.
    pub fn pan(&mut self, by: Vec2, corners: [Vec2; 2]) {
        self.centre -= by * self.scale;
        self.keep_to(corners);
        self.is_fitted = false;
    }

    fn keep_to(&mut self, [low, high]: [Vec2; 2]) {
        self.centre = self.centre.clamp(low, high);
    }
}

/// Obeys the controls and the wheel, and keeps the board fitted.
pub fn look(
    mut actions: MessageReader<Action>,
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    change: Res<BoardChange>,
    areas: Query<(&Area, &ComputedNode)>,
    mut sight: ResMut<Sight>,
) {
    let corners = document.board().bounds();
    let mut next = *sight;
    for action in actions.read() {
        match *action {
            Action::Fit => next.is_fitted = true,
            Action::Zoom(factor) => next.zoom(factor, Vec2::ZERO, corners, TILE),
            _ => {}
        }
    }
    for gesture in gestures.read().filter(|gesture| matches!(gesture.area, Area::Board(_))) {
        if let Phase::Wheel(lines) = gesture.phase {
            next.zoom(1.2_f32.powf(lines.clamp(-10.0, 10.0)), gesture.at, corners, TILE);
        }
    }
    let pane = areas.iter().find_map(|(area, node)| {
        let is_board = matches!(area, Area::Board(_));
        (is_board && node.size.min_element() > 0.0).then(|| node.size * node.inverse_scale_factor)
    });
    if let Some(pane) = pane
        && (next.is_fitted || change.0.whole)
    {
        next.fit(corners, pane);
    }
    sight.set_if_neq(next);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_fitted_board_is_inside_of_the_pane_and_a_zoom_keeps_its_place() {
        let board = Board::plain([300, 20].into());
        let mut sight = Sight::default();
        let pane = Vec2::new(640.0, 500.0);
        sight.fit(board.bounds(), pane);
        for corner in board.bounds() {
            assert!(sight.place(corner).abs().cmple(pane / 2.0).all());
        }
        let about = Vec2::new(100.0, 3.0);
        let before = sight.world(about);
        sight.zoom(4.0, about, board.bounds(), TILE);
        assert!((sight.world(about) - before).length() < 0.5);
        (0..50).for_each(|_| sight.zoom(2.0, about, board.bounds(), TILE));
        assert!(sight.cell_pixels() <= Sight::LARGEST_CELL + 0.1);
        (0..50).for_each(|_| sight.zoom(0.5, about, board.bounds(), TILE));
        assert!(sight.scale.is_finite());
        sight.pan(Vec2::splat(1e9), board.bounds());
        let [low, high] = board.bounds();
        assert!(sight.centre.cmpge(low).all() && sight.centre.cmple(high).all());
    }
}
