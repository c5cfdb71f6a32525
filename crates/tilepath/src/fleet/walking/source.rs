//! The source of an agent's path: a shared goal field, or a path of its own.

use super::{
    next_cells::{NextCell, NextCells},
    progress::Progress,
    step::CellStep,
    walker::WalkOutcome,
};
use crate::{
    cost::Cost,
    goal_field::{GoalField, GoalFieldReader},
    ground::{CostProfile, PLAIN_WEIGHT},
    map::{MapWithoutObstacles, NavMap},
};
use glam::IVec2;

/// A goal field that agents can read.
pub struct ReadableField<'a> {
    pub(in crate::fleet) reader: GoalFieldReader<'a>,
    pub(in crate::fleet) profile: &'a CostProfile,
    /// The cached next cells. `None` if they belong to an older revision of the map.
    next_cells: Option<&'a NextCells>,
    /// Whether the field is unchanged since the last walk.
    pub(in crate::fleet) is_unchanged: bool,
    /// Whether the last change of the field came from an edit of the map, and not from a target that moved.
    is_edited: bool,
}

impl<'a> ReadableField<'a> {
    /// Combines a field with its cached next cells. `is_unchanged` says that the field is unchanged since the last
    /// walk. `is_edited` says that the last change of the field came from an edit of the map. `None` if the field
    /// does not belong to the map.
    pub fn new(
        map: &'a NavMap,
        field: &'a GoalField,
        next_cells: &'a NextCells,
        is_unchanged: bool,
        is_edited: bool,
    ) -> Option<Self> {
        let next_cells = Some(next_cells).filter(|cells| cells.are_of(map.revision()));
        let reader = map.read_goal_field(field)?;
        let is_unchanged = is_unchanged && next_cells.is_some();
        Some(Self { reader, profile: field.profile(), next_cells, is_unchanged, is_edited })
    }

    /// The next cell after a cell of the map. `known` is the remembered next cell, or the default.
    pub(in crate::fleet) fn next(&self, cell: IVec2, known: NextCell) -> Option<IVec2> {
        match self.next_cells {
            Some(cells) => cells.next(&self.reader, cell, known),
            None => self.reader.next(cell),
        }
    }

    /// The remembered next cell after a cell.
    pub(in crate::fleet) fn known_next(&self, cell: IVec2) -> NextCell {
        self.next_cells.map_or(NextCell::default(), |cells| cells.get(cell))
    }
}

/// Whether a target at this cost is so far that an agent on a goal field does not simply chase it: eight tiles or more.
pub(in crate::fleet) fn is_far(map: &NavMap, cost: Option<Cost>) -> bool {
    let near = Cost::of_step(map.topology().lengths().straight(), 8 * PLAIN_WEIGHT);
    cost.is_some_and(|cost| cost >= near)
}

/// Where an agent's next cell comes from.
pub(in crate::fleet) enum Source<'a> {
    /// A goal field, which knows the next cell after every cell.
    Field(&'a ReadableField<'a>),
    /// The agent's own path, which knows only the next cells of its own cells. The map may have changed since the
    /// path was found.
    Path(PathSource<'a>),
}

/// An agent's own path, and a hint about how far the agent has come on it.
pub(in crate::fleet) struct PathSource<'a> {
    pub(in crate::fleet) cells: &'a [IVec2],
    pub(in crate::fleet) profile: &'a CostProfile,
    /// The index of the path cell at which the look-up of a cell begins.
    pub(in crate::fleet) hint: usize,
}

impl PathSource<'_> {
    /// The index of a cell on the path. `None` if the cell is not on the path.
    fn index_of(&self, cell: IVec2) -> Option<usize> {
        let position = |cells: &[IVec2]| cells.iter().position(|&at| at == cell);
        let ahead = self.cells.get(self.hint..).and_then(|ahead| position(&ahead[..ahead.len().min(4)]));
        ahead.map(|offset| self.hint + offset).or_else(|| position(self.cells))
    }
}

impl Source<'_> {
    pub(in crate::fleet) fn profile(&self) -> &CostProfile {
        match self {
            Self::Field(field) => field.profile,
            Self::Path(path) => path.profile,
        }
    }

    /// The next cell after a cell. `None` if there is no next cell, or if the step to it is illegal now. `known` is
    /// the next cell that the goal field remembers, or the default.
    pub(in crate::fleet) fn next(
        &self,
        map: MapWithoutObstacles,
        cell: IVec2,
        known: NextCell,
    ) -> Option<IVec2> {
        match self {
            Self::Field(field) => field.next(cell, known),
            Self::Path(path) => {
                let next = *path.cells.get(path.index_of(cell)? + 1)?;
                map.allows_step(path.profile, cell, next).then_some(next)
            }
        }
    }

    /// What it means that the cell after `here` is the cell from which the agent came: a goal field has changed in the meantime.
    pub(in crate::fleet) fn turn(&self, map: MapWithoutObstacles, here: IVec2) -> WalkOutcome {
        match self {
            Self::Field(field) if field.is_edited => WalkOutcome::TurnedBack,
            Self::Field(field) if is_far(map.map(), field.reader.cost(here)) => WalkOutcome::TurnedByTarget,
            _ => WalkOutcome::Nothing,
        }
    }

    /// Whether a cell is free, and is the end of the path or leads on to it.
    pub(in crate::fleet) fn leads_on(&self, map: MapWithoutObstacles, cell: IVec2) -> bool {
        let is_known = match self {
            Self::Field(field) => field.reader.cost(cell).is_some(),
            Self::Path(path) => path.index_of(cell).is_some(),
        };
        is_known && map.is_free(self.profile(), cell)
    }

    /// Whether a cell is free and is the end of the path.
    pub(in crate::fleet) fn is_end(&self, map: MapWithoutObstacles, cell: IVec2) -> bool {
        let is_end = match self {
            Self::Field(field) => field.reader.cost(cell) == Some(Cost::ZERO),
            Self::Path(path) => path.cells.last() == Some(&cell),
        };
        is_end && map.is_free(self.profile(), cell)
    }

    /// Updates the agent's progress from its step.
    pub(in crate::fleet) fn note_progress(
        &self,
        progress: &mut Progress,
        step: &CellStep,
        has_arrived: bool,
    ) {
        let is_at_center = step.from() == step.to() && step.motion.ends() == 0;
        match self {
            Self::Field(_) if has_arrived => progress.arrive(1),
            Self::Field(_) => progress.head_for(usize::from(step.from() != step.to())),
            Self::Path(path) if has_arrived => progress.arrive(path.cells.len()),
            Self::Path(path) => {
                let heading_for = path.index_of(step.to()).unwrap_or(0);
                progress.head_for(heading_for + usize::from(is_at_center));
            }
        }
    }
}
