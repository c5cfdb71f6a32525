//! A map that is mirrored, turned, or part of a larger map has the same paths.

use crate::{
    config,
    geometry::squared,
    level::{Level, Ready, WALL, cost, levels, trips},
};
use glam::{IVec2, UVec2, Vec2Swizzles};
use proptest::{prelude::*, sample::select};
use tilepath::{EdgeWall, Grid, HexLayout, NavLink, NavMap, Shape};

/// The layout of a map on which the other rows or columns are shifted.
fn other_shift(shape: Shape) -> Shape {
    match shape {
        Shape::Hex(HexLayout::OddRows) => Shape::Hex(HexLayout::EvenRows),
        Shape::Hex(HexLayout::EvenRows) => Shape::Hex(HexLayout::OddRows),
        Shape::Hex(HexLayout::OddColumns) => Shape::Hex(HexLayout::EvenColumns),
        Shape::Hex(HexLayout::EvenColumns) => Shape::Hex(HexLayout::OddColumns),
        shape => shape,
    }
}

fn has_rows(shape: Shape) -> bool {
    matches!(shape, Shape::Hex(HexLayout::OddRows | HexLayout::EvenRows))
}

fn has_columns(shape: Shape) -> bool {
    matches!(shape, Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns))
}

/// The shape of a map that begins this many cells further to the left and further down.
fn shape_after_shift(shape: Shape, shift: IVec2) -> Shape {
    let lines = if has_rows(shape) { shift.y } else { shift.x };
    if lines % 2 == 0 { shape } else { other_shift(shape) }
}

/// A symmetry of a map.
#[derive(Clone, Copy, Debug)]
enum Mirror {
    /// Left becomes right.
    X,
    /// Up becomes down.
    Y,
    /// Both.
    Turn,
    /// Rows become columns.
    Transpose,
}

impl Mirror {
    const ALL: [Self; 4] = [Self::X, Self::Y, Self::Turn, Self::Transpose];

    /// The shape of the mirrored map. `None` if the mirrored map is no rectangle of cells.
    fn shape(self, shape: Shape, size: UVec2) -> Option<Shape> {
        let last = size.as_ivec2() - 1;
        match (self, shape) {
            (_, Shape::Square) | (Self::Turn, Shape::Staggered) => Some(shape),
            (Self::Turn | Self::Transpose, Shape::Hex(HexLayout::Axial)) => Some(shape),
            (_, Shape::Staggered | Shape::Hex(HexLayout::Axial)) => None,
            // Rows that were shifted to the right are shifted to the left, as if the others were shifted to the right.
            (Self::X, _) if has_rows(shape) => Some(other_shift(shape)),
            (Self::Y, _) if has_columns(shape) => Some(other_shift(shape)),
            (Self::X | Self::Y, _) => Some(shape_after_shift(shape, last)),
            (Self::Turn, _) => Self::X.shape(Self::Y.shape(shape, size)?, size),
            (Self::Transpose, Shape::Hex(HexLayout::OddRows)) => Some(Shape::Hex(HexLayout::OddColumns)),
            (Self::Transpose, Shape::Hex(HexLayout::EvenRows)) => Some(Shape::Hex(HexLayout::EvenColumns)),
            (Self::Transpose, Shape::Hex(HexLayout::OddColumns)) => Some(Shape::Hex(HexLayout::OddRows)),
            (Self::Transpose, Shape::Hex(HexLayout::EvenColumns)) => Some(Shape::Hex(HexLayout::EvenRows)),
        }
    }

    fn size(self, size: UVec2) -> UVec2 {
        if matches!(self, Self::Transpose) { size.yx() } else { size }
    }

    fn cell(self, cell: IVec2, size: UVec2) -> IVec2 {
        let last = size.as_ivec2() - 1;
        match self {
            Self::X => IVec2::new(last.x - cell.x, cell.y),
            Self::Y => IVec2::new(cell.x, last.y - cell.y),
            Self::Turn => last - cell,
            Self::Transpose => cell.yx(),
        }
    }
}

/// The map of a level on another shape and with other cells. `from` gives the cell of the level for a cell of the map, `to` the cell of the
/// map for a cell of the level.
fn moved(
    level: &Level,
    (shape, size): (Shape, UVec2),
    ready: Ready,
    from: impl Fn(IVec2) -> IVec2,
    to: impl Fn(IVec2) -> IVec2,
) -> NavMap {
    let ground = level.ground();
    let class = |cell| ground.index(from(cell)).map_or(WALL, |index| level.terrain[index]);
    let grid = Grid::from_fn(size, class).unwrap();
    let mut map = NavMap::new(grid, level.topology.with_shape(shape));
    level.obstacles.iter().for_each(|spot| map.block(to(spot.on(level.size))));
    for source in &level.sources {
        map.add_danger(source.layer, &source.stamp(), to(source.middle(level.size))).unwrap();
    }
    for link in level.links() {
        let moved = NavLink::new(to(link.from()), to(link.to())).with_class(link.class());
        let moved = moved.with_length(link.length()).unwrap();
        map.link(if link.is_two_way() { moved.two_way() } else { moved }).unwrap();
    }
    for wall in level.walls() {
        let moved = EdgeWall::new(to(wall.from()), to(wall.to())).with_class(wall.class());
        let moved = moved.with_length(wall.length()).unwrap();
        map.build_edge_wall(if wall.is_one_way() { moved.one_way() } else { moved }).unwrap();
    }
    ready.prepare(&mut map, &level.profile());
    map
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_mirrored_map_has_paths_of_the_same_costs(
        level in levels(),
        mirror in select(&Mirror::ALL[..]),
        ready in select(&Ready::ALL[..]),
        trips in trips(),
    ) {
        let (shape, size) = (level.topology.shape(), level.size);
        let Some(mirrored) = mirror.shape(shape, size) else { return Ok(()) };
        let (to, back) = (|cell| mirror.cell(cell, size), |cell| mirror.cell(cell, mirror.size(size)));
        let maps = [level.map(), moved(&level, (mirrored, mirror.size(size)), ready, back, to)];
        let profile = level.profile();
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            prop_assert_eq!(squared(shape, start, goal), squared(mirrored, to(start), to(goal)));
            let found = [cost(&maps[0], &profile, start, goal), cost(&maps[1], &profile, to(start), to(goal))];
            prop_assert_eq!(found[0], found[1], "{} to {} on {:?}", start, goal, mirrored);
        }
    }

    /// What is outside the map counts as walls.
    #[test]
    fn a_map_within_walls_has_paths_of_the_same_costs(
        level in levels(),
        before in (0_i32..20, 0_i32..20),
        behind in (0_i32..20, 0_i32..20),
        ready in select(&Ready::ALL[..]),
        trips in trips(),
    ) {
        let before = IVec2::from(before);
        let size = level.size + (before + IVec2::from(behind)).as_uvec2();
        let shape = shape_after_shift(level.topology.shape(), before);
        let (to, back) = (|cell| cell + before, |cell| cell - before);
        let (maps, profile) = ([level.map(), moved(&level, (shape, size), ready, back, to)], level.profile());
        for (start, goal) in trips.into_iter().map(|trip| level.ends(trip)) {
            prop_assert_eq!(squared(level.topology.shape(), start, goal), squared(shape, to(start), to(goal)));
            let found = [cost(&maps[0], &profile, start, goal), cost(&maps[1], &profile, to(start), to(goal))];
            prop_assert_eq!(found[0], found[1], "{} to {} within {:?}", start, goal, size);
        }
    }
}
