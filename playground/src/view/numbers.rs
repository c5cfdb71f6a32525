//! g, h and f in the cells, where they are large enough.

use crate::{
    board::{Board, Document},
    input::{Area, Target},
    pane::{Algorithm, Pane, PaneId, Panes},
    playback::Playback,
    sight::Sight,
    widgets::theme,
};
use bevy::prelude::*;

/// The text in a cell of a pane.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub struct CellText {
    pane: PaneId,
    /// The slot in the pool of texts.
    slot: usize,
}

/// Cells narrower than this have no numbers, in logical pixels.
const LEAST_CELL: f32 = 46.0;
/// At most this many cells of a pane have numbers.
const MOST_CELLS: usize = 700;

/// Writes the numbers of the cells that are in sight.
pub fn show(
    mut commands: Commands,
    document: Res<Document>,
    panes: Res<Panes>,
    playback: Res<Playback>,
    sight: Res<Sight>,
    areas: Query<(Entity, &Target, &ComputedNode)>,
    mut texts: Query<(Entity, &CellText, &mut Node, &mut Text, &mut TextFont)>,
) {
    let board = document.board();
    for (area, target, node) in &areas {
        let &Target::Area(Area::Board(id)) = target else { continue };
        let size = node.size * node.inverse_scale_factor;
        let is_shown = panes.shown().any(|(shown, _)| shown == id);
        let wanted = if is_shown { cells_in_sight(board, &sight, size) } else { Vec::new() };
        let pane = panes.get(id);
        let lines: Vec<(IVec2, String)> = wanted
            .into_iter()
            .filter_map(|cell| Some((cell, numbers_of(board, pane, cell, playback.step())?)))
            .collect();
        let mut pool: Vec<_> = texts.iter_mut().filter(|(_, text, ..)| text.pane == id).collect();
        pool.sort_by_key(|(_, text, ..)| text.slot);
        for (_, _, node, ..) in pool.iter_mut().skip(lines.len()) {
            hide(node);
        }
        let pixels = (sight.cell_pixels() * 0.2).clamp(9.0, 16.0).round();
        let font = theme::font(pixels);
        let height = |line: &str| line.lines().count() as f32 * pixels * 1.2;
        let count = pool.len();
        for ((cell, line), (_, _, node, text, old_font)) in lines.iter().zip(&mut pool) {
            node.set_if_neq(node_of(board, &sight, size, (*cell, height(line))));
            text.set_if_neq(Text::new(line.clone()));
            old_font.set_if_neq(font.clone());
        }
        for (slot, (cell, line)) in lines.iter().enumerate().skip(count) {
            commands.spawn((
                ChildOf(area),
                CellText { pane: id, slot },
                node_of(board, &sight, size, (*cell, height(line))),
                Text::new(line.clone()),
                font.clone(),
                TextColor(Color::srgb(0.05, 0.06, 0.08)),
                TextLayout::justify(Justify::Center),
            ));
        }
    }
}

fn hide(node: &mut Mut<Node>) {
    if node.display != Display::None {
        node.display = Display::None;
    }
}

/// The cells in a pane of this size, if they are large enough for numbers.
fn cells_in_sight(board: &Board, sight: &Sight, size: Vec2) -> Vec<IVec2> {
    if sight.cell_pixels() < LEAST_CELL {
        return Vec::new();
    }
    let geometry = board.layout().geometry();
    let is_inside = |cell: &IVec2| sight.place(geometry.center_of(*cell)).abs().cmplt(size / 2.0).all();
    // Start and goal have discs.
    let is_bare = |cell: &IVec2| *cell != board.start() && *cell != board.goal();
    let cells = (0..board.terrain().len()).map(|index| board.terrain().cell(index));
    cells.filter(is_bare).filter(is_inside).take(MOST_CELLS).collect()
}

/// The numbers of a cell, if it was expanded by this step.
fn numbers_of(board: &Board, pane: &Pane, cell: IVec2, step: usize) -> Option<String> {
    let index = board.terrain().index(cell)?;
    let numbers = pane.run().recording.numbers(index, step)?;
    let lengths = pane.settings().lengths.pair();
    let [g, h, f] = [numbers.g, numbers.h, numbers.f].map(|cost| lengths.in_tiles(cost));
    Some(match pane.settings().algorithm {
        Algorithm::Greedy => format!("h {h:.1}"),
        Algorithm::GoalField | Algorithm::Dijkstra => format!("g {g:.1}"),
        _ => format!("g {g:.1}\nh {h:.1}\nf {f:.1}"),
    })
}

/// The box of a text so high, in the middle of its cell.
fn node_of(board: &Board, sight: &Sight, size: Vec2, (cell, height): (IVec2, f32)) -> Node {
    let place = sight.place(board.layout().geometry().center_of(cell));
    let width = sight.cell_pixels();
    Node {
        position_type: PositionType::Absolute,
        left: px((size.x / 2.0 + place.x - width / 2.0).round()),
        top: px((size.y / 2.0 - place.y - height / 2.0).round()),
        width: px(width.round()),
        ..default()
    }
}
