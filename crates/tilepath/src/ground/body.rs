//! Bodies wider than a cell: which cells they cover, and the map as they see it.

use super::{
    cell_rect::CellRect,
    directions::opposite,
    edges::Edges,
    grid::Grid,
    links::Links,
    mixes::{MixedClasses, Mixes},
    profile::{ClassSet, CostProfile},
    shape::Shape,
};
use glam::IVec2;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// The directions in which a body of odd size grows to the next size, on squares and on hexagons. A body of even size grows in the opposite ones.
const GROWTH: [&[usize]; 2] = [&[0, 1, 4], &[0, 1]];

/// More places than this are brought in step row by row.
const AT_ONCE: usize = 256;

/// The cells that a body covers, as offsets from the cell that names its place.
type Cover = SmallVec<[IVec2; 16]>;

/// The form of bodies of one size on cells of one shape.
///
/// On squares and diamonds a body covers `size` × `size` cells, on hexagons a disc. Its place is named by the cell under its middle: bodies of odd
/// size are centred on it, and those of even size reach one cell farther to the upper right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Body {
    /// On even and on odd lines of cells: where every other line is shifted, the offsets differ.
    covers: [Cover; 2],
    /// The places at which a body covers a cell, as offsets from the cell, on even and on odd lines.
    over: [Cover; 2],
    shape: Shape,
}

impl Body {
    pub(crate) fn new(shape: Shape, size: u8) -> Self {
        let covers = [0, 1].map(|line| cover(shape, size, IVec2::splat(line)));
        let mut body = Self { covers, over: Default::default(), shape };
        let over = |cell: IVec2| {
            // Bodies on both kinds of lines may cover the cell.
            let places =
                [0, 1].map(|line| body.covers[line].iter().map(move |&offset| (line, cell - offset)));
            let places = places.into_iter().flatten().filter(|&(line, place)| body.line(place) == line);
            let mut over: Cover = places.map(|(_, place)| place - cell).collect();
            over.sort_unstable_by_key(|offset| (offset.y, offset.x));
            over
        };
        body.over = [0, 1].map(|line| over(IVec2::splat(line)));
        body
    }

    /// Whether a cell is on an even line or on an odd one: the number of its cover.
    fn line(&self, cell: IVec2) -> usize {
        let line = if self.shape.has_column_lines() { cell.x } else { cell.y };
        (line & 1) as usize
    }

    /// The offsets of the cells that a body covers whose middle is on this cell.
    fn cover(&self, cell: IVec2) -> &Cover {
        &self.covers[self.line(cell)]
    }

    /// The places at which a body covers a cell: as many for each cell as it covers cells. They may be outside the map.
    fn places_over(&self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        self.over[self.line(cell)].iter().map(move |&offset| cell.wrapping_add(offset))
    }

    /// The cells that a body covers whose middle is on this cell. They may be outside the map.
    pub(crate) fn cells(&self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        self.cover(cell).iter().map(move |&offset| cell.wrapping_add(offset))
    }

    /// The places at which a body covers a cell of a rectangle, and others beside them.
    pub(crate) fn places_on(&self, rect: CellRect) -> CellRect {
        let offsets = || self.covers.iter().flatten().copied();
        let [least, most] =
            [offsets().fold(IVec2::ZERO, IVec2::min), offsets().fold(IVec2::ZERO, IVec2::max)];
        CellRect { min: rect.min.saturating_sub(most), max: rect.max.saturating_sub(least) }
    }
}

/// The offsets of the cells that a body covers, row by row.
fn cover(shape: Shape, size: u8, cell: IVec2) -> Cover {
    let growth = GROWTH[usize::from(shape.is_hex())];
    let mut cells = Cover::from_slice(&[cell]);
    for size in 1..size {
        let known = cells.len();
        for nth in 0..known {
            let directions = growth.iter().map(|&to| if size % 2 == 0 { opposite(to) } else { to });
            let beside = directions.map(|direction| shape.neighbour(cells[nth], direction));
            let beside: SmallVec<[IVec2; 3]> = beside.collect();
            cells.extend(beside);
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
    }
    cells.iter_mut().for_each(|covered| *covered -= cell);
    cells
}

/// The classes of a map as the bodies of one profile see it: each cell has the class of the dearest cell that a body covers whose middle is there.
/// Where a body would reach beyond the map, or cover a wall, it is a wall.
#[derive(Clone, Debug)]
pub(crate) struct BodyGrid {
    profile: CostProfile,
    body: Body,
    grid: Grid,
    /// What classes meant on the map when this was made.
    mixes: Mixes,
    /// The place of each class in the order of prices, and the class at each place. The dearest is the last.
    places: [u8; 256],
    classes: [u8; 256],
    /// The class of places at which a body would reach beyond the map.
    outside: u8,
    /// For each class, the class of places at which this class is the dearest, but another one is passed through only.
    without_end: [u8; 256],
    /// The numbers that the map does not use.
    own: SmallVec<[u8; 4]>,
    /// The links of the map, and its walls on edges.
    links: Links,
}

impl BodyGrid {
    /// `hidden`: classes that no cell shows at the moment, but that are below others.
    pub(crate) fn new(grid: &Grid, hidden: ClassSet, shape: Shape, profile: &CostProfile) -> Self {
        let mut body = Self {
            profile: profile.clone(),
            body: Body::new(shape, profile.size()),
            grid: grid.clone(),
            mixes: grid.mixes().clone(),
            places: [0; 256],
            classes: core::array::from_fn(|class| class as u8),
            outside: 0,
            without_end: core::array::from_fn(|class| class as u8),
            own: SmallVec::new(),
            links: grid.links().clone(),
        };
        body.widen_edges();
        body.find_outside(grid, hidden);
        body.find_ends(grid, hidden);
        let Self { grid: seen, .. } = &body;
        let price = |class: u8| match seen.cost(profile, class) {
            0 => u32::MAX,
            cost => cost.into(),
        };
        let mut classes = body.classes;
        classes.sort_by_key(|&class| (price(class), class == body.outside));
        body.classes = classes;
        for (place, class) in (0..=u8::MAX).zip(classes) {
            body.places[usize::from(class)] = place;
        }
        body.update_all(grid, grid.bounds());
        body
    }

    /// Whether this is the map as the bodies of a profile see it.
    pub(crate) fn is_for(&self, profile: &CostProfile) -> bool {
        self.profile.size() == profile.size()
            && self.profile.costs() == profile.costs()
            && self.profile.pass_through() == profile.pass_through()
    }

    /// Whether these are bodies of this size to which the cells of these classes are free.
    pub(crate) fn has_walls_of(&self, passable: ClassSet, size: u8) -> bool {
        self.profile.size() == size && self.profile.passable() == passable
    }

    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    pub(crate) fn into_grid(self) -> Grid {
        self.grid
    }

    /// The cells that a body covers at a place. They may be outside the map.
    pub(crate) fn cells(&self, place: IVec2) -> impl Iterator<Item = IVec2> {
        self.body.cells(place)
    }

    /// The places at which a body covers a cell of a rectangle, and others beside them.
    pub(crate) fn places_on(&self, rect: CellRect) -> CellRect {
        self.body.places_on(rect)
    }

    /// Whether class numbers mean the same on the map as when this was made, and it uses none of the own ones.
    pub(crate) fn fits(&self, grid: &Grid) -> bool {
        self.mixes == *grid.mixes()
            && self.own.iter().all(|&own| grid.count(own) == 0 && !grid.links().uses(own))
            && (self.profile.pass_through().is_empty() || self.knows_ends(grid))
    }

    /// Whether one of the numbers that the map does not use is one of these classes.
    pub(crate) fn uses(&self, mut classes: impl Iterator<Item = u8>) -> bool {
        classes.any(|class| self.own.contains(&class))
    }

    /// The class of a place, if cells have the classes that `class_of` returns.
    pub(crate) fn class_where(&self, place: IVec2, class_of: impl Fn(IVec2) -> Option<u8>) -> u8 {
        let mut dearest = 0;
        let mut lets_end = true;
        for cell in self.body.cells(place) {
            let class = class_of(cell).unwrap_or(self.outside);
            dearest = dearest.max(self.places[usize::from(class)]);
            lets_end &= !self.is_pass_through(class);
        }
        let class = self.classes[usize::from(dearest)];
        if lets_end { class } else { self.without_end[usize::from(class)] }
    }

    /// Takes the links of the map, and its walls on edges as these bodies meet them.
    pub(crate) fn update_links(&mut self, grid: &Grid) {
        if self.links != *grid.links() {
            self.links = grid.links().clone();
            *self.grid.links_mut() = grid.links().clone();
            self.widen_edges();
        }
    }

    fn widen_edges(&mut self) {
        if !self.links.edges().is_empty() {
            let body = &self.body;
            let covers = |place, cell| body.cells(place).any(|covered| covered == cell);
            let over = |cell| body.places_over(cell);
            let bounds = self.grid.bounds();
            let is_on_map = |cell| bounds.contains(cell);
            let met = |edges: &Edges| edges.met_by(body.shape, is_on_map, over, covers);
            self.grid.links_mut().edit_edges(|edges| *edges = met(edges));
        }
    }

    /// Brings the places around a rectangle in step with the map.
    pub(crate) fn update(&mut self, grid: &Grid, rect: CellRect) {
        let Some(near) = self.places_on(rect).intersection(grid.bounds()) else { return };
        if rect.min == rect.max && self.profile.pass_through().is_empty() {
            return self.update_over(grid, rect.min);
        }
        self.update_all(grid, near);
    }

    /// Brings some places in step with the map, whatever was known of them.
    fn update_all(&mut self, grid: &Grid, near: CellRect) {
        if self.body.shape == Shape::Square
            && self.profile.pass_through().is_empty()
            && near.cells().nth(AT_ONCE).is_some()
        {
            return self.update_squares(grid, near);
        }
        for place in near.cells() {
            let class = self.class_where(place, |cell| grid.class(cell));
            // The place is on the map.
            let _ = self.grid.set_class(place, class);
        }
    }

    /// Brings the places over a cell in step with the map.
    fn update_over(&mut self, grid: &Grid, cell: IVec2) {
        let Some(class) = grid.class(cell) else { return };
        let price = self.places[usize::from(class)];
        let places: Cover = self.body.places_over(cell).collect();
        for place in places {
            let Some(seen) = self.grid.class(place) else { continue };
            // If the cell is the dearest now, the others need not be looked at.
            let class = match self.places[usize::from(seen)] <= price {
                true => self.classes[usize::from(price)],
                false => self.class_where(place, |cell| grid.class(cell)),
            };
            // The place is on the map.
            let _ = self.grid.set_class(place, class);
        }
    }

    /// Brings many places in step at once: first the dearest cell of each row under a body, then the dearest of these.
    fn update_squares(&mut self, grid: &Grid, near: CellRect) {
        let side = usize::from(self.profile.size());
        let cover = self.body.cover(near.min);
        let [Some(&least), Some(&most)] = [cover.first(), cover.last()] else { return };
        let [first, last] = [near.min + least, near.max + most];
        let price = |x, y| {
            let class = grid.class(IVec2::new(x, y)).unwrap_or(self.outside);
            self.places[usize::from(class)]
        };
        let mut line: Vec<u8> = Vec::new();
        let mut rows: VecDeque<Vec<u8>> = VecDeque::new();
        for y in first.y..=last.y {
            line.clear();
            line.extend((first.x..=last.x).map(|x| price(x, y)));
            let mut row = if rows.len() == side { rows.pop_front().unwrap_or_default() } else { Vec::new() };
            row.clear();
            row.extend(
                line.windows(side).map(|under| under.iter().fold(0, |dearest, &one| dearest.max(one))),
            );
            rows.push_back(row);
            if rows.len() < side {
                continue;
            }
            for (nth, x) in (near.min.x..=near.max.x).enumerate() {
                let dearest = rows.iter().fold(0, |dearest: u8, row| dearest.max(row[nth]));
                let class = self.classes[usize::from(dearest)];
                // The place is on the map.
                let _ = self.grid.set_class(IVec2::new(x, y - most.y), class);
            }
        }
    }

    fn is_pass_through(&self, class: u8) -> bool {
        !self.profile.pass_through().is_empty() && self.mixes.meets(self.profile.pass_through(), class)
    }

    /// Finds a class that is a wall to these bodies. If there is none, a number that no cell has becomes one.
    fn find_outside(&mut self, grid: &Grid, hidden: ClassSet) {
        let is_wall = |&class: &u8| self.mixes.classes(class).is_none() && self.profile.cost(class) == 0;
        self.outside = (0..=u8::MAX).find(is_wall).unwrap_or_else(|| self.add(grid, hidden, SmallVec::new()));
    }

    /// Finds the classes of places that are passed through only.
    fn find_ends(&mut self, grid: &Grid, hidden: ClassSet) {
        let price = |&class: &u8| self.profile.cost(class);
        let Some(cheapest) =
            self.profile.pass_through().iter().filter(|class| price(class) > 0).min_by_key(price)
        else {
            return;
        };
        let present: SmallVec<[u8; 16]> = grid.classes_present().collect();
        for class in present {
            if self.is_pass_through(class) || self.grid.cost(&self.profile, class) == 0 {
                continue;
            }
            let mut mixed: MixedClasses = self.mixes.classes(class).unwrap_or(&[class]).into();
            mixed.push(cheapest);
            mixed.sort_unstable();
            self.without_end[usize::from(class)] = self.add(grid, hidden, mixed);
        }
    }

    /// Whether there is a class without an end for each class on the map that needs one.
    fn knows_ends(&self, grid: &Grid) -> bool {
        grid.classes_present().all(|class| {
            self.without_end[usize::from(class)] != class
                || self.is_pass_through(class)
                || self.grid.cost(&self.profile, class) == 0
        })
    }

    /// Lets a number that the map does not use stand for these classes: for none, it is a wall. If all are used, the last one does.
    fn add(&mut self, grid: &Grid, hidden: ClassSet, classes: MixedClasses) -> u8 {
        let is_free = |&number: &u8| {
            let mixes = self.grid.mixes();
            grid.count(number) == 0
                && number != self.outside
                && !hidden.contains(number)
                && mixes.classes(number).is_none()
                && mixes.iter().all(|(_, mixed)| !mixed.contains(&number))
                && !self.profile.pass_through().contains(number)
                && !grid.links().uses(number)
        };
        let number = (0..=u8::MAX).rev().find(is_free).unwrap_or(u8::MAX);
        self.grid.mixes_mut().add(number, classes);
        self.own.push(number);
        number
    }
}

/// The cells that an agent covers at a place: this cell alone if it is no wider. They may be outside the map.
pub(crate) fn cells_at(body: Option<&BodyGrid>, place: IVec2) -> impl Iterator<Item = IVec2> {
    let own = body.is_none().then_some(place);
    own.into_iter().chain(body.into_iter().flat_map(move |body| body.cells(place)))
}

/// The places at which an agent covers a cell: this cell alone if it is no wider. They may be outside the map.
pub(crate) fn places_over(body: Option<&BodyGrid>, cell: IVec2) -> impl Iterator<Item = IVec2> {
    let over = body.map_or(&[IVec2::ZERO][..], |BodyGrid { body, .. }| &body.over[body.line(cell)]);
    over.iter().map(move |&offset| cell.wrapping_add(offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::HexLayout;
    use glam::UVec2;

    fn cells(shape: Shape, size: u8) -> Vec<[i32; 2]> {
        Body::new(shape, size).cells(IVec2::ZERO).map(|cell| cell.to_array()).collect()
    }

    #[test]
    fn bodies_of_even_size_lean_to_the_upper_right() {
        assert_eq!(cells(Shape::Square, 1), [[0, 0]]);
        assert_eq!(cells(Shape::Square, 2), [[0, 0], [1, 0], [0, 1], [1, 1]]);
        let square = |size: i32| {
            let side = -(size - 1) / 2..=size / 2;
            side.clone().flat_map(|y| side.clone().map(move |x| [x, y])).collect::<Vec<_>>()
        };
        for size in 1..=8 {
            assert_eq!(cells(Shape::Square, size), square(size.into()), "{size}");
        }
        assert_eq!(cells(Shape::Hex(HexLayout::Axial), 2), [[0, 0], [1, 0], [0, 1]]);
    }

    #[test]
    fn on_hexagons_bodies_are_discs() {
        for shape in HexLayout::ALL.map(Shape::Hex) {
            for (size, covered) in (1..=8).zip([1, 3, 7, 12, 19, 27, 37, 48]) {
                for line in [0, 1] {
                    let (body, middle) = (Body::new(shape, size), IVec2::splat(line));
                    let cells: Vec<IVec2> = body.cells(middle).collect();
                    assert_eq!(cells.len(), covered, "size {size} of {shape:?}");
                    let radius = u64::from(size / 2);
                    assert!(
                        cells.iter().all(|&cell| shape.distance_squared(middle, cell) <= radius * radius)
                    );
                }
            }
        }
    }

    #[test]
    fn the_places_over_a_cell_are_those_that_cover_it_and_none_is_farther_than_an_edit_reaches() {
        for (shape, size) in Shape::ALL.into_iter().flat_map(|shape| (1..=8).map(move |size| (shape, size))) {
            let body = Body::new(shape, size);
            for cell in [IVec2::new(3, 6), IVec2::new(6, -3), IVec2::new(-1, -1), IVec2::new(4, 4)] {
                let mut places: Vec<IVec2> = body.places_over(cell).collect();
                places.sort_unstable_by_key(|place| (place.y, place.x));
                let near = CellRect::of_cell(cell).grown(i32::from(size) - 1).cells();
                let expected: Vec<IVec2> =
                    near.filter(|&place| body.cells(place).any(|covered| covered == cell)).collect();
                assert_eq!(places, expected, "size {size} of {shape:?} over {cell}");
                assert_eq!(places.len(), body.cells(cell).count());
            }
        }
    }

    #[test]
    fn staggered_bodies_are_squares_of_the_lattice() {
        for size in 1..=8_u8 {
            let places: Vec<_> = cells(Shape::Staggered, size)
                .into_iter()
                .map(|cell| Shape::Staggered.to_lattice(cell.into()))
                .collect();
            let side = i64::from(size);
            assert_eq!(places.len() as i64, side * side);
            let span = |of: fn(&glam::I64Vec2) -> i64| {
                let [least, most] = [places.iter().map(of).min(), places.iter().map(of).max()];
                most.unwrap() - least.unwrap()
            };
            assert_eq!([span(|place| place.x), span(|place| place.y)], [side - 1; 2]);
        }
    }

    #[test]
    fn a_body_sees_the_dearest_cell_that_it_covers_after_any_edits() {
        let mut random = fastrand::Rng::with_seed(49);
        for round in 0..200 {
            let shape = Shape::ALL[round % Shape::ALL.len()];
            let most = [14, 40][round % 2];
            let size = UVec2::new(random.u32(1..most), random.u32(1..most));
            let mut grid =
                Grid::from_fn(size, |_| random.u8(0..6)).unwrap().with_origin(IVec2::splat(-4)).unwrap();
            let profile = match round % 3 {
                0 => CostProfile::default(),
                1 => CostProfile::default().with_cost(0, 3).with_cost(4, 0),
                _ => CostProfile::default().with_cost(0, 7),
            };
            let profile = profile.with_size(random.u8(2..=8)).unwrap();
            let mut seen = BodyGrid::new(&grid, ClassSet::default(), shape, &profile);
            for _ in 0..5 {
                let body = Body::new(shape, profile.size());
                for (cell, class) in seen.grid().cells() {
                    let costs = || {
                        body.cells(cell).map(|cell| grid.class(cell).map_or(0, |class| profile.cost(class)))
                    };
                    let expected = if costs().any(|cost| cost == 0) { 0 } else { costs().max().unwrap() };
                    assert_eq!(seen.grid().cost(&profile, class), expected, "{cell} of {shape:?}");
                }
                let at = grid.cell(random.usize(0..grid.len()));
                let rect = CellRect { min: at, max: at + 1 }.clipped(grid.bounds());
                rect.cells().for_each(|cell| _ = grid.set_class(cell, random.u8(0..6)));
                seen.update(&grid, rect);
                assert!(seen.fits(&grid));
            }
        }
    }
}
