//! The board with its history: every edit goes through here, is undone here, and is told to whoever follows the board.

use super::{
    between::Pair,
    cells::{Board, Cell},
};
use bevy::{math::IVec2, prelude::Resource};
use tilepath::{EdgeWall, NavLink};

/// The board, what can be undone, and what others have not seen yet.
#[derive(Resource, Debug)]
pub struct Document {
    board: Board,
    undo: Vec<Vec<Edit>>,
    redo: Vec<Vec<Edit>>,
    /// The edits of the stroke under way, as they are undone.
    stroke: Vec<Edit>,
    change: Change,
}

/// What has changed since it was last [taken](Document::take_change).
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Change {
    /// The board is another one: size, layout or all cells.
    pub whole: bool,
    /// The cells that were edited, in order, some of them more than once.
    pub cells: Vec<IVec2>,
    /// Links or walls on edges have come or gone.
    pub between: bool,
    /// Start or goal have moved.
    pub ends: bool,
}

impl Change {
    /// Returns whether nothing has changed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// An edit that brings back what was.
#[derive(Clone, Debug)]
enum Edit {
    Cell(IVec2, Cell),
    Link(Pair, Option<NavLink>),
    EdgeWall(Pair, Option<EdgeWall>),
    Start(IVec2),
    Goal(IVec2),
    Whole(Box<Board>),
}

/// So many strokes can be undone.
const MOST_STROKES: usize = 500;

impl Document {
    /// A document that shows a board.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let change = Change { whole: true, ..Change::default() };
        Self { board, undo: Vec::new(), redo: Vec::new(), stroke: Vec::new(), change }
    }

    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Sets a cell, as part of the stroke under way. Start and goal stay free: they never become walls.
    pub fn set(&mut self, at: IVec2, cell: Cell) {
        let is_end = at == self.board.start() || at == self.board.goal();
        if self.board.cell(at).is_none_or(|now| now == cell) || (is_end && cell.terrain == 0) {
            return;
        }
        let undone = self.apply(Edit::Cell(at, cell));
        self.stroke.push(undone);
    }

    /// Sets or removes the link between two cells, as part of the stroke under way.
    pub fn set_link(&mut self, pair: Pair, link: Option<NavLink>) {
        if self.board.may_link(pair) && self.board.link(pair) != link {
            let undone = self.apply(Edit::Link(pair, link));
            self.stroke.push(undone);
        }
    }

    /// Sets or removes the wall on the edge between two cells, as part of the stroke under way.
    pub fn set_edge_wall(&mut self, pair: Pair, wall: Option<EdgeWall>) {
        if self.board.has_edge(pair) && self.board.edge_wall(pair) != wall {
            let undone = self.apply(Edit::EdgeWall(pair, wall));
            self.stroke.push(undone);
        }
    }

    /// Removes the links that begin or end in a cell, as part of the stroke under way.
    pub fn remove_links(&mut self, at: IVec2) {
        let pairs: Vec<Pair> = self.board.links().map(Pair::from).filter(|pair| pair.has(at)).collect();
        pairs.into_iter().for_each(|pair| self.set_link(pair, None));
    }

    /// Removes the walls on the edges of a cell, as part of the stroke under way.
    pub fn remove_edge_walls(&mut self, at: IVec2) {
        let pairs: Vec<Pair> = self.board.edge_walls().map(Pair::from).filter(|pair| pair.has(at)).collect();
        pairs.into_iter().for_each(|pair| self.set_edge_wall(pair, None));
    }

    /// Moves the start, as part of the stroke under way. It stays where it is if the cell is a wall, the goal, or not on the board.
    pub fn move_start(&mut self, to: IVec2) {
        if self.may_hold_end(to) {
            let undone = self.apply(Edit::Start(to));
            self.stroke.push(undone);
        }
    }

    /// Moves the goal, by the same rules.
    pub fn move_goal(&mut self, to: IVec2) {
        if self.may_hold_end(to) {
            let undone = self.apply(Edit::Goal(to));
            self.stroke.push(undone);
        }
    }

    fn may_hold_end(&self, at: IVec2) -> bool {
        let is_taken = at == self.board.start() || at == self.board.goal();
        !is_taken && self.board.cell(at).is_some_and(|cell| cell.terrain > 0)
    }

    /// Replaces the board, which can be undone.
    pub fn replace(&mut self, board: Board) {
        self.end_stroke();
        let undone = self.apply(Edit::Whole(Box::new(board)));
        self.stroke.push(undone);
        self.end_stroke();
    }

    /// Ends the stroke: what was edited since the last call is undone in one go.
    pub fn end_stroke(&mut self) {
        if self.stroke.is_empty() {
            return;
        }
        self.undo.push(std::mem::take(&mut self.stroke));
        self.redo.clear();
        if self.undo.len() > MOST_STROKES {
            self.undo.remove(0);
        }
    }

    /// Undoes the last stroke. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        let Some(stroke) = self.undo.pop() else { return false };
        let redone = stroke.into_iter().rev().map(|edit| self.apply(edit)).collect();
        self.redo.push(redone);
        true
    }

    /// Makes the stroke again that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if !self.stroke.is_empty() {
            return false;
        }
        let Some(stroke) = self.redo.pop() else { return false };
        let undone = stroke.into_iter().rev().map(|edit| self.apply(edit)).collect();
        self.undo.push(undone);
        true
    }

    #[must_use]
    pub const fn can_undo(&self) -> bool {
        !self.undo.is_empty() || !self.stroke.is_empty()
    }

    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Returns whether anything has changed since the last [`Document::take_change`].
    #[must_use]
    pub fn has_change(&self) -> bool {
        !self.change.is_none()
    }

    /// What has changed since the last call.
    pub fn take_change(&mut self) -> Change {
        std::mem::take(&mut self.change)
    }

    /// Makes an edit, and returns the one that undoes it.
    fn apply(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Cell(at, cell) => {
                let before = self.board.cell(at).unwrap_or(Cell::PLAIN);
                self.board.set(at, cell);
                self.change.cells.push(at);
                Edit::Cell(at, before)
            }
            Edit::Link(pair, link) => {
                self.change.between = true;
                Edit::Link(pair, self.board.set_link(pair, link))
            }
            Edit::EdgeWall(pair, wall) => {
                self.change.between = true;
                Edit::EdgeWall(pair, self.board.set_edge_wall(pair, wall))
            }
            Edit::Start(to) => {
                let before = self.board.start();
                self.board.set_start(to);
                self.change.ends = true;
                Edit::Start(before)
            }
            Edit::Goal(to) => {
                let before = self.board.goal();
                self.board.set_goal(to);
                self.change.ends = true;
                Edit::Goal(before)
            }
            Edit::Whole(board) => {
                self.change.whole = true;
                Edit::Whole(Box::new(std::mem::replace(&mut self.board, *board)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, Ways};
    use bevy::math::UVec2;

    #[test]
    fn undo_and_redo_restore_every_state_exactly() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut document = Document::new(Board::plain(UVec2::new(9, 7)));
        let mut states = vec![document.board().clone()];
        for _ in 0..60 {
            for _ in 0..random.u32(1..6) {
                let at = IVec2::new(random.i32(-1..10), random.i32(-1..8));
                let to = at + IVec2::new(random.i32(-1..2), random.i32(-1..2));
                let ways = [Ways::Both, Ways::One][random.usize(0..2)];
                match random.u32(0..14) {
                    3 | 4 => document.set_link(Pair::of(at, to), Some(ways.link(at, to))),
                    5 | 6 => document.set_edge_wall(Pair::of(at, to), Some(ways.edge_wall(at, to))),
                    7 => document.remove_links(at),
                    8 => document.remove_edge_walls(at),
                    0 => document.move_start(at),
                    1 => document.move_goal(at),
                    2 => {
                        document
                            .replace(Board::plain(UVec2::new(9, random.u32(5..8))).in_layout(Layout::Hex));
                    }
                    _ => document.set(at, Cell { terrain: random.u8(0..10), danger: random.u8(0..3) }),
                }
                document.end_stroke();
                if states.last() != Some(document.board()) {
                    states.push(document.board().clone());
                }
            }
        }
        for state in states.iter().rev().skip(1) {
            // A replacement by an equal board is a stroke, too.
            while document.undo() && document.board() != state {}
            assert_eq!(document.board(), state);
        }
        while document.redo() {}
        assert_eq!(Some(document.board()), states.last());
    }

    #[test]
    fn start_and_goal_stay_on_free_cells_of_their_own() {
        let mut document = Document::new(Board::plain(UVec2::new(9, 7)));
        let (start, goal) = (document.board().start(), document.board().goal());
        document.set(start, Cell::WALL);
        document.set(IVec2::ZERO, Cell::WALL);
        document.move_start(goal);
        document.move_start(IVec2::ZERO);
        document.move_start(IVec2::new(99, 0));
        document.move_goal(start);
        assert_eq!((document.board().start(), document.board().goal()), (start, goal));
        assert_eq!(document.board().cell(start), Some(Cell::PLAIN));
    }

    #[test]
    fn a_stroke_is_undone_in_one_go_and_a_new_one_ends_redo() {
        let mut document = Document::new(Board::plain(UVec2::new(9, 7)));
        let before = document.board().clone();
        for x in 0..5 {
            document.set(IVec2::new(x, 0), Cell::WALL);
        }
        document.end_stroke();
        assert!(document.undo() && !document.can_undo() && document.can_redo());
        assert_eq!(document.board(), &before);
        document.set(IVec2::new(5, 0), Cell::WALL);
        document.end_stroke();
        assert!(!document.redo());
    }

    #[test]
    fn changes_are_told_once() {
        let mut document = Document::new(Board::plain(UVec2::new(9, 7)));
        assert!(document.take_change().whole);
        assert!(document.take_change().is_none());
        document.set(IVec2::ZERO, Cell::WALL);
        document.set(IVec2::ZERO, Cell::WALL);
        assert_eq!(document.take_change().cells, [IVec2::ZERO]);
        document.move_goal(IVec2::ONE);
        document.undo();
        let change = document.take_change();
        assert!(change.ends && change.cells == [IVec2::ZERO] && !change.between);
        let pair = Pair::of(IVec2::ZERO, IVec2::X);
        document.set_link(pair, None);
        document.set_edge_wall(pair, None);
        assert!(document.take_change().is_none());
        document.set_link(pair, Some(Ways::One.link(IVec2::ZERO, IVec2::X)));
        assert!(document.take_change().between);
    }
}
