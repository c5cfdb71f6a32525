//! serde for landmarks: distances are written as they are, because edits have changed them since they were measured, and they decide which
//! of several cheapest paths a search finds.

use super::{
    correction::{Correction, MAX_RECTS},
    distances::Distances,
    flood::FloodQueue,
    folds::{Folds, Row},
    landmarks::Landmarks,
    lines::{COUNT, Line, Lines, Table},
    measuring::{Measuring, Stage},
    metric::{Metric, MetricKind, UNKNOWN},
};
use crate::{
    bucket_queue::LabelledCell,
    byte_blocks::ByteBlocks,
    ground::{CellRect, CostProfile, Topology, UniqueId},
    jobs::{Job, RunJobs},
    undo::Lasting,
};
use glam::I64Vec2;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is written of landmarks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LandmarksData<'a> {
    profile: Cow<'a, CostProfile>,
    scale: u32,
    /// The halves of the distances of one cell after the other, as they are stored.
    #[serde(borrow)]
    upper: ByteBlocks<'a, u16>,
    #[serde(borrow)]
    lower: ByteBlocks<'a, u16>,
    folds: Cow<'a, [Row]>,
    in_use: u8,
    exact: u8,
    correction: CorrectionData<'a>,
    are_measured: bool,
    are_complete: bool,
    edited: u64,
    is_edited: bool,
    #[serde(borrow)]
    measuring: Option<MeasuringData<'a>>,
}

/// What is written of a correction: the rectangles that are not compared, the landmark that is out of use, and the queue.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CorrectionData<'a> {
    shorter: Cow<'a, [(CellRect, u8)]>,
    lane: Option<u8>,
    queue: QueueData,
}

/// What is written of a queue: where its lowest bucket begins, and its entries as labels and cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct QueueData {
    floor: u32,
    entries: Vec<(u32, u32)>,
}

/// What is written of a landmark that is being measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MeasuringData<'a> {
    lane: u32,
    kind: MetricKind,
    /// The distances so far.
    #[serde(borrow)]
    current: ByteBlocks<'a, u32>,
    queue: QueueData,
    furthest: Cow<'a, [(u16, u32)]>,
    far: u32,
    stage: Stage,
}

impl Table {
    /// Reads the lines of a map with this number of padded cells. The error says what is wrong with them.
    fn read(words: &ByteBlocks<'_, u16>, cells: usize, run: RunJobs<'_>) -> Result<Lasting<Self>, String> {
        if words.len() != cells * COUNT {
            return Err(format!("{} distances from landmarks on {cells} cells", words.len()));
        }
        let mut table = Self::zeroed(cells);
        let mut left = table.all_mut();
        let mut jobs: Vec<Job<'_>> = Vec::new();
        for block in words.blocks() {
            let (lines, rest) = block.as_chunks::<LINE_BYTES>();
            let here = core::mem::take(&mut left).split_at_mut_checked(lines.len());
            let (true, Some((here, above))) = (rest.is_empty(), here) else {
                return Err("distances of landmarks that are divided within a cell".into());
            };
            left = above;
            jobs.push(Box::new(move || read_lines(&block, here)));
        }
        run(jobs);
        Ok(Lasting::new(table))
    }
}

/// The bytes of a line.
const LINE_BYTES: usize = size_of::<Line>();

fn read_lines(block: &[u8], lines: &mut [Line]) {
    for (bytes, line) in block.as_chunks::<LINE_BYTES>().0.iter().zip(lines) {
        let (words, _) = bytes.as_chunks();
        *line = core::array::from_fn(|lane| u16::from_le_bytes(words[lane]));
    }
}

impl QueueData {
    fn of(queue: &FloodQueue) -> Self {
        let entries = queue.0.entries().into_iter();
        Self {
            floor: queue.0.floor(),
            entries: entries.map(|LabelledCell { label, cell }| (label, cell)).collect(),
        }
    }

    /// A queue that goes on as the one that was written. The error says what is wrong with an entry that is no cell.
    fn read(&self, topology: Topology, cells: usize) -> Result<FloodQueue, String> {
        let mut queue = FloodQueue::default();
        queue.0.reset(self.floor, Metric::of(topology, MetricKind::Mean).tile());
        for &(label, cell) in &self.entries {
            if cell as usize >= cells {
                return Err(format!("distances that spread from cell {cell} of {cells}"));
            }
            queue.0.push(LabelledCell { label, cell });
        }
        Ok(queue)
    }
}

impl<'a> CorrectionData<'a> {
    fn of(correction: &'a Correction) -> Self {
        Self {
            shorter: Cow::Borrowed(&correction.shorter),
            lane: correction.lane.map(|lane| lane as u8),
            queue: QueueData::of(&correction.queue),
        }
    }

    /// Reads the correction of landmarks on a map with this number of padded cells.
    fn read(self, topology: Topology, cells: usize) -> Result<Correction, String> {
        // Rectangles are clipped to the map when they are compared.
        let fits = |rect: &CellRect| {
            let size = rect.max.as_i64vec2() - rect.min.as_i64vec2() + 1;
            size.cmpge(I64Vec2::ONE).all() && size.element_product() <= cells as i64
        };
        if let Some((rect, _)) = self.shorter.iter().find(|(rect, _)| !fits(rect)) {
            return Err(format!("an edit from {} to {} that is not on the map", rect.min, rect.max));
        }
        if self.shorter.len() > MAX_RECTS {
            return Err(format!("{} edits that no landmark knows", self.shorter.len()));
        }
        let lane = self.lane.map(usize::from);
        if let Some(lane) = lane.filter(|&lane| lane >= COUNT) {
            return Err(format!("landmark {lane} is corrected of {COUNT}"));
        }
        let queue = self.queue.read(topology, cells)?;
        Ok(Correction { shorter: self.shorter.into_owned(), lane, queue })
    }
}

impl Landmarks {
    pub(crate) fn data(&self) -> LandmarksData<'_> {
        let Distances { lines, folds, in_use, exact, correction, .. } = &self.distances;
        LandmarksData {
            profile: Cow::Borrowed(&self.profile),
            scale: lines.scale,
            upper: ByteBlocks::of(lines.upper.all().as_flattened()),
            lower: ByteBlocks::of(lines.lower.all().as_flattened()),
            folds: Cow::Borrowed(folds.rows()),
            in_use: *in_use,
            exact: *exact,
            correction: CorrectionData::of(correction),
            are_measured: self.are_measured,
            are_complete: self.are_complete,
            edited: self.edited as u64,
            is_edited: self.is_edited,
            measuring: self.measuring.as_ref().map(MeasuringData::of),
        }
    }
}

impl LandmarksData<'_> {
    /// Reads landmarks of a map with this number of padded cells. The error says what is wrong with data that no landmarks have.
    ///
    /// Whether the distances are bounds is not checked, because this takes much longer than reading them. Bounds that are too high give
    /// paths that are not the cheapest, but do no other harm.
    pub(crate) fn read(
        self,
        (topology, cells): (Topology, usize),
        run: RunJobs<'_>,
    ) -> Result<Landmarks, String> {
        let scale = self.scale;
        if scale >= u16::BITS {
            return Err(format!("landmarks with distances times two to the power of {scale}"));
        }
        if self.are_measured && self.measuring.is_some() {
            return Err("landmarks that are measured already, and being measured".into());
        }
        let [upper, lower] = [&self.upper, &self.lower].map(|words| Table::read(words, cells, run));
        let distances = Distances {
            id: UniqueId::next(),
            lines: Lines { upper: upper?, lower: lower?, scale },
            folds: Folds::of_rows(&self.folds).ok_or("distances from landmarks that are folded twice")?,
            in_use: self.in_use,
            exact: self.exact,
            correction: self.correction.read(topology, cells)?,
        };
        Ok(Landmarks {
            topology,
            profile: self.profile.into_owned(),
            distances,
            are_measured: self.are_measured,
            are_complete: self.are_complete,
            edited: usize::try_from(self.edited).unwrap_or(usize::MAX),
            is_edited: self.is_edited,
            measuring: self.measuring.map(|data| data.read(topology, cells)).transpose()?,
        })
    }
}

impl<'a> MeasuringData<'a> {
    fn of(measuring: &'a Measuring) -> Self {
        Self {
            lane: measuring.lane as u32,
            kind: measuring.kind,
            current: ByteBlocks::of(&measuring.current),
            queue: QueueData::of(&measuring.queue),
            furthest: Cow::Borrowed(&measuring.furthest),
            far: measuring.far,
            stage: measuring.stage,
        }
    }

    /// Reads what is being measured on a map with this number of padded cells. The error says what is wrong with data that does not occur.
    fn read(self, topology: Topology, cells: usize) -> Result<Measuring, String> {
        let measuring = Measuring {
            lane: self.lane as usize,
            kind: self.kind,
            current: Lasting::new(self.current.to_vec().into()),
            queue: self.queue.read(topology, cells)?,
            furthest: self.furthest.into_owned(),
            far: self.far,
            stage: self.stage,
        };
        measuring.check(cells).map(|()| measuring)
    }
}

impl Measuring {
    /// Returns an error message if no landmark of a map with this number of padded cells comes to this point.
    fn check(&self, cells: usize) -> Result<(), String> {
        let Self { current, lane, furthest, stage, .. } = self;
        let (known, queue) = (current.len(), self.queue.0.entries());
        let may_be = match *stage {
            Stage::Beginning => known <= cells && *lane == 0 && queue.is_empty(),
            Stage::Spreading(next) => known == cells && next <= cells,
            Stage::Storing(stored) => known == cells && stored <= cells && queue.is_empty(),
        };
        if !may_be || *lane >= COUNT {
            return Err(format!("landmark {lane} is measured on {known} of {cells} cells, {stage:?}"));
        }
        if let Some((_, cell)) = furthest.iter().find(|&&(_, cell)| cell as usize >= cells) {
            return Err(format!("landmarks that go on at cell {cell} of {cells}"));
        }
        match current.iter().find(|&&distance| distance > UNKNOWN) {
            Some(distance) => {
                Err(format!("a distance of {distance} from a landmark: must be at most {UNKNOWN}"))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        budget::Budget,
        ground::{CostProfile, Grid},
        jobs::one_by_one,
        map::NavMap,
    };

    #[test]
    fn distances_that_no_landmark_has_are_refused() {
        let mut map = NavMap::new(Grid::new([30, 20].into(), 1).unwrap(), Topology::default());
        map.prepare(&CostProfile::default());
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let mut landmarks = Landmarks::new(field);
        let on_map = (Topology::default(), field.padded_len());
        for _ in 0..30 {
            assert!(landmarks.measure(field, &mut Budget::new(50)).is_pending());
            assert!(landmarks.data().read(on_map, &one_by_one).is_ok());
        }
        let refused = |change: fn(&mut LandmarksData<'_>)| {
            let mut data = landmarks.data();
            change(&mut data);
            data.read(on_map, &one_by_one).unwrap_err()
        };
        assert!(refused(|data| data.scale = 16).contains("power of 16"));
        assert!(refused(|data| data.upper = ByteBlocks::of(&[0; 160])).contains("160 distances"));
        assert!(refused(|data| data.are_measured = true).contains("already"));
        assert!(refused(|data| data.correction.lane = Some(8)).contains("landmark 8"));
        assert!(refused(|data| data.folds.to_mut().resize(5, Row::default())).contains("folded twice"));
        fn measured<'a, 'b>(data: &'a mut LandmarksData<'b>) -> &'a mut MeasuringData<'b> {
            data.measuring.as_mut().unwrap()
        }
        assert!(refused(|data| measured(data).lane = 8).contains("landmark 8"));
        assert!(refused(|data| measured(data).stage = Stage::Storing(705)).contains("Storing(705)"));
        assert!(refused(|data| measured(data).queue.entries.push((3, 704))).contains("cell 704 of 704"));
        assert!(refused(|data| measured(data).furthest.to_mut().push((3, 704))).contains("cell 704 of 704"));
        assert!(
            refused(|data| measured(data).current = ByteBlocks::of(&[u32::MAX; 704])).contains("4294967295")
        );
        const EVERYWHERE: CellRect = CellRect { min: glam::IVec2::ZERO, max: glam::IVec2::splat(99) };
        assert!(
            refused(|data| data.correction.shorter.to_mut().push((EVERYWHERE, 1))).contains("not on the map")
        );
    }
}
