//! Search on hexagons of one weight, 64 cells at a time, ordered by the *detour*: how many steps longer a path is than over open ground.
//!
//! Steps in the two directions that lead to the goal over open ground have a detour of 0, steps to the side of 1, steps back of 2. The
//! search finds all cells with a detour of 0 line by line, then all cells with a detour of 1, and so on. A few operations on words of bits
//! find 64 cells. With short detours, this is much less work than to expand one cell after the other.
//!
//! *Source:* Wu, Manber, "Fast Text Searching Allowing Errors" (1992), where bits stand for matches with a given number of errors.

use super::{
    detour_lines::{LinesAround, Reached, Span, spread, spread_straight},
    field_engine::FieldEngine,
    space::FieldSpace,
};
use crate::{
    astar::{NodeId, SearchState, SearchStatus},
    cost::{Cost, step_units},
    cost_field::{CostField, HexWindow},
    ground::directions::{DX, DY, hex_parts},
};
use glam::IVec2;

/// A search by detours for one goal on hexagons.
///
/// Its window is a parallelogram with a margin as wide as the longest detour. A line of the window runs in the *secondary* of the two
/// directions that lead to the goal; the next line is one step further in the *primary* one. Few long lines are fastest: if the path needs
/// more primary steps, the search goes from the goal to the start, where these steps are secondary.
#[derive(Clone, Default, Debug)]
pub(super) struct DetourSearch {
    window: HexWindow,
    /// The primary and the secondary direction, and the number of steps in each to the other end over open ground.
    directions: [usize; 2],
    steps: [usize; 2],
    start: NodeId,
    is_from_goal: bool,
    /// The longest detour that is tried.
    most: usize,
    /// The cost of a step.
    step: u32,
    /// The lines of all detours so far: the cells that are reached with at most this detour, as bits. The first two lines are [`NOTHING`]
    /// and [`ONLY_START`].
    found: Vec<u64>,
    /// For each of these lines, the range of words that are not 0.
    spans: Vec<Span>,
    /// The number of lines in `found`.
    count: usize,
    /// The number of words of `found` that are cleared or written. The words behind them may hold lines of an earlier search.
    cleared: usize,
    /// For each detour, its range of lines.
    detours: Vec<Detour>,
}

/// A line on which nothing is reached.
const NOTHING: usize = 0;
/// The line before the first one. Its only cell is a virtual cell, from which a step leads to the start of the search.
const ONLY_START: usize = 1;

/// The lines of one detour.
#[derive(Clone, Copy, Default, Debug)]
struct Detour {
    first: usize,
    count: usize,
    /// The number of the first line in `found`.
    begin: usize,
    /// Whether any cell needs this detour, that is, was not reached with one step less.
    is_new: bool,
}

/// The search tries this many detours before it estimates how long the detour to the goal is: the start may be in a nook.
const PATIENCE: usize = 5;
/// The maximum number of words that the lines of a search may fill.
const MOST_WORDS: usize = 1 << 16;

impl Detour {
    /// The line after the last one.
    const fn end(&self) -> usize {
        self.first + self.count
    }

    /// The number of a line in `found`; [`NOTHING`] for lines outside the range.
    #[inline(always)]
    const fn number(&self, line: usize) -> usize {
        let nth = line.wrapping_sub(self.first);
        if nth < self.count { self.begin + nth } else { NOTHING }
    }
}

/// The cost of a step between cells of the weight of `cell`.
fn step_of(field: &CostField, cell: usize) -> u64 {
    step_units(field.topology().lengths().straight().into(), field.weight(cell))
}

/// The six steps, as (lines, places on the line), each with its detour.
const STEPS: [([isize; 2], usize); 6] =
    [([0, 1], 0), ([1, 0], 0), ([-1, 1], 1), ([1, -1], 1), ([0, -1], 2), ([-1, 0], 2)];

impl FieldEngine for DetourSearch {
    fn begin(&mut self, state: &mut SearchState, space: &FieldSpace, start: (usize, usize)) {
        let most = self.most;
        let (field, Some(goal)) = (space.field, space.single) else { return };
        let parts = |from: (usize, usize), to: (usize, usize)| {
            hex_parts(to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize)
        };
        let there = parts(start, goal);
        self.is_from_goal = there[0].1 > there[1].1;
        let (from, parts) = if self.is_from_goal { (goal, parts(goal, start)) } else { (start, there) };
        self.directions = parts.map(|(direction, _)| direction);
        self.steps = parts.map(|(_, steps)| steps);
        self.start = field.index(start.0, start.1) as NodeId;
        self.step = step_of(field, self.start as usize) as u32;
        self.window = HexWindow::new(field, from, self.directions, most);
        self.detours.clear();
        self.detours.push(Detour { first: most, begin: ONLY_START + 1, ..Detour::default() });
        (self.count, self.cleared) = (0, 0);
        self.make_room();
        self.clear(0);
        self.count = ONLY_START + 1;
        let words = self.words();
        self.found[ONLY_START * words + most / 64] = 1 << (most % 64);
        let at = (most / 64) as u32;
        self.spans[NOTHING] = Span::NONE;
        self.spans[ONLY_START] = Span { from: at, to: at + 1 };
        state.begin_counts();
    }

    /// Lines count as expansions.
    fn run(&mut self, state: &mut SearchState, space: &FieldSpace, slice: u32) -> Option<SearchStatus> {
        let mut rest = slice;
        loop {
            let (lines, is_there) = match self.detours.len() {
                1 => self.sweep::<true>(space.field, rest),
                _ => self.sweep::<false>(space.field, rest),
            };
            state.expanded += lines;
            state.generated += lines;
            rest -= lines;
            if is_there {
                let steps = self.steps[0] + self.steps[1] + self.detours.len() - 1;
                let (x, y) = space.single?;
                let goal = space.field.index(x, y) as NodeId;
                return Some(SearchStatus::Found { goal, cost: Cost::from_units(steps as u32 * self.step) });
            }
            if rest == 0 {
                return Some(SearchStatus::Paused);
            }
            self.next_detour()?;
        }
    }

    fn write_path(
        &mut self,
        _state: &mut SearchState,
        field: &CostField,
        goal: NodeId,
        cells: &mut Vec<IVec2>,
        costs: &mut Vec<Cost>,
    ) {
        let steps = self.steps[0] + self.steps[1] + self.detours.len() - 1;
        let begin = cells.len();
        cells.resize(begin + steps + 1, IVec2::ZERO);
        let from = if self.is_from_goal { self.start } else { goal };
        let cells = &mut cells[begin..];
        if self.is_from_goal {
            self.trace(field, from, cells.iter_mut());
        } else {
            self.trace(field, from, cells.iter_mut().rev());
        }
        costs.extend((0..=steps).map(|taken| Cost::from_units(taken as u32 * self.step)));
    }
}

impl DetourSearch {
    /// Returns whether a search by detours can find the path: the cells are hexagons, all reachable cells have the same weight, the goal is
    /// one cell, and no cost with a detour of up to `most` steps is too high.
    pub(super) fn serves(space: &FieldSpace, (x, y): (usize, usize), most: usize) -> bool {
        let field = space.field;
        let (width, height) = field.lattice().extent();
        let step = step_of(field, field.index(x, y));
        field.topology().shape().is_hex()
            && field.mixed_count() == 0
            && space.single.is_some()
            && step != 0
            && step * ((width + height + most) as u64) < u64::from(u32::MAX)
    }

    /// Sets the longest detour that the next search tries. If this is too short, the search gives way to another engine.
    pub(super) const fn allow(&mut self, most: usize) {
        self.most = most;
    }

    /// The start of the search, at padded coordinates.
    pub(super) const fn start(&self, field: &CostField) -> (usize, usize) {
        field.coordinates(self.start as usize)
    }

    /// The number of lines of the window.
    const fn lines(&self) -> usize {
        self.steps[0] + 1 + 2 * self.most
    }

    /// The number of words of a line.
    const fn words(&self) -> usize {
        (self.steps[1] + 1 + 2 * self.most).div_ceil(64)
    }

    /// Makes room for the lines of one more detour.
    fn make_room(&mut self) {
        let lines = self.count + self.lines() + ONLY_START + 1;
        let words = lines * self.words();
        if self.found.len() < words {
            self.found.resize(words.max(2 * self.found.len()), 0);
        }
        if self.spans.len() < lines {
            self.spans.resize(lines.max(2 * self.spans.len()), Span::NONE);
        }
    }

    /// Clears the words of 32 lines, from line `number` on.
    #[cold]
    fn clear(&mut self, number: usize) {
        let end = ((number + 32) * self.words()).min(self.found.len());
        self.found[self.cleared..end].fill(0);
        self.cleared = end;
    }

    /// Begins to try detours of one step more. `None` if the search gives way to another engine: the last two detours reached no new cell,
    /// the detour to the goal is likely more than twice the longest one, the longest detour was tried, or the lines need too much memory.
    fn next_detour(&mut self) -> Option<()> {
        let last = *self.detours.last()?;
        let detour = self.detours.len();
        let all = self.steps[0] + self.steps[1];
        let is_known = detour > 1 && !last.is_new && !self.detours[detour - 2].is_new;
        let words = (self.count + self.lines()) * self.words();
        let is_far = detour >= PATIENCE && all * detour > 2 * self.most * self.furthest();
        if is_known || is_far || detour > self.most || words > MOST_WORDS {
            return None;
        }
        let first = last.first.saturating_sub(1);
        self.detours.push(Detour { first, begin: self.count, ..Detour::default() });
        self.make_room();
        Some(())
    }

    /// The greatest progress towards the goal: the number of steps, over open ground, from the start to the reached cell nearest to the
    /// goal.
    fn furthest(&self) -> usize {
        let words = self.words();
        let Some(detour) = self.detours.last() else { return 0 };
        let steps = |nth: usize| {
            let span = self.spans[detour.begin + nth];
            let word = span.to.checked_sub(1)? as usize;
            let place = 64 * word + self.found[(detour.begin + nth) * words + word].checked_ilog2()? as usize;
            let [lines, places] = [detour.first + nth, place].map(|steps| steps.saturating_sub(self.most));
            Some(lines.min(self.steps[0]) + places.min(self.steps[1]))
        };
        (0..detour.count).filter_map(steps).max().unwrap_or(0)
    }

    /// Finds the cells of the next lines that are reached with the current detour, for at most `most_lines` lines. Returns the number of
    /// these lines, and whether the other end of the path is reached.
    fn sweep<const STRAIGHT: bool>(&mut self, field: &CostField, most_lines: u32) -> (u32, bool) {
        let (lines, words) = (self.lines(), self.words());
        let [other_line, other_place] = self.steps.map(|steps| steps + self.most);
        let [two, one, mut now] = [2, 1, 0].map(|less| {
            let detour = (self.detours.len() - 1).checked_sub(less);
            detour.map(|detour| self.detours[detour]).unwrap_or_default()
        });
        let end = if STRAIGHT { self.most } else { one.end() };
        let (mut number, mut line, mut swept, mut is_there) = (self.count, now.end(), 0, false);
        while swept < most_lines
            && line < lines
            && (line <= end || !self.spans[number - 1].is_empty())
            && !is_there
        {
            let begin = number * words;
            if begin + words > self.cleared {
                self.clear(number);
            }
            let (found, here) = self.found.split_at_mut(begin);
            let here = &mut here[..words];
            let spans = &self.spans;
            let of =
                |number: usize| Reached { cells: &found[number * words..][..words], span: spans[number] };
            let free = self.window.line(field, line);
            let span = if STRAIGHT {
                spread_straight(here, free, of(number - 1))
            } else {
                let around = LinesAround {
                    before: of(now.number(line.wrapping_sub(1))),
                    one_less: [
                        of(one.number(line.wrapping_sub(1))),
                        of(one.number(line)),
                        of(one.number(line + 1)),
                    ],
                    two_less: [of(two.number(line)), of(two.number(line + 1))],
                };
                let (span, is_new) = spread(here, free, &around);
                now.is_new |= is_new;
                span
            };
            is_there = line == other_line && here[other_place / 64] >> (other_place % 64) & 1 == 1;
            self.spans[number] = span;
            number += 1;
            line += 1;
            swept += 1;
            now.count += 1;
        }
        self.count = number;
        now.is_new |= STRAIGHT;
        if let Some(last) = self.detours.last_mut() {
            *last = now;
        }
        (swept, is_there)
    }

    /// Walks the path back from its other end, cell by cell.
    #[inline(always)]
    fn trace<'a>(&self, field: &CostField, from: NodeId, cells: impl Iterator<Item = &'a mut IVec2>) {
        let (words, lattice) = (self.words(), field.lattice());
        let [mut line, mut place] = self.steps.map(|steps| steps + self.most);
        let mut detour = self.detours.len() - 1;
        let word = |detour: usize, line: usize, place: usize| {
            if place / 64 < words {
                self.found[self.detours[detour].number(line) * words + place / 64]
            } else {
                0
            }
        };
        let by = |[lines, places]: [isize; 2]| {
            let along = |of: &[isize; 8]| lines * of[self.directions[0]] + places * of[self.directions[1]];
            IVec2::new(along(&DX) as i32, along(&DY) as i32)
        };
        // How a step back changes a cell, for cells on even and on odd lines of the lattice.
        let back = STEPS.map(|(step, _)| {
            [2, 3].map(|line| {
                lattice.cell_of(IVec2::new(0, line) - by(step)) - lattice.cell_of(IVec2::new(0, line))
            })
        });
        let turns = STEPS.map(|(step, _)| by(step).y as usize & 1);
        let (mut cell, mut odd) = (lattice.cell(from as usize), lattice.coordinates(from as usize).1 & 1);
        // The number of reached cells directly before this one on the line.
        let mut along = 0;
        for slot in cells {
            *slot = cell;
            if along == 0 {
                along = (word(detour, line, place) << (63 - place % 64)).leading_ones().saturating_sub(1);
            }
            let step = if along > 0 {
                along -= 1;
                0
            } else {
                let came = STEPS.iter().position(|&([lines, places], less)| {
                    let (line, place) =
                        (line.wrapping_add_signed(-lines), place.wrapping_add_signed(-places));
                    less <= detour && word(detour - less, line, place) >> (place % 64) & 1 == 1
                });
                let Some(step) = came else { break };
                step
            };
            let ([lines, places], less) = STEPS[step];
            line = line.wrapping_add_signed(-lines);
            place = place.wrapping_add_signed(-places);
            detour -= less;
            cell += back[step][odd];
            odd ^= turns[step];
        }
    }
}
