//! Search between hexagons of one weight by how many steps longer than over open ground a path is, 64 cells at a time.
//!
//! Steps in the two directions that lead to the goal over open ground cost no detour, steps to the side a detour of one, steps back of two.
//! All cells that are reached with no detour are found line by line, then all with a detour of one step, and so on, each by a few
//! operations on words of bits. Where detours are short, that is far less than to look at one cell after the other.
//!
//! *Source:* Wu, Manber, "Fast Text Searching Allowing Errors" (1992), where bits stand for matches with so many errors.

use super::{
    detour_lines::{LinesAround, Reached, Span, spread, spread_straight},
    field_engine::FieldEngine,
    space::JumpSpace,
};
use crate::{
    astar::{NodeId, SearchState, SearchStatus},
    cost::{Cost, step_units},
    cost_field::{CostField, HexWindow},
    ground::directions::{DX, DY, hex_parts},
};
use glam::IVec2;

/// A search by detours for one goal between hexagons.
///
/// Its window is cut along the two directions that lead to the goal. The lines run in a *secondary* direction, and there is one for each step
/// in a *primary* one, with a margin as wide as the greatest detour. Lines should be few and long: if there are more primary steps, the
/// search goes from the goal to the start, where these are the secondary ones.
#[derive(Clone, Default, Debug)]
pub(super) struct DetourSearch {
    window: HexWindow,
    /// The primary and the secondary direction, and how many steps in each lead there over open ground.
    directions: [usize; 2],
    steps: [usize; 2],
    start: NodeId,
    is_from_goal: bool,
    /// The greatest detour that is tried.
    most: usize,
    /// What a step costs.
    step: u32,
    /// The lines that were found, detour by detour: the cells that are reached with no longer a detour. The first two are [`NOTHING`] and
    /// [`ONLY_START`].
    found: Vec<u64>,
    /// Where on these lines there are such cells.
    spans: Vec<Span>,
    /// How many lines there are.
    count: usize,
    /// Words of them that are zero or written, behind which there may be others of an earlier search.
    cleared: usize,
    /// Which of the lines belong to each detour.
    detours: Vec<Detour>,
}

/// A line on which nothing is reached.
const NOTHING: usize = 0;
/// The line before the first, which has the cell from which only the end where the search begins is reached.
const ONLY_START: usize = 1;

/// The lines on which cells are reached with a detour.
#[derive(Clone, Copy, Default, Debug)]
struct Detour {
    first: usize,
    count: usize,
    /// The number of the first among all lines found.
    begin: usize,
    /// Whether any cell was not reached with one less.
    is_new: bool,
}

/// So many detours are tried before it is asked how far they lead: a start may be in a nook.
const PATIENCE: usize = 5;
/// The most words of lines that a search writes.
const MOST_WORDS: usize = 1 << 16;

impl Detour {
    /// The line behind the last.
    const fn end(&self) -> usize {
        self.first + self.count
    }

    /// The number of a line among all lines found.
    #[inline(always)]
    const fn number(&self, line: usize) -> usize {
        let nth = line.wrapping_sub(self.first);
        if nth < self.count { self.begin + nth } else { NOTHING }
    }
}

/// What a step between the cells that can be reached from one costs.
fn step_of(field: &CostField, cell: usize) -> u64 {
    step_units(field.topology().lengths().straight().into(), field.weight(cell))
}

/// The six steps, as lines and places on a line, with the detour that each is.
const STEPS: [([isize; 2], usize); 6] =
    [([0, 1], 0), ([1, 0], 0), ([-1, 1], 1), ([1, -1], 1), ([0, -1], 2), ([-1, 0], 2)];

impl FieldEngine for DetourSearch {
    fn begin(&mut self, state: &mut SearchState, space: &JumpSpace, start: (usize, usize)) {
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
    fn run(&mut self, state: &mut SearchState, space: &JumpSpace, slice: u32) -> Option<SearchStatus> {
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
    /// Returns whether such a search may find paths with at most so great a detour: all that can be reached weighs the same, the goal is one
    /// cell, and no cost is too high.
    pub(super) fn serves(space: &JumpSpace, (x, y): (usize, usize), most: usize) -> bool {
        let field = space.field;
        let (width, height) = field.lattice().extent();
        let step = step_of(field, field.index(x, y));
        field.topology().shape().is_hex()
            && field.mixed_count() == 0
            && space.single.is_some()
            && step != 0
            && step * ((width + height + most) as u64) < u64::from(u32::MAX)
    }

    /// Sets the greatest detour for which the next search looks. With longer detours it gives way.
    pub(super) const fn allow(&mut self, most: usize) {
        self.most = most;
    }

    /// Where the search began.
    pub(super) const fn start(&self, field: &CostField) -> (usize, usize) {
        field.coordinates(self.start as usize)
    }

    /// Lines of the window.
    const fn lines(&self) -> usize {
        self.steps[0] + 1 + 2 * self.most
    }

    /// Words of a line.
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

    /// Clears some lines from one on.
    #[cold]
    fn clear(&mut self, number: usize) {
        let end = ((number + 32) * self.words()).min(self.found.len());
        self.found[self.cleared..end].fill(0);
        self.cleared = end;
    }

    /// Goes on to detours of one step more. Gives way where these come nearer so slowly that one of more than twice the greatest is to be
    /// expected.
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

    /// The most steps towards the goal that a cell reached so far is away from the start.
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

    /// Finds what is reached with the detour at hand on the next lines, so many at most. Returns how many were looked at, and whether the
    /// other end is reached.
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

    /// Goes back along the path from the other end, cell by cell.
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
        // How a cell changes by a step back, which depends on whether it begins in an even line of the lattice.
        let back = STEPS.map(|(step, _)| {
            [2, 3].map(|line| {
                lattice.cell_of(IVec2::new(0, line) - by(step)) - lattice.cell_of(IVec2::new(0, line))
            })
        });
        let turns = STEPS.map(|(step, _)| by(step).y as usize & 1);
        let (mut cell, mut odd) = (lattice.cell(from as usize), lattice.coordinates(from as usize).1 & 1);
        // The cells before this one on the line.
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
