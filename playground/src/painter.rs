//! Painting, erasing, and dragging start and goal: from gestures to edits of the document.

use crate::{
    action::{Action, Page},
    board::{Brush, Document, Tool, cells_between},
    input::{Area, Gesture, Phase},
    sight::Sight,
    window_state::CurrentPage,
};
use bevy::{picking::pointer::PointerButton, prelude::*};

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
                // What lies on the way out is painted, too.
                if let Some(stroke) = painter.stroke.filter(|stroke| stroke.kind != Kind::Pan) {
                    go_on(&mut painter, &mut document, stroke, world);
                }
                end(&mut painter, &mut document);
            }
            Phase::Up => end(&mut painter, &mut document),
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
    let kind = match button {
        PointerButton::Middle => return Some(Stroke { kind: Kind::Pan, last: at }),
        PointerButton::Secondary => Kind::Paint(Tool::Erase),
        PointerButton::Primary if cell? == board.start() => Kind::DragStart,
        PointerButton::Primary if cell? == board.goal() => Kind::DragGoal,
        PointerButton::Primary => match painter.tool {
            Tool::Start => Kind::DragStart,
            Tool::Goal => Kind::DragGoal,
            Tool::Soldier => return None,
            tool => Kind::Paint(tool),
        },
    };
    cell.map(|_| Stroke { kind, last: world })
}

/// Draws on to a point. A stroke ends where it leaves the board.
fn go_on(painter: &mut Painter, document: &mut Document, stroke: Stroke, to: Vec2) {
    let cells = cells_between(document.board(), stroke.last, to);
    for &at in &cells {
        match stroke.kind {
            Kind::Paint(tool) => dab(document, tool, painter.brush, at),
            Kind::DragStart => document.move_start(at),
            Kind::DragGoal => document.move_goal(at),
            Kind::Pan => {}
        }
    }
    if document.board().cell_at(to).is_some() {
        painter.stroke = Some(Stroke { last: to, ..stroke });
    } else {
        end(painter, document);
    }
}

fn dab(document: &mut Document, tool: Tool, brush: Brush, at: IVec2) {
    let cells: Vec<IVec2> = brush.cells(document.board(), at).collect();
    for at in cells {
        if let Some(painted) = document.board().cell(at).and_then(|cell| tool.paint(cell)) {
            document.set(at, painted);
        }
    }
}

fn end(painter: &mut Painter, document: &mut Document) {
    painter.stroke = None;
    document.end_stroke();
}
