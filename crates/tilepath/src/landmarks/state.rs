//! serde for landmarks: distances are written as they are, because edits have changed them since they were measured, and they decide which
//! of several cheapest paths a search finds.

use super::{
    correction::{Correction, MAX_RECTS},
    flood::FloodQueue,
    landmarks::Landmarks,
    lines::{COUNT, Lines, upper},
    metric::{Metric, UNKNOWN},
    survey::{Stage, Survey},
};
use crate::{
    bucket_queue::LabelledCell,
    byte_blocks::ByteBlocks,
    ground::{CellRect, CostProfile, Topology, UniqueId},
    jobs::{Job, RunJobs},
    undo::Lasting,
};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use glam::I64Vec2;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What is written of the distances from landmarks: those of one cell after the other, as they are stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LinesData<'a> {
    scale: u32,
    #[serde(borrow)]
    words: ByteBlocks<'a, u32>,
}

/// What is written of complete landmarks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LandmarksData<'a> {
    profile: Cow<'a, CostProfile>,
    #[serde(borrow)]
    lines: LinesData<'a>,
    edited: u64,
    correction: CorrectionData<'a>,
}

/// What is written of a correction: the rectangles that are not compared, the landmarks that are out of use, and the queue.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CorrectionData<'a> {
    unchecked: Cow<'a, [CellRect]>,
    lowered: u8,
    queue: QueueData,
}

/// What is written of a queue: where its lowest bucket begins, and its entries as labels and cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct QueueData {
    floor: u32,
    entries: Vec<(u32, u32)>,
}

/// What is written of landmarks that are being measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyData<'a> {
    profile: Cow<'a, CostProfile>,
    #[serde(borrow)]
    lines: LinesData<'a>,
    /// The distances from the current landmark.
    #[serde(borrow)]
    current: ByteBlocks<'a, u32>,
    queue: QueueData,
    lane: u32,
    furthest: Cow<'a, [(u32, u32)]>,
    far: u32,
    stage: Stage,
    #[serde(deserialize_with = "crate::counters::read")]
    restarts: u32,
    correction: CorrectionData<'a>,
}

impl<'a> LinesData<'a> {
    fn of(lines: &'a Lines) -> Self {
        Self { scale: lines.scale(), words: ByteBlocks::of(lines.scaled().as_flattened()) }
    }

    /// Reads the lines of a map with this number of padded cells. The error says what is wrong with them.
    fn read(&self, cells: usize, run: RunJobs<'_>) -> Result<Lines, String> {
        let (scale, words) = (self.scale, self.words.len());
        if scale >= u32::BITS {
            return Err(format!("landmarks with distances times two to the power of {scale}"));
        }
        if words != cells * COUNT {
            return Err(format!("{words} distances from landmarks on {cells} cells"));
        }
        let mut lines = Lines::zeroed(cells);
        lines.scale = scale;
        let bits =
            lines.fill(&self.words, run).ok_or("distances of landmarks that are divided within a cell")?;
        // A greater distance sets the highest bit.
        if bits > UNKNOWN {
            return Err(format!("distances from landmarks above {UNKNOWN}"));
        }
        Ok(lines)
    }
}

impl Lines {
    /// Fills all lines from blocks that each hold whole lines. Returns the bits that are set in any word; `None` if the blocks hold more or
    /// fewer lines.
    fn fill(&mut self, blocks: &ByteBlocks<'_, u32>, run: RunJobs<'_>) -> Option<u32> {
        let bits = AtomicU32::new(0);
        let (mut whole, mut upper) = (self.whole.all_mut(), self.upper.all_mut());
        let mut jobs: Vec<Job<'_>> = Vec::new();
        for block in blocks.blocks() {
            let (lines, rest) = block.as_chunks::<LINE_BYTES>();
            if !rest.is_empty() {
                return None;
            }
            let (here, above) = core::mem::take(&mut whole).split_at_mut_checked(lines.len())?;
            let (here_upper, above_upper) = core::mem::take(&mut upper).split_at_mut_checked(lines.len())?;
            (whole, upper) = (above, above_upper);
            let bits = &bits;
            jobs.push(Box::new(move || _ = bits.fetch_or(read_lines(&block, here, here_upper), Relaxed)));
        }
        if !whole.is_empty() {
            return None;
        }
        run(jobs);
        Some(bits.into_inner())
    }
}

/// The bytes of a line.
const LINE_BYTES: usize = COUNT * size_of::<u32>();

/// Reads lines, and finds their upper halves. Returns the bits that are set in any word.
fn read_lines(block: &[u8], lines: &mut [[u32; COUNT]], halves: &mut [[u16; COUNT]]) -> u32 {
    let mut bits = 0;
    for (bytes, (line, halves)) in block.as_chunks::<LINE_BYTES>().0.iter().zip(lines.iter_mut().zip(halves))
    {
        let (words, _) = bytes.as_chunks();
        *line = core::array::from_fn(|lane| u32::from_le_bytes(words[lane]));
        *halves = line.map(upper);
        bits |= line.iter().fold(0, |bits, word| bits | word);
    }
    bits
}

impl QueueData {
    fn of(queue: &FloodQueue) -> Self {
        let entries = queue.0.entries().into_iter();
        Self {
            floor: queue.0.floor(),
            entries: entries.map(|LabelledCell { label, cell }| (label, cell)).collect(),
        }
    }

    /// A queue that goes on as the one that was written. The error says what is wrong with an entry that is none of `places`.
    fn read(&self, topology: Topology, places: usize) -> Result<FloodQueue, String> {
        let mut queue = FloodQueue::default();
        queue.0.reset(self.floor, Metric::of(topology).tile());
        for &(label, cell) in &self.entries {
            if cell as usize >= places {
                return Err(format!("distances that spread from cell {cell} of {places}"));
            }
            queue.0.push(LabelledCell { label, cell });
        }
        Ok(queue)
    }
}

impl<'a> CorrectionData<'a> {
    fn of(correction: &'a Correction) -> Self {
        Self {
            unchecked: Cow::Borrowed(&correction.unchecked),
            lowered: correction.lowered,
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
        let unchecked = self.unchecked.into_owned();
        if let Some(rect) = unchecked.iter().find(|rect| !fits(rect)) {
            return Err(format!("an edit from {} to {} that is not on the map", rect.min, rect.max));
        }
        if unchecked.len() > MAX_RECTS {
            return Err(format!("{} edits that no landmark knows", unchecked.len()));
        }
        let queue = self.queue.read(topology, cells.saturating_mul(COUNT))?;
        Ok(Correction { unchecked, queue, lowered: self.lowered })
    }
}

impl Landmarks {
    pub(crate) fn data(&self) -> LandmarksData<'_> {
        LandmarksData {
            profile: Cow::Borrowed(&self.profile),
            lines: LinesData::of(&self.lines),
            edited: self.edited as u64,
            correction: CorrectionData::of(&self.correction),
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
        Ok(Landmarks {
            id: UniqueId::next(),
            topology,
            lines: Lasting::new(self.lines.read(cells, run)?),
            profile: self.profile.into_owned(),
            correction: self.correction.read(topology, cells)?,
            edited: usize::try_from(self.edited).unwrap_or(usize::MAX),
        })
    }
}

impl Survey {
    pub(crate) fn data(&self) -> SurveyData<'_> {
        SurveyData {
            profile: Cow::Borrowed(&self.profile),
            lines: LinesData::of(&self.lines),
            current: ByteBlocks::of(&self.current),
            queue: QueueData::of(&self.queue),
            lane: self.lane as u32,
            furthest: Cow::Borrowed(&self.furthest),
            far: self.far,
            stage: self.stage,
            restarts: self.restarts,
            correction: CorrectionData::of(&self.correction),
        }
    }

    /// Returns an error message if no survey of a map with this number of padded cells comes to this point.
    fn check(&self, cells: usize) -> Result<(), String> {
        let Self { current, lane, furthest, stage, .. } = self;
        let (known, queue) = (current.len(), self.queue.0.entries());
        let may_be = match *stage {
            Stage::Beginning => known <= cells && *lane == 0 && queue.is_empty(),
            Stage::Spreading(next) => known == cells && next <= cells,
            Stage::Storing(stored) => known == cells && stored <= cells && queue.is_empty(),
        };
        // A survey ends when all landmarks are stored, unless they are corrected then.
        let is_corrected = *lane == COUNT && queue.is_empty() && self.correction.out_of_use() != 0;
        if !may_be || *lane >= COUNT && !is_corrected {
            return Err(format!("a survey for landmark {lane} on {known} of {cells} cells, {stage:?}"));
        }
        let named = furthest.iter().map(|&(_, cell)| cell);
        if let Some(cell) = named.into_iter().find(|&cell| cell as usize >= cells) {
            return Err(format!("a survey that goes on at cell {cell} of {cells}"));
        }
        match current.iter().find(|&&distance| distance > UNKNOWN) {
            Some(distance) => {
                Err(format!("a distance of {distance} from a landmark: must be at most {UNKNOWN}"))
            }
            None => Ok(()),
        }
    }
}

impl SurveyData<'_> {
    /// Reads a survey of a map with this number of padded cells. The error says what is wrong with data that no survey has.
    pub(crate) fn read(
        self,
        (topology, cells): (Topology, usize),
        run: RunJobs<'_>,
    ) -> Result<Survey, String> {
        let queue = self.queue.read(topology, cells)?;
        let survey = Survey {
            lines: Lasting::new(self.lines.read(cells, run)?),
            profile: self.profile.into_owned(),
            current: Lasting::new(self.current.to_vec().into()),
            queue,
            lane: self.lane as usize,
            furthest: self.furthest.into_owned(),
            far: self.far,
            stage: self.stage,
            restarts: self.restarts,
            correction: self.correction.read(topology, cells)?,
        };
        survey.check(cells).map(|()| survey)
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

    /// Reads what a survey was written as, with other words and another scale.
    fn read_with(survey: &Survey, words: &[u32], scale: u32) -> Result<Survey, String> {
        let mut data = survey.data();
        (data.lines.words, data.lines.scale) = (ByteBlocks::of(words), scale);
        data.read((Topology::default(), survey.lines.len()), &one_by_one)
    }

    #[test]
    fn distances_that_no_landmark_has_are_refused() {
        let mut map = NavMap::new(Grid::new([30, 20].into(), 1).unwrap(), Topology::default());
        map.prepare(&CostProfile::default());
        let field = map.cost_field(&CostProfile::default()).unwrap();
        let mut survey = Survey::new(field);
        for _ in 0..30 {
            assert!(survey.run(field, &mut Budget::new(50)).is_pending());
            let (mut words, scale) = (survey.lines.scaled().as_flattened().to_vec(), survey.lines.scale());
            assert!(read_with(&survey, &words, scale).is_ok());
            assert!(read_with(&survey, &words, 32).unwrap_err().contains("power of 32"));
            assert!(read_with(&survey, &words[COUNT..], scale).unwrap_err().contains("on 704 cells"));
            words[100] = UNKNOWN + 1;
            assert!(read_with(&survey, &words, scale).unwrap_err().contains("above 2147483647"));
        }
        let refused = |change: fn(&mut SurveyData<'_>)| {
            let mut data = survey.data();
            change(&mut data);
            data.read((Topology::default(), field.padded_len()), &one_by_one).unwrap_err()
        };
        assert!(refused(|data| data.lane = 8).contains("landmark 8"));
        assert!(refused(|data| data.stage = Stage::Storing(705)).contains("Storing(705)"));
        assert!(refused(|data| data.queue.entries.push((3, 704))).contains("cell 704 of 704"));
        assert!(refused(|data| data.current = ByteBlocks::of(&[u32::MAX; 704])).contains("4294967295"));
    }
}
