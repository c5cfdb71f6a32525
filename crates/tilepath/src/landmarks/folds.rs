//! Distances that count as one, because steps between them became shorter.

use super::lines::{COUNT, Line};
use smallvec::SmallVec;

/// For each landmark, intervals of distances that count as one distance, by the upper halves of distances.
///
/// Where steps become shorter, two neighbours may be closer to each other than their distances from a landmark differ. The interval that holds
/// the distances of all such cells is folded: its distances count as its least one, and all greater ones as less by its length. Then no
/// step is shorter than the difference of its two ends, there or anywhere else, because a fold makes no difference greater. Between cells on
/// one side of the interval, the bound stays what it was.
#[derive(Clone, Default, Debug)]
pub(super) struct Folds {
    /// The first interval of each landmark, then the second one, and so on.
    rows: SmallVec<[Row; MOST]>,
}

/// An interval of each landmark: where it begins, and its length. It is none if the length is 0. Intervals of a landmark do not overlap.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Row {
    begin: Line,
    length: Line,
}

/// The maximum number of intervals of a landmark.
const MOST: usize = 4;

impl Row {
    /// Whether the interval of a landmark holds a distance.
    #[inline(always)]
    pub(super) const fn holds(&self, lane: usize, upper: u16) -> bool {
        upper >= self.begin[lane] && upper - self.begin[lane] < self.length[lane]
    }
}

impl Folds {
    /// Folds of these rows. `None` if no folds have them: if there are too many, or if they are out of order.
    #[cfg(feature = "serde")]
    pub(super) fn of_rows(rows: &[Row]) -> Option<Self> {
        let folds = (rows.len() <= MOST).then(|| Self { rows: rows.into() })?;
        let end = |row: &Row, lane: usize| row.begin[lane].checked_add(row.length[lane]);
        let are_apart = |lane: usize| {
            let ends = folds
                .rows
                .iter()
                .filter(|row| row.length[lane] > 0)
                .map(|row| (row.begin[lane], end(row, lane)));
            let mut last = None;
            ends.into_iter().all(|(begin, end)| {
                let follows = end.is_some() && last.is_none_or(|last| last < begin);
                last = end;
                follows
            })
        };
        (0..COUNT).all(are_apart).then_some(folds)
    }

    /// The intervals, row by row.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Folds the distances of a landmark whose upper halves are at least `least` and below `end`. Where this would be an interval too many, the
    /// two that are nearest to each other become one.
    pub(super) fn add(&mut self, lane: usize, [least, end]: [u16; 2]) {
        let mut all: SmallVec<[[u16; 2]; MOST + 1]> = self.intervals(lane).collect();
        all.push([least, end]);
        all.sort_unstable();
        all.dedup_by(|next, before| {
            let meet = next[0] <= before[1];
            if meet {
                before[1] = before[1].max(next[1]);
            }
            meet
        });
        if all.len() > MOST {
            let nearest = (0..MOST).min_by_key(|&nth| all[nth + 1][0] - all[nth][1]).unwrap_or(0);
            let [_, end] = all.remove(nearest + 1);
            all[nearest][1] = end;
        }
        self.replace(lane, &all);
    }

    /// Forgets the intervals of a landmark, because its distances were measured again.
    pub(super) fn clear(&mut self, lane: usize) {
        self.replace(lane, &[]);
    }

    fn intervals(&self, lane: usize) -> impl Iterator<Item = [u16; 2]> {
        let rows = self.rows.iter().filter(move |row| row.length[lane] > 0);
        rows.map(move |row| [row.begin[lane], row.begin[lane] + row.length[lane]])
    }

    fn replace(&mut self, lane: usize, intervals: &[[u16; 2]]) {
        self.rows.resize(self.rows.len().max(intervals.len()), Row::default());
        for (nth, row) in self.rows.iter_mut().enumerate() {
            let [begin, end] = intervals.get(nth).copied().unwrap_or_default();
            (row.begin[lane], row.length[lane]) = (begin, end - begin);
        }
        while self.rows.last().is_some_and(|row| row.length == Line::default()) {
            self.rows.pop();
        }
    }
}

/// What the upper halves of distances count as.
#[inline(always)]
pub(super) fn fold(line: &Line, rows: &[Row]) -> Line {
    let mut counted = *line;
    for row in rows {
        for lane in 0..COUNT {
            let within = line[lane].saturating_sub(row.begin[lane]).min(row.length[lane]);
            // No more than is left, because intervals do not overlap.
            counted[lane] = counted[lane].saturating_sub(within);
        }
    }
    counted
}

/// What the upper half of the distance from one landmark counts as.
#[inline(always)]
pub(super) fn fold_one(upper: u16, lane: usize, rows: &[Row]) -> u16 {
    let within = |row: &Row| upper.saturating_sub(row.begin[lane]).min(row.length[lane]);
    rows.iter().fold(upper, |counted, row| counted.saturating_sub(within(row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Folds {
        /// The sum of the lengths of the intervals of a landmark.
        pub(in crate::landmarks) fn loss(&self, lane: usize) -> u32 {
            self.rows.iter().map(|row| u32::from(row.length[lane])).sum()
        }
    }

    /// Compares with numbers of which those in an interval are left out.
    #[test]
    fn distances_in_an_interval_count_as_its_least_and_greater_ones_as_less() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let (mut folds, mut folded, lane) = (Folds::default(), [false; 200], random.usize(..COUNT));
            for _ in 0..random.usize(..12) {
                let least = random.u16(..190);
                let end = least + random.u16(1..9);
                folds.add(lane, [least, end]);
                folded[usize::from(least)..usize::from(end)].fill(true);
            }
            let counts = |distance: u16| {
                let mut line = [5; COUNT];
                line[lane] = distance;
                let counted = fold(&line, folds.rows());
                assert!((0..COUNT).all(|other| other == lane || counted[other] == 5));
                counted[lane]
            };
            let steps: Vec<u16> = (0..199).map(|distance| counts(distance + 1) - counts(distance)).collect();
            let lost = steps.iter().filter(|&&step| step == 0).count();
            assert_eq!(folds.loss(lane) as usize, lost);
            let runs = folded.windows(2).filter(|pair| pair[0] && !pair[1]).count();
            for (step, folded) in steps.iter().zip(folded) {
                // Where there are too many intervals, what lies between two of them is folded, too.
                assert!(*step == u16::from(!folded) || runs > MOST && *step == 0);
            }
            folds.clear(lane);
            assert!(folds.rows.is_empty());
        }
    }
}
