//! Painting, erasing, linking, and dragging start and goal: from gestures to edits of the document.

use crate::{
    action::{Action, Page},
    board::{Board, Brush, Document, Pair, Tool, Ways, cells_between, edge_at, edges_between},
    input::{Area, Gesture, Phase},
    sight::Sight,
    window_state::CurrentPage,
};
use bevy::{picking::pointer::PointerButton, prelude::*};
use tilepath::NavLink;

/// The tool in hand, and the stroke that it is making.
#[derive(Resource, Default, Debug)]
pub struct Painter {
    pub tool: Tool,
    pub brush: Brush,
    stroke: Option<Stroke>,
}

/// A stroke under way.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stroke {
    kind: Kind,
    /// Where it has come to: a point of the world, or for [`Kind::Pan`] a place in the pane.
    last: Vec2,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Paint(Tool),
    /// A link from this cell to where the pointer is let go of.
    Link(Ways, IVec2),
    Unlink,
    /// Walls on edges, the last of which was built in this direction.
    EdgeWall(Ways, Option<Vec2>),
    RemoveEdgeWall,
    DragStart,
    DragGoal,
    Pan,
}

impl Painter {
    /// Returns whether a stroke is under way.
    #[must_use]
    pub const fn is_drawing(&self) -> bool {
        self.stroke.is_some()
    }

    /// The link that would be there if the button were let go of now.
    #[must_use]
    pub fn link_under_way(&self, board: &Board) -> Option<NavLink> {
        let Stroke { kind: Kind::Link(ways, from), last } = self.stroke? else { return None };
        let to = board.cell_at(last).filter(|&to| to != from)?;
        Some(ways.link(from, to))
    }
}

/// The soldier is to go to a cell.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct March(pub IVec2);

/// Takes up tools.
pub fn choose(
    mut actions: MessageReader<Action>,
    page: Res<CurrentPage>,
    mut painter: ResMut<Painter>,
    mut document: ResMut<Document>,
) {
    for action in actions.read() {
        match *action {
            Action::Tool(tool) => painter.tool = tool,
            Action::Brush(brush) => painter.brush = brush,
            Action::Undo if page.0 == Page::Grid => drop(document.undo()),
            Action::Redo if page.0 == Page::Grid => drop(document.redo()),
            _ => {}
        }
    }
}

/// Follows the gestures on the board.
pub fn paint(
    mut gestures: MessageReader<Gesture>,
    mut painter: ResMut<Painter>,
    mut document: ResMut<Document>,
    mut sight: ResMut<Sight>,
    mut marches: MessageWriter<March>,
) {
    for gesture in gestures.read().filter(|gesture| matches!(gesture.area, Area::Board(_))) {
        let world = sight.world(gesture.at);
        match gesture.phase {
            Phase::Down(button) => {
                painter.stroke = begin(&painter, &document, button, gesture.at, world);
                if let Some(stroke) = painter.stroke.filter(|stroke| stroke.kind != Kind::Pan) {
                    go_on(&mut painter, &mut document, stroke, world);
                } else if button == PointerButton::Primary
                    && painter.tool == Tool::Soldier
                    && let Some(cell) = document.board().cell_at(world)
                {
                    marches.write(March(cell));
                }
            }
            Phase::Move => match painter.stroke {
                Some(Stroke { kind: Kind::Pan, last }) => {
                    sight.pan(gesture.at - last, document.board().bounds());
                    painter.stroke = Some(Stroke { kind: Kind::Pan, last: gesture.at });
                }
                Some(stroke) => go_on(&mut painter, &mut document, stroke, world),
                None => {}
            },
            Phase::Out => {
                // What lies on the way out is painted, too. A link has no end there.
                if let Some(stroke) = painter.stroke.filter(|stroke| stroke.kind != Kind::Pan) {
                    go_on(&mut painter, &mut document, stroke, world);
                }
                end(&mut painter, &mut document);
            }
            Phase::Up => {
                if let Some(link) = painter.link_under_way(document.board()) {
                    document.set_link(link.into(), Some(link));
                }
                end(&mut painter, &mut document);
            }
            Phase::Wheel(_) => {}
        }
    }
}

/// The stroke that a press begins, if it begins one.
fn begin(
    painter: &Painter,
    document: &Document,
    button: PointerButton,
    at: Vec2,
    world: Vec2,
) -> Option<Stroke> {
    let board = document.board();
    let cell = board.cell_at(world);
    // The edges of their cells are no part of start and goal.
    let is_edge = matches!(painter.tool, Tool::EdgeWall(_)) && edge_at(board, world).is_some();
    let kind = match button {
        PointerButton::Middle => return Some(Stroke { kind: Kind::Pan, last: at }),
        PointerButton::Secondary => match painter.tool {
            Tool::Link(_) => Kind::Unlink,
            Tool::EdgeWall(_) => Kind::RemoveEdgeWall,
            _ => Kind::Paint(Tool::Erase),
        },
        PointerButton::Primary if cell? == board.start() && !is_edge => Kind::DragStart,
        PointerButton::Primary if cell? == board.goal() && !is_edge => Kind::DragGoal,
        PointerButton::Primary => match painter.tool {
            Tool::Start => Kind::DragStart,
            Tool::Goal => Kind::DragGoal,
            Tool::Soldier => return None,
            Tool::Link(ways) => Kind::Link(ways, cell?),
            Tool::EdgeWall(ways) => Kind::EdgeWall(ways, None),
            tool => Kind::Paint(tool),
        },
    };
    cell.map(|_| Stroke { kind, last: world })
}

/// Draws on to a point. A stroke ends where it leaves the board, unless it is a link, which may come back.
fn go_on(painter: &mut Painter, document: &mut Document, mut stroke: Stroke, to: Vec2) {
    if let Kind::EdgeWall(..) | Kind::RemoveEdgeWall = stroke.kind {
        for edge in edges_between(document.board(), stroke.last, to) {
            pass_edge(document, &mut stroke.kind, edge);
        }
    }
    for at in cells_between(document.board(), stroke.last, to) {
        match stroke.kind {
            Kind::Paint(tool) => dab(document, tool, painter.brush, at),
            Kind::Unlink => document.remove_links(at),
            Kind::DragStart => document.move_start(at),
            Kind::DragGoal => document.move_goal(at),
            Kind::Pan | Kind::Link(..) | Kind::EdgeWall(..) | Kind::RemoveEdgeWall => {}
        }
    }
    if document.board().cell_at(to).is_some() || matches!(stroke.kind, Kind::Link(..)) {
        painter.stroke = Some(Stroke { last: to, ..stroke });
    } else {
        end(painter, document);
    }
}

/// Builds or removes the wall on an edge: the cell of the pointer, then the cell beyond.
fn pass_edge(document: &mut Document, kind: &mut Kind, [mut from, mut to]: [IVec2; 2]) {
    let Kind::EdgeWall(ways, last) = kind else {
        document.set_edge_wall(Pair::of(from, to), None);
        return;
    };
    let (mut direction, _) = document.board().layout().geometry().stride(from, to);
    // A pointer that crosses the line along which it draws does not turn the walls round.
    if last.is_some_and(|last| last.dot(direction) < -0.4) {
        (from, to) = (to, from);
        direction = -direction;
    }
    *last = Some(direction);
    document.set_edge_wall(Pair::of(from, to), Some(ways.edge_wall(from, to)));
}

fn dab(document: &mut Document, tool: Tool, brush: Brush, at: IVec2) {
    let cells: Vec<IVec2> = brush.cells(document.board(), at).collect();
    for at in cells {
        if tool == Tool::Erase {
            document.remove_links(at);
            document.remove_edge_walls(at);
        }
        if let Some(painted) = document.board().cell(at).and_then(|cell| tool.paint(cell)) {
            document.set(at, painted);
        }
    }
}

fn end(painter: &mut Painter, document: &mut Document) {
    painter.stroke = None;
    document.end_stroke();
}
