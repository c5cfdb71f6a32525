//! One line in a search by detours: which of its cells are reached, computed from the lines around it.

use crate::cost_field::WallLine;

/// The cells of a line that are reached with at most a given detour, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<'a> {
    pub(super) cells: &'a [u64],
    pub(super) span: Span,
}

/// A range of words of a line. All words outside of it are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The neighbouring lines, from which the search enters a line.
pub(super) struct LinesAround<'a> {
    /// The previous line, with the same detour.
    pub(super) before: Reached<'a>,
    /// The previous line, the line itself and the next line, with a detour of one step less.
    pub(super) one_less: [Reached<'a>; 3],
    /// The line itself and the next line, with a detour of two steps less.
    pub(super) two_less: [Reached<'a>; 2],
}

impl Span {
    pub(super) const NONE: Self = Self { from: u32::MAX, to: 0 };

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.from >= self.to
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    #[inline(always)]
    fn note(&mut self, word: usize, cells: u64) {
        if cells != 0 {
            self.from = self.from.min(word as u32);
            self.to = word as u32 + 1;
        }
    }
}

/// The reached cells, and the free cells that follow them up the line without a gap. Also the carry: 1 if the next word continues with a
/// reached cell, else 0.
///
/// *Source:* carry propagation, Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
#[inline(always)]
const fn flood(free: u64, reached: u64) -> (u64, u64) {
    let reached = free & reached;
    let (sum, overflow) = free.overflowing_add(reached);
    (free & (sum ^ free) | reached, overflow as u64)
}

/// Finds the cells of a line that are reached without a detour. All words of `reached` must be 0 before.
#[inline(always)]
pub(super) fn spread_straight(reached: &mut [u64], free: WallLine, before: Reached) -> Span {
    let mut span = Span::NONE;
    let (from, to) = (before.span.from as usize, before.span.to as usize);
    let before = &before.cells[..reached.len()];
    let mut next_free = free.free_words(from);
    let (mut carry, mut word) = (0, from);
    while word < reached.len() && (word < to || carry != 0) {
        let here;
        (here, carry) = flood(next_free(), before[word] | carry);
        reached[word] = here;
        span.note(word, here);
        word += 1;
    }
    span
}

/// Finds the cells of a line that are reached with a detour. All words of `reached` must be 0 before. Also returns whether any cell needs
/// this detour, that is, was not reached with one step less.
#[inline]
pub(super) fn spread(reached: &mut [u64], free: WallLine, around: &LinesAround) -> (Span, bool) {
    let LinesAround {
        before,
        one_less: [one_before, one_here, one_behind],
        two_less: [two_here, two_behind],
    } = *around;
    let back = one_before.span.and(two_here.span);
    let up = one_behind.span.and(before.span).and(one_here.span).and(two_behind.span);
    let (from, to) = (up.from.min(back.from.saturating_sub(1)) as usize, up.to.max(back.to) as usize);
    let words = reached.len();
    let mut next_free = free.free_words(from);
    let (mut carry, mut below, mut fresh, mut span) = (0, 0, 0, Span::NONE);
    let mut ahead = if from < words { one_before.cells[from] | two_here.cells[from] } else { 0 };
    let [before, one_before, one_here, one_behind] =
        [before, one_before, one_here, one_behind].map(|line| &line.cells[..words]);
    let [two_here, two_behind] = [two_here, two_behind].map(|line| &line.cells[..words]);
    for word in from..words {
        if word > to && carry == 0 {
            break;
        }
        let behind = one_behind[word];
        let aside = behind << 1 | below >> 63;
        below = behind;
        let next = ahead;
        ahead = if word + 1 < words { one_before[word + 1] | two_here[word + 1] } else { 0 };
        let back = next >> 1 | ahead << 63;
        let known = one_here[word];
        let here;
        (here, carry) = flood(next_free(), before[word] | known | aside | back | two_behind[word] | carry);
        reached[word] = here;
        fresh |= here ^ known;
        span.note(word, here);
    }
    (span, fresh != 0)
}
