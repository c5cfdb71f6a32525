//! Corridors: chains of narrow cells, in which no two agents can pass each other, and the lanes of wider passages.

use super::{
    agent::NONE,
    ground::CrowdGround,
    groups::{Directions, each},
    narrow::{Next, Sides, corridor_sides},
    passage::Passage,
    rules::CrowdRules,
    token::Token,
};
use crate::undo::{Image, Lasting, UndoArray, Visit};

/// An edit can create or remove corridors at most this many steps from the edited cell.
const EDITED: i64 = 5;

/// A chain of narrow cells with the passing places between them. Or one lane of a passage.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Corridor {
    /// The first and the last cell: agents enter the first cell by end 0, the last cell by end 1. In a corridor of one cell, both
    /// are the same cell.
    pub(super) ends: [u32; 2],
    /// The directions from each end to the cells beyond it. Empty at a dead end, and empty at both ends of a loop.
    pub(super) beyond: [Directions; 2],
    pub(super) cells: u32,
    /// The lanes of the passage that this lane is part of, or [`NONE`]. Agents that want to go through the passage wait for all
    /// its lanes. The first lane stands for all of them.
    pub(super) lanes: [u32; 3],
    pub(super) token: Token,
}

/// All corridors of a ground.
#[derive(Clone, Debug, Default)]
pub(super) struct Corridors {
    /// The corridor of each cell, or [`NONE`].
    pub(super) of_cell: Lasting<UndoArray<u32>>,
    /// Whether each cell has, or had, a corridor in it or next to it.
    pub(super) are_near: Lasting<UndoArray<bool>>,
    pub(super) all: Lasting<UndoArray<Corridor>>,
    pub(super) vacant: Vec<u32>,
    /// Cells whose corridors have to be found again.
    pub(super) loose: Vec<u32>,
    /// The last call in which a token refused an agent.
    pub(super) refused: u32,
    /// The last call after which corridors were removed or found.
    pub(super) changed: u32,
}

impl Image for Corridors {
    fn visit(&mut self, visit: &mut Visit) {
        self.of_cell.visit(visit);
        self.are_near.visit(visit);
        self.all.visit(visit);
    }
}

impl Corridors {
    pub(super) fn new(ground: &CrowdGround, rules: &CrowdRules) -> Self {
        let mut corridors = Self {
            of_cell: vec![NONE; ground.len()].into(),
            are_near: vec![false; ground.len()].into(),
            ..Self::default()
        };
        (0..ground.len() as u32).for_each(|cell| _ = corridors.trace(ground, cell, rules));
        corridors
    }

    /// The corridor that a cell is part of.
    #[inline]
    pub(super) fn at(&self, cell: u32) -> Option<u32> {
        let corridor = self.of_cell[cell as usize];
        (corridor != NONE).then_some(corridor)
    }

    /// Returns whether there may be a corridor in a cell or next to it.
    #[inline]
    pub(super) fn may_be_near(&self, cell: u32) -> bool {
        self.are_near[cell as usize]
    }

    /// Makes a cell part of a corridor.
    fn join(&mut self, ground: &CrowdGround, cell: u32, corridor: u32) {
        self.of_cell.set(cell as usize, corridor);
        self.note_near(ground, cell);
    }

    /// Notes that there is a corridor in a cell, and therefore next to all cells around it.
    pub(super) fn note_near(&mut self, ground: &CrowdGround, cell: u32) {
        let around = (0..8).filter_map(|direction| ground.beside_on_map(cell, direction));
        around.chain([cell]).for_each(|near| self.are_near.set(near as usize, true));
    }

    /// Notes that a token refused an agent.
    pub(super) const fn note_refusal(&mut self, call: u32) {
        self.refused = call;
    }

    /// Returns whether no token has refused an agent for more than `wait_calls` calls.
    pub(super) const fn are_quiet(&self, wait_calls: u32, call: u32) -> bool {
        self.refused == 0 || call - self.refused > wait_calls
    }

    pub(super) fn get(&self, corridor: u32) -> &Corridor {
        &self.all[corridor as usize]
    }

    pub(super) fn get_mut(&mut self, corridor: u32) -> &mut Corridor {
        self.all.element_mut(corridor as usize)
    }

    /// The cells beyond an end of a corridor.
    pub(super) fn beyond(&self, ground: &CrowdGround, corridor: u32, end: u8) -> impl Iterator<Item = u32> {
        let Corridor { ends, beyond, .. } = self.get(corridor);
        let cell = ends[usize::from(end)];
        each(beyond[usize::from(end)]).map(move |direction| ground.beside(cell, direction))
    }

    /// Each end cell of a corridor, paired with each cell beyond it.
    pub(super) fn ends(&self, ground: &CrowdGround, corridor: u32) -> impl Iterator<Item = (u32, u32)> {
        let ends = self.get(corridor).ends;
        (0..2).flat_map(move |end| {
            let last = ends[usize::from(end)];
            self.beyond(ground, corridor, end).map(move |beyond| (last, beyond))
        })
    }

    /// The corridor that stands for all lanes of a passage.
    pub(super) fn first_lane(&self, corridor: u32) -> u32 {
        self.get(corridor).lanes[0]
    }

    /// Returns whether a corridor is a lane of a passage.
    pub(super) fn is_lane(&self, corridor: u32) -> bool {
        self.get(corridor).lanes[1] != NONE
    }

    /// Returns whether agents want to go through a passage in both directions.
    pub(super) fn is_contested(&self, corridor: u32, wait_calls: u32, call: u32) -> bool {
        let lanes = self.get(corridor).lanes;
        let is_used = |end| {
            lanes.iter().any(|&lane| lane != NONE && self.get(lane).token.is_used(end, wait_calls, call))
        };
        is_used(0) && is_used(1)
    }

    /// When an agent last took a step in a corridor, or in any lane of its passage.
    pub(super) fn stepped(&self, corridor: u32) -> u64 {
        let lanes = self.get(corridor).lanes.into_iter().filter(|&lane| lane != NONE);
        lanes.map(|lane| self.get(lane).token.stepped()).max().unwrap_or(0)
    }

    /// The neighbours of a cell along its lane: first the neighbour towards end 0, then the neighbour towards end 1. `None` if
    /// the corridor is not a lane.
    pub(super) fn along_lane(&self, corridor: u32, cell: u32) -> Option<[u32; 2]> {
        if !self.is_lane(corridor) {
            return None;
        }
        let Corridor { ends: [first, last], cells, .. } = *self.get(corridor);
        let step = (last - first) / (cells - 1);
        Some([cell - step, cell + step])
    }

    /// The end by which a step from outside enters a corridor: 0 or 1. `None` if the step enters from the side.
    pub(super) fn end_of_step(&self, ground: &CrowdGround, corridor: u32, from: u32, to: u32) -> Option<u8> {
        let ends = self.get(corridor).ends;
        (0..2).find(|&end| {
            ends[usize::from(end)] == to && self.beyond(ground, corridor, end).any(|beyond| beyond == from)
        })
    }

    /// Returns whether knowledge about corridors from a call is still valid: no corridor has changed since that call.
    pub(super) const fn are_those_of(&self, call: u32) -> bool {
        call > self.changed
    }

    /// Removes the corridors near an edited cell. `call` is the last call before the edit.
    pub(super) fn loosen(&mut self, ground: &CrowdGround, cell: u32, call: u32) {
        for near in ground.nearby(cell, EDITED) {
            self.dissolve(ground, near, call);
            self.loose.push(near);
        }
    }

    fn dissolve(&mut self, ground: &CrowdGround, cell: u32, call: u32) {
        let Some(corridor) = self.at(cell) else { return };
        self.changed = call;
        self.vacant.push(corridor);
        self.of_cell.set(cell as usize, NONE);
        // Steps in the corridor may have become illegal, so the loop visits cells of the corridor that touch, with or without a
        // step between them.
        let mut next = self.loose.len();
        self.loose.push(cell);
        while let Some(&cell) = self.loose.get(next) {
            next += 1;
            for beside in (0..8).filter_map(|direction| ground.beside_on_map(cell, direction)) {
                if self.of_cell[beside as usize] == corridor {
                    self.of_cell.set(beside as usize, NONE);
                    self.loose.push(beside);
                }
            }
        }
    }

    /// Finds all corridors again. `call` is the last call. Calls `found` with each cell of each corridor, and with the corridor's
    /// token.
    pub(super) fn find_all(
        &mut self,
        ground: &CrowdGround,
        rules: &CrowdRules,
        call: u32,
        found: impl FnMut(&mut Token, u32),
    ) {
        *self = Self { refused: self.refused, changed: call, ..Self::new(ground, rules) };
        self.tell(0..ground.len() as u32, found);
    }

    /// Finds the corridors of all loose cells again. `call` is the last call. Calls `found` with each loose cell that is now in a
    /// corridor, and with the corridor's token.
    pub(super) fn tighten(
        &mut self,
        ground: &CrowdGround,
        rules: &CrowdRules,
        call: u32,
        found: impl FnMut(&mut Token, u32),
    ) {
        let mut cells = core::mem::take(&mut self.loose);
        for &cell in &cells {
            if self.trace(ground, cell, rules) {
                self.changed = call;
            }
        }
        cells.sort_unstable();
        cells.dedup();
        self.tell(cells.drain(..), found);
        self.loose = cells;
    }

    fn tell(&mut self, cells: impl Iterator<Item = u32>, mut found: impl FnMut(&mut Token, u32)) {
        for cell in cells {
            if let Some(corridor) = self.at(cell) {
                found(&mut self.get_mut(corridor).token, cell);
            }
        }
    }

    /// Finds the corridor of a cell that has none yet. Returns whether there is a new corridor.
    fn trace(&mut self, ground: &CrowdGround, cell: u32, rules: &CrowdRules) -> bool {
        if self.at(cell).is_some() || !ground.is_free(cell) {
            return false;
        }
        if let Some(sides) = corridor_sides(ground, cell) {
            self.trace_chain(ground, cell, sides);
        } else if let Some(passage) = Passage::at(ground, ground.cell(cell), rules) {
            self.add_lanes(ground, passage);
        } else {
            return false;
        }
        true
    }

    /// Traces the chain that contains a cell, and makes the chain a corridor. `sides` are the sides of the cell.
    fn trace_chain(&mut self, ground: &CrowdGround, cell: u32, sides: Sides) {
        let number = self.next_number();
        self.join(ground, cell, number);
        let mut corridor = Corridor {
            ends: [cell; 2],
            beyond: [0; 2],
            cells: 1,
            lanes: [number, NONE, NONE],
            token: Token::default(),
        };
        for (end, side) in sides.into_iter().enumerate() {
            let (mut last, mut side) = (cell, side);
            while let Some(next) = Next::after(ground, last, side) {
                next.passing.iter().flatten().for_each(|&cell| self.join(ground, cell, number));
                if next.cell == cell {
                    // A loop: no agent comes in from outside.
                    return self.put(number, corridor);
                }
                self.join(ground, next.cell, number);
                corridor.cells += 1;
                (last, side) = (next.cell, next.side);
            }
            (corridor.ends[end], corridor.beyond[end]) = (last, side);
        }
        self.put(number, corridor);
    }

    /// Makes each lane of a passage a corridor.
    fn add_lanes(&mut self, ground: &CrowdGround, passage: Passage) {
        let index = |cell| ground.index(cell).unwrap_or(NONE);
        let mut numbers = [NONE; 3];
        for (number, _) in numbers.iter_mut().zip(passage.lanes()) {
            *number = self.next_number();
        }
        for ((ends, owner), number) in passage.lanes().zip(numbers) {
            let along = passage.along();
            (0..passage.length() as i32)
                .for_each(|nth| self.join(ground, index(ends[0] + along * nth), number));
            let lane = Corridor {
                ends: ends.map(index),
                beyond: passage.beyond(),
                cells: passage.length(),
                lanes: numbers,
                token: Token::of_lane(owner),
            };
            self.put(number, lane);
        }
    }

    fn next_number(&mut self) -> u32 {
        self.vacant.pop().unwrap_or_else(|| {
            self.all.push(Corridor {
                ends: [NONE; 2],
                beyond: [0; 2],
                cells: 0,
                lanes: [NONE; 3],
                token: Token::default(),
            });
            self.all.len() as u32 - 1
        })
    }

    fn put(&mut self, number: u32, corridor: Corridor) {
        self.all.set(number as usize, corridor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Shape, Topology};
    use glam::{IVec2, UVec2};

    /// A map from rows of text, the top row first. `#` is a wall.
    fn drawn(rows: &[&str]) -> CrowdGround {
        drawn_on(Topology::default(), rows)
    }

    fn drawn_on(topology: Topology, rows: &[&str]) -> CrowdGround {
        let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
        let is_free =
            |cell: IVec2| rows[rows.len() - 1 - cell.y as usize].as_bytes()[cell.x as usize] != b'#';
        CrowdGround::new(size, topology, is_free)
    }

    /// The cells of each corridor and the cells beyond its ends, in the order of the cells.
    fn listed(ground: &CrowdGround, corridors: &Corridors) -> Vec<(Vec<u32>, [Vec<u32>; 2], bool)> {
        let mut all: Vec<(Vec<u32>, [Vec<u32>; 2], bool)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for cell in 0..ground.len() as u32 {
            let Some(number) = corridors.at(cell) else { continue };
            let beyond = |end| corridors.beyond(ground, number, end).collect::<Vec<u32>>();
            let mut beyond = [beyond(0), beyond(1)];
            beyond.sort_unstable();
            let place = *places.entry(number).or_insert(all.len());
            if place == all.len() {
                all.push((Vec::new(), beyond, corridors.is_lane(number)));
            }
            all[place].0.push(cell);
        }
        all
    }

    #[test]
    fn bays_do_not_interrupt_a_corridor() {
        let ground = drawn(&["..##########..", "..##.###.###..", ".............."]);
        let corridors = Corridors::new(&ground, &CrowdRules::default());
        let listed = listed(&ground, &corridors);
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert_eq!(listed[0].0, (2..12).collect::<Vec<u32>>());
        assert_eq!(listed[0].1, [[1], [12]]);
    }

    #[test]
    fn a_place_where_two_can_pass_does_not_interrupt_a_corridor() {
        // Where agents may cut corners, a path leads through the bay.
        let rows = ["..########..", "..###.####..", "............"];
        for rule in [DiagonalRule::IfAtMostOneObstacle, DiagonalRule::Always] {
            let ground = drawn_on(Topology::square(rule), &rows);
            let listed = listed(&ground, &Corridors::new(&ground, &CrowdRules::default()));
            assert_eq!(listed.len(), 1, "{listed:?}");
            assert_eq!(listed[0].0, (2..10).chain([17]).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn corridor_cells_that_are_neighbours_are_in_one_corridor() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..280 {
            let shape = Shape::ALL[round % 7];
            let topology = Topology::square(DiagonalRule::ALL[round / 7 % 4]).with_shape(shape);
            let size = UVec2::new(random.u32(1..16), random.u32(1..16));
            let walls = random.u8(2..7);
            let free: Vec<bool> = (0..size.x * size.y).map(|_| random.u8(..10) >= walls).collect();
            let ground =
                CrowdGround::new(size, topology, |cell| free[(cell.y * size.x as i32 + cell.x) as usize]);
            let corridors = Corridors::new(&ground, &CrowdRules::default());
            for cell in 0..ground.len() as u32 {
                let is_part = |cell| corridor_sides(&ground, cell).is_some();
                for (_, beside) in ground.steps(cell).filter(|&(_, beside)| is_part(cell) && is_part(beside))
                {
                    assert!(corridors.at(cell).is_some(), "{topology:?}");
                    assert_eq!(corridors.at(cell), corridors.at(beside), "{topology:?}");
                }
                let Some(number) = corridors.at(cell) else { continue };
                for (end, beyond) in
                    (0..2).flat_map(|end| corridors.beyond(&ground, number, end).map(move |at| (end, at)))
                {
                    assert_ne!(corridors.at(beyond), Some(number), "{topology:?}");
                    let last = corridors.get(number).ends[usize::from(end)];
                    assert_eq!(
                        corridors.end_of_step(&ground, number, beyond, last),
                        Some(end),
                        "{topology:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn lanes_of_a_passage_are_for_those_who_keep_to_the_right() {
        let along_a_row = drawn(&["..########..", "............", "............", "..########.."]);
        let along_a_column =
            drawn(&["....", "....", "#..#", "#..#", "#..#", "#..#", "#..#", "#..#", "....", "...."]);
        // A cell of each lane, and the end by which agents that keep to the right enter this lane.
        for (ground, lanes) in [(along_a_row, [(17, 0), (29, 1)]), (along_a_column, [(13, 1), (14, 0)])] {
            let corridors = Corridors::new(&ground, &CrowdRules::default());
            for (cell, end) in lanes {
                let lane = corridors.at(cell).unwrap();
                assert!(corridors.is_lane(lane));
                let (mut token, rules) = (corridors.get(lane).token, CrowdRules::default());
                // Agents from the other end may enter until an agent waits at this end.
                assert!(token.admits(end ^ 1, 8, &rules, 1, 0));
                token.enter(end ^ 1, false, 1, 0);
                token.refuse(end, 0, 1, 0);
                assert!(!token.admits(end ^ 1, 8, &rules, 2, 0) && !token.admits(end, 8, &rules, 2, 0));
                token.leave(0);
                token.enter(end, false, 2, 0);
                token.refuse(end ^ 1, 0, 2, 0);
                assert!(token.admits(end, 8, &rules, 3, 0) && !token.admits(end ^ 1, 8, &rules, 3, 0));
            }
        }
        let gap = drawn(&["..##..", "......", "......", "..##.."]);
        assert!(
            listed(&gap, &Corridors::new(&gap, &CrowdRules::default())).is_empty(),
            "it is as short as it is wide"
        );
    }

    #[test]
    fn what_is_known_of_corridors_is_true_until_one_is_closed_or_opened() {
        let mut ground =
            drawn(&["......#......", "......#......", ".............", "......#......", "......#......"]);
        let mut corridors = Corridors::new(&ground, &CrowdRules::default());
        // A rock far from the door, a new door, and a closed door.
        for (call, cell, is_free, is_true) in [(5, 0, false, true), (6, 6, true, false), (7, 6, false, false)]
        {
            ground.set_free(cell, is_free);
            corridors.loosen(&ground, cell, call);
            corridors.tighten(&ground, &CrowdRules::default(), call, |_, _| {});
            assert_eq!(corridors.are_those_of(call), is_true, "{call}");
            assert!(corridors.are_those_of(call + 1));
        }
    }

    #[test]
    fn after_edits_corridors_are_those_of_a_new_map() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..200 {
            let shape = Shape::ALL[round % 7];
            let topology = Topology::square(DiagonalRule::ALL[round / 7 % 4]).with_shape(shape);
            let size = UVec2::new(random.u32(1..20), random.u32(1..9));
            let len = (size.x * size.y) as usize;
            // Few walls make passages, many walls make chains.
            let walls = random.u8(1..8);
            let mut free: Vec<bool> = (0..len).map(|_| random.u8(..10) >= walls).collect();
            let is_row = |at: usize| [0, 3].contains(&(at as u32 / size.x % 4));
            if round % 2 == 0 {
                (0..len).filter(|&at| !is_row(at)).for_each(|at| free[at] |= random.u8(..20) > 0);
                (0..len).filter(|&at| is_row(at)).for_each(|at| free[at] &= random.u8(..5) == 0);
            }
            let index = |cell: IVec2| (cell.y * size.x as i32 + cell.x) as usize;
            let mut ground = CrowdGround::new(size, topology, |cell| free[index(cell)]);
            let mut corridors = Corridors::new(&ground, &CrowdRules::default());
            for _ in 0..20 {
                let at = random.usize(..len);
                free[at] = !free[at];
                ground.set_free(at as u32, free[at]);
                corridors.loosen(&ground, at as u32, 1);
                corridors.tighten(&ground, &CrowdRules::default(), 1, |_, _| {});
                let expected = listed(&ground, &Corridors::new(&ground, &CrowdRules::default()));
                assert_eq!(listed(&ground, &corridors), expected, "{shape:?} {size} {at}");
            }
        }
    }
}
