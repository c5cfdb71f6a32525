//! How the nodes of a search are drawn.

use crate::{
    astar::NodeId,
    graph::Graph,
    ground::{HexLayout, Shape},
};
use glam::{DVec2, IVec2, UVec2};

/// The distance between two rows of hexagons whose neighbours are 1 apart: √3 / 2.
const PITCH: f64 = 0.866_025_403_784_438_6;

/// How to draw the nodes of a search: as cells of a map or as nodes of a graph.
#[derive(Clone, Copy, Debug)]
pub enum Drawing<'a> {
    /// The nodes are cells of a map of this shape and size (columns and rows). Each cell is drawn in its shape. The row with the
    /// highest y is at the top.
    Cells(Shape, UVec2),
    /// The nodes are nodes of this graph. Each node is drawn as a point, with a line from its parent: the node from which the
    /// search reached it.
    Nodes(&'a Graph),
}

impl Drawing<'_> {
    /// Where the centre of a node is drawn, y down. Nodes that do not exist are drawn at the origin.
    pub(super) fn centre(self, node: NodeId) -> DVec2 {
        match self {
            Self::Cells(shape, size) => {
                let width = size.x.max(1);
                let cell = UVec2::new(node % width, node / width).as_ivec2();
                let top = IVec2::new(0, size.y.saturating_sub(1) as i32);
                match shape {
                    // The cell itself, counted from the top.
                    Shape::Square => DVec2::new(f64::from(cell.x), f64::from(top.y - cell.y)),
                    _ => centre(shape, cell) * DVec2::new(1.0, -1.0),
                }
            }
            Self::Nodes(graph) => {
                graph.position(node).map_or(DVec2::ZERO, |at| DVec2::new(at.x.into(), (-at.y).into()))
            }
        }
    }

    /// The corners of a cell relative to its centre, y down; `None` for nodes of a graph.
    pub(super) fn corners(self) -> Option<Vec<DVec2>> {
        let Self::Cells(shape, _) = self else { return None };
        // The radius of the circle round a hexagon is 1/√3 tiles.
        let (half, radius) = (0.5, PITCH * 2.0 / 3.0);
        let hexagon = |first: f64| {
            (0..6).map(move |nth| DVec2::from_angle((first + 60.0 * f64::from(nth)).to_radians()) * radius)
        };
        Some(match shape {
            Shape::Square => {
                [[-half, -half], [half, -half], [half, half], [-half, half]].map(DVec2::from).into()
            }
            Shape::Staggered => {
                [[0.0, -half], [half, 0.0], [0.0, half], [-half, 0.0]].map(DVec2::from).into()
            }
            Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns) => hexagon(0.0).collect(),
            Shape::Hex(_) => hexagon(30.0).collect(),
        })
    }
}

/// The centre of a cell in tiles, with y up. Hexagons in rows have a corner at the top, hexagons in columns have an edge at the
/// top. Staggered cells are diamonds.
fn centre(shape: Shape, cell: IVec2) -> DVec2 {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    let odd = |line: i32| f64::from(line.rem_euclid(2)) / 2.0;
    match shape {
        Shape::Square => DVec2::new(x, y),
        // Edge neighbours (0, 1) and (1, -1) lie half a diamond up to the left and to the right.
        Shape::Staggered => {
            let (right, up) = (x, x + y);
            DVec2::new(right - up, right + up) / 2.0
        }
        Shape::Hex(HexLayout::Axial) => DVec2::new(x + y / 2.0, y * PITCH),
        Shape::Hex(HexLayout::OddRows) => DVec2::new(x + odd(cell.y), y * PITCH),
        Shape::Hex(HexLayout::EvenRows) => DVec2::new(x - odd(cell.y), y * PITCH),
        Shape::Hex(HexLayout::OddColumns) => DVec2::new(x * PITCH, y + odd(cell.x)),
        Shape::Hex(HexLayout::EvenColumns) => DVec2::new(x * PITCH, y - odd(cell.x)),
    }
}
