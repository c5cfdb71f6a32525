//! The numbers in the cells that a search expanded, drawn by the program: no font is needed.

use super::{
    drawing::{DebugDrawing, Pen},
    search::DebugSearch,
    settings::PathfindingDebug,
    shapes::{Shapes, ink},
    view::{View, Views, fit_box},
};
use crate::map::NavGrid;
use bevy::prelude::*;
use tilepath::CellGeometry;

/// The numbers as they were drawn last.
#[derive(Resource, Default)]
pub(super) struct NumberState {
    version: u64,
    view: View,
    geometry: Option<CellGeometry>,
    is_drawn: bool,
}

/// The rows of the ten digits from the top, five of three dots each; the left dot is the highest bit.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// Two lines of four digits, with room round them, in dots.
const BOX: Vec2 = Vec2::new(17.0, 14.0);
/// Dots smaller than this can't be read, in pixels.
const LEAST_DOT: f32 = 0.9;

/// Draws the numbers again if the search, the map or the camera has changed. If the cells are too small to be read, or too many, there are
/// none.
pub(super) fn draw_numbers(
    debug: Res<PathfindingDebug>,
    nav_grid: Res<NavGrid>,
    search: Res<DebugSearch>,
    views: Views,
    mut state: ResMut<NumberState>,
    mut pen: Pen,
) {
    let geometry = nav_grid.geometry().filter(|_| debug.layers.numbers && !search.cells().is_empty());
    let Some(geometry) = geometry else {
        pen.erase(DebugDrawing::Numbers);
        return;
    };
    let view = views.get();
    let seen = (search.version(), view, Some(*geometry));
    let is_same = (state.version, state.view, state.geometry) == seen;
    if is_same && !debug.is_changed() && !pen.has_lost(DebugDrawing::Numbers, state.is_drawn) {
        return;
    }
    (state.version, state.view, state.geometry) = seen;
    let dot = fit_box(geometry, BOX.x, BOX.y);
    let in_view = |cell: &&crate::fleet::TracedCell| view.contains(geometry.center_of(cell.cell));
    let mut shapes = Shapes::default();
    let is_readable = view.pixels(dot) >= LEAST_DOT;
    if is_readable && search.cells().iter().filter(in_view).nth(debug.max_marks).is_none() {
        let [edge, number] = [debug.colors.edge, debug.colors.number].map(ink);
        for traced in search.cells().iter().filter(in_view) {
            let center = geometry.center_of(traced.cell);
            for (text, y) in search.texts(traced, debug.numbers).iter().zip([3.5, -3.5]) {
                let at = center + Vec2::new(0.0, y * dot);
                write(&mut shapes, text, at, dot, 0.35, edge);
                write(&mut shapes, text, at, dot, 0.0, number);
            }
        }
    }
    state.is_drawn = !shapes.is_empty();
    pen.draw(DebugDrawing::Numbers, &debug, shapes);
}

/// Writes digits and points centred on a place, each dot grown by a share of it on every side.
fn write(shapes: &mut Shapes, text: &str, at: Vec2, dot: f32, grown: f32, ink: [f32; 4]) {
    let width = |sign: char| if sign == '.' { 2.0 } else { 4.0 };
    let whole = text.chars().map(width).sum::<f32>() - 1.0;
    // Five digits and more are smaller.
    let dot = dot * ((BOX.x - 1.0) / whole).min(1.0);
    let mut left = -whole / 2.0;
    for sign in text.chars() {
        let digit = sign.to_digit(10).and_then(|digit| DIGITS.get(digit as usize));
        let rows = digit.copied().unwrap_or([0, 0, 0, 0, 0b100]);
        for (row, y) in rows.into_iter().zip([1.5, 0.5, -0.5, -1.5, -2.5]) {
            for (first, last) in runs(row) {
                let min = Vec2::new(left + first as f32, y) - grown;
                let max = Vec2::new(left + last as f32 + 1.0, y + 1.0) + grown;
                shapes.rect(Rect { min: at + min * dot, max: at + max * dot }, ink);
            }
        }
        left += width(sign);
    }
}

/// The runs of dots in a row of a digit, from the first to the last dot.
fn runs(row: u8) -> impl Iterator<Item = (usize, usize)> {
    let is_set = move |x: usize| x < 3 && row & (0b100 >> x) != 0;
    let starts = (0..3).filter(move |&x| is_set(x) && (x == 0 || !is_set(x - 1)));
    starts.map(move |first| (first, (first..3).take_while(|&x| is_set(x)).last().unwrap_or(first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_beside_each_other_are_one_run() {
        let runs = |row| runs(row).collect::<Vec<_>>();
        assert_eq!(runs(0b111), [(0, 2)]);
        assert_eq!(runs(0b101), [(0, 0), (2, 2)]);
        assert_eq!(runs(0b011), [(1, 2)]);
        assert_eq!(runs(0), []);
    }

    #[test]
    fn no_two_digits_look_alike() {
        for (one, rows) in DIGITS.iter().enumerate() {
            assert!(DIGITS[..one].iter().all(|other| other != rows), "{one}");
        }
    }

    #[test]
    fn the_longest_numbers_fit_into_their_box() {
        for text in ["99.9", "4321", "65536"] {
            let mut shapes = Shapes::default();
            write(&mut shapes, text, Vec2::ZERO, 1.0, 0.5, [1.0; 4]);
            assert!(shapes.points().all(|point| point.x.abs() <= BOX.x / 2.0), "{text}");
        }
    }
}
