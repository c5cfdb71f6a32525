//! serde for landmarks: distances are written as they are, because edits have changed them since they were measured, and they decide which
//! of several cheapest paths a search finds.

use super::{
    flood::{Distances, FloodQueue, nearer},
    landmarks::Landmarks,
    lines::{COUNT, Lines},
    metric::{Metric, UNKNOWN, for_each_step},
    packed::{pack, unpack},
    survey::{HalfStored, Stage, Survey},
};
use crate::{
    bucket_queue::LabelledCell,
    cost_field::CostField,
    ground::{CellRect, CostProfile, Rule, Topology, UniqueId, by_rule},
    undo::Lasting,
};
use glam::IVec2;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is written of the distances from landmarks.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LinesData {
    scale: u32,
    /// For one landmark after the other the stored distances of all cells, [packed](pack).
    words: Vec<u8>,
}

/// What is written of complete landmarks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LandmarksData<'a> {
    profile: Cow<'a, CostProfile>,
    lines: LinesData,
    edited: u64,
}

/// What is written of landmarks that are being measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyData<'a> {
    profile: Cow<'a, CostProfile>,
    lines: LinesData,
    cells: u32,
    /// The distances from the current landmark, [packed](pack).
    current: Vec<u8>,
    /// Where the lowest bucket of the queue begins, and the entries of the queue as labels and cells.
    floor: u32,
    queue: Vec<(u32, u32)>,
    lane: u32,
    furthest: Cow<'a, [(u32, u32)]>,
    far: u32,
    stage: Stage,
    restarts: u32,
}

impl LinesData {
    /// The distances of lines of which this many landmarks are stored completely.
    fn of(lines: &Lines, complete: usize) -> Self {
        let scale = lines.scale();
        let words = (0..COUNT).flat_map(|lane| {
            // The last place holds numbers of parts until its landmark is stored.
            let shift = if lane < complete || lane + 1 < COUNT { scale } else { 0 };
            lines.scaled().iter().map(move |line| line[lane] >> shift)
        });
        Self { scale, words: pack(words) }
    }

    /// Reads the lines of a field. `None` if these bytes are none.
    fn read(&self, field: &CostField, complete: usize) -> Option<Lines> {
        let cells = field.padded_len();
        let mut lines = Lines::zeroed(cells);
        lines.scale = Some(self.scale).filter(|&scale| scale < u32::BITS)?;
        let most = UNKNOWN >> self.scale;
        let mut words = unpack(&self.words);
        for lane in 0..COUNT {
            let is_distance = lane < complete || lane + 1 < COUNT;
            for cell in 0..cells {
                let word = words.next()??;
                if is_distance {
                    lines.set(cell, lane, Some(word).filter(|&word| word <= most)?);
                } else {
                    lines.set_part(cell, word as usize);
                }
            }
        }
        words.next().is_none().then_some(lines)
    }
}

impl FloodQueue {
    /// Where the lowest bucket begins.
    pub(super) const fn floor(&self) -> u32 {
        self.0.floor()
    }

    /// All entries, for [`FloodQueue::refill`].
    pub(super) fn entries(&self) -> Vec<LabelledCell> {
        self.0.entries()
    }

    /// Fills the list with the entries of another list whose lowest bucket begins at `floor`. Both then go on alike.
    pub(super) fn refill(&mut self, topology: Topology, floor: u32, entries: &[LabelledCell]) {
        self.0.reset(floor, Metric::of(topology).tile());
        entries.iter().for_each(|&entry| self.0.push(entry));
    }
}

/// The rectangle of the whole map.
fn whole(field: &CostField) -> CellRect {
    CellRect { min: IVec2::ZERO, max: field.lattice().size().as_ivec2() - 1 }
}

impl Landmarks {
    pub(crate) fn data(&self) -> LandmarksData<'_> {
        LandmarksData {
            profile: Cow::Borrowed(&self.profile),
            lines: LinesData::of(&self.lines, COUNT),
            edited: self.edited as u64,
        }
    }
}

impl LandmarksData<'_> {
    pub(crate) fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Reads landmarks for the field of their profile. `None` unless their bounds hold on this field.
    pub(crate) fn read(self, field: &CostField) -> Option<Landmarks> {
        let lines = self.lines.read(field, COUNT)?;
        if nearer(field, &lines, COUNT, whole(field)) != [false; COUNT] {
            return None;
        }
        Some(Landmarks {
            id: UniqueId::next(),
            profile: self.profile.into_owned(),
            topology: field.topology(),
            lines: Lasting::new(lines),
            queue: FloodQueue::default(),
            edited: usize::try_from(self.edited).ok()?,
        })
    }
}

impl Survey {
    pub(crate) fn data(&self) -> SurveyData<'_> {
        let queue = self.queue.entries();
        SurveyData {
            profile: Cow::Borrowed(&self.profile),
            lines: LinesData::of(&self.lines, self.lane),
            cells: self.current.len() as u32,
            current: pack(self.current.iter().copied()),
            floor: self.queue.floor(),
            queue: queue.into_iter().map(|LabelledCell { label, cell }| (label, cell)).collect(),
            lane: self.lane as u32,
            furthest: Cow::Borrowed(&self.furthest),
            far: self.far,
            stage: self.stage,
            restarts: self.restarts,
        }
    }

    /// Whether the survey may go on from here: its distances are bounds, or the cells that lower them are in the queue.
    fn is_sound(&mut self, field: &CostField, queued: &[LabelledCell]) -> bool {
        let (cells, known) = (field.padded_len(), self.current.len());
        let may_be = match self.stage {
            Stage::Beginning => known <= cells && self.lane == 0 && queued.is_empty(),
            Stage::Spreading(next) => known == cells && next <= cells,
            Stage::Storing(stored) => known == cells && stored <= cells && queued.is_empty(),
        };
        let on_map = |cell: u32| (cell as usize) < cells;
        if !may_be
            || !queued.iter().all(|entry| on_map(entry.cell))
            || !self.furthest.iter().all(|&(_, cell)| on_map(cell))
            || self.current.iter().any(|&distance| distance > UNKNOWN)
        {
            return false;
        }
        if nearer(field, &self.lines, self.lane, whole(field)) != [false; COUNT] {
            return false;
        }
        match self.stage {
            Stage::Beginning => true,
            Stage::Spreading(_) => is_settled(field, &*self.current, (UNKNOWN, queued)),
            Stage::Storing(stored) => {
                let Self { lines, current, lane, .. } = self;
                // What is stored as the greatest distance may be greater, or unknown.
                let greatest = UNKNOWN >> lines.scale();
                is_settled(field, &HalfStored { lines, current, lane: *lane, stored }, (greatest, queued))
            }
        }
    }
}

impl SurveyData<'_> {
    pub(crate) fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Reads a survey for the field of its profile. `None` if no survey of this field comes to this point.
    pub(crate) fn read(self, field: &CostField) -> Option<Survey> {
        let lane = Some(self.lane as usize).filter(|&lane| lane < COUNT)?;
        let mut lines = self.lines.read(field, lane)?;
        if let (Stage::Storing(stored), true) = (self.stage, lane + 1 == COUNT) {
            // In these cells distances have taken the place of the numbers of parts.
            for cell in 0..Some(stored).filter(|&stored| stored <= field.padded_len())? {
                let scaled = Some(lines.part(cell)).filter(|&scaled| scaled <= UNKNOWN as usize)?;
                lines.set(cell, lane, scaled as u32 >> lines.scale());
            }
        }
        let mut distances = unpack(&self.current);
        let cells = Some(self.cells as usize).filter(|&cells| cells <= field.padded_len())?;
        let current = (0..cells).map(|_| distances.next()?).collect::<Option<Vec<u32>>>()?;
        let entries: Vec<LabelledCell> =
            self.queue.iter().map(|&(label, cell)| LabelledCell { label, cell }).collect();
        let mut queue = FloodQueue::default();
        queue.refill(field.topology(), self.floor, &entries);
        let mut survey = Survey {
            profile: self.profile.into_owned(),
            lines: Lasting::new(lines),
            current: Lasting::new(current.into()),
            queue,
            lane,
            furthest: self.furthest.into_owned(),
            far: self.far,
            stage: self.stage,
            restarts: self.restarts,
        };
        survey.is_sound(field, &entries).then_some(survey)
    }
}

/// Returns whether every cell at less than a distance has spread its distance to its neighbours, except the cells that are queued with their
/// present distances.
fn is_settled(
    field: &CostField,
    distances: &(impl Distances + ?Sized),
    most_and_queued: (u32, &[LabelledCell]),
) -> bool {
    by_rule!(field.topology().moves(), is_settled_by(field, distances, most_and_queued))
}

fn is_settled_by<R: Rule>(
    field: &CostField,
    distances: &(impl Distances + ?Sized),
    (most, queued): (u32, &[LabelledCell]),
) -> bool {
    let metric = Metric::of(field.topology());
    let mut spreads_later = vec![false; field.padded_len()];
    for &LabelledCell { label, cell } in queued {
        spreads_later[cell as usize] |= distances.get(cell as usize) == label;
    }
    (0..field.padded_len()).all(|cell| {
        let here = distances.get(cell);
        let mut is_settled = true;
        if here < most && !spreads_later[cell] {
            for_each_step::<R>(field, metric, cell, |next, step| {
                is_settled &= distances.get(next) <= here.saturating_add(step).min(UNKNOWN);
            });
        }
        is_settled
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{budget::Budget, ground::Grid, map::NavMap};

    fn map() -> NavMap {
        let mut random = fastrand::Rng::with_seed(6);
        let grid = Grid::from_fn([30, 20].into(), |_| [0, 1, 1, 1, 2][random.usize(..5)]).unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        map.prepare(&CostProfile::default());
        map
    }

    /// The same numbers, one of them changed.
    fn altered(packed: &[u8], nth: usize, change: impl Fn(u32) -> u32) -> Vec<u8> {
        let mut numbers: Vec<u32> = unpack(packed).map(Option::unwrap).collect();
        numbers[nth] = change(numbers[nth]);
        pack(numbers)
    }

    /// A landmark that would be too far from one cell makes bounds that are too high.
    #[test]
    fn distances_that_are_no_bounds_are_refused() {
        let map = map();
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let mut survey = Survey::new(field);
        assert!(survey.run(field, &mut Budget::unlimited()).is_ready());
        let landmarks = survey.finish(field);
        assert!(landmarks.data().read(field).is_some());
        let cells = field.padded_len();
        let mut refused = 0;
        for nth in (0..COUNT * cells).step_by(37).filter(|nth| field.weight(nth % cells) > 0) {
            let known = landmarks.lines.get(nth % cells, nth / cells);
            if !(1..1_000_000).contains(&known) {
                continue;
            }
            let mut data = landmarks.data();
            data.lines.words = altered(&data.lines.words, nth, |distance| 3 * distance + 100_000);
            assert!(data.read(field).is_none(), "distance {nth}");
            refused += 1;
        }
        assert!(refused > 20, "{refused} distances");
    }

    #[test]
    fn distances_under_way_that_would_never_be_lowered_are_refused() {
        let map = map();
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let (mut survey, mut refused) = (Survey::new(field), 0);
        while survey.run(field, &mut Budget::new(50)).is_pending() {
            assert!(survey.data().read(field).is_some());
            let queued: Vec<u32> = survey.queue.entries().iter().map(|entry| entry.cell).collect();
            let is_settled = |cell: &usize| {
                let known: &[u32] = &survey.current;
                let distance = known.get(*cell).copied().unwrap_or(0);
                (1..1_000_000).contains(&distance) && !queued.contains(&(*cell as u32))
            };
            let Some(cell) = (0..field.padded_len()).rev().find(is_settled) else { continue };
            let mut data = survey.data();
            data.current = altered(&data.current, cell, |distance| distance + 100_000);
            refused += u32::from(data.read(field).is_none());
        }
        assert!(refused > 20, "{refused} surveys");
    }
}
