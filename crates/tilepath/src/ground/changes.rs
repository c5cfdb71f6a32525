//! What was edited on a map, so that new searches are made only for the paths that the edits concern.

use super::{
    cell_rect::CellRect, edge_wall::EdgeWall, heuristic::Heuristic, link::NavLink, mixes::Mixes,
    offset::Bounds, priced_grid::PricedGrid, profile::CostProfile,
};
use crate::cost::Cost;
use glam::IVec2;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The edits of a [`NavMap`](crate::NavMap) after one of its revisions. Returned by
/// [`NavMap::changes_since`](crate::NavMap::changes_since).
///
/// If the map does not know all edits after that revision, everything counts as changed: any cell may have changed in any way.
/// This is the case after more than [`Changes::MAX_EDITS`] edits.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Changes {
    edits: Vec<Edit>,
    everything: bool,
    /// What the classes of the edits stand for.
    mixes: Mixes,
}

/// An edit of the cells in a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Edit {
    pub(crate) rect: CellRect,
    pub(crate) kind: EditKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum EditKind {
    Terrain {
        from: u8,
        to: u8,
    },
    DangerAdded,
    DangerRemoved,
    /// The terrain under obstacles or the number of obstacles changed. The class of the cells did not.
    Covered,
    /// The same edit, as seen by an agent with its own obstacles on these cells.
    Uncovered,
    /// A link that begins or ends here was added or removed.
    Link {
        link: NavLink,
        is_open: bool,
    },
    /// A wall on the edge between the cells of the rectangle was built or removed.
    EdgeWall {
        wall: EdgeWall,
        is_built: bool,
    },
}

impl Edit {
    /// Returns whether an agent with its own obstacles on these cells does not see the edit.
    pub(crate) fn is_hidden_from(&self, own: &[IVec2]) -> bool {
        self.kind == EditKind::Covered && !own.iter().any(|&cell| self.rect.contains(cell))
    }
}

impl EditKind {
    fn may_raise(self, mixes: &Mixes, profile: &CostProfile) -> bool {
        match self {
            Self::Terrain { from, to } => {
                price(mixes, profile, to) > price(mixes, profile, from)
                    || mixes.lets_end(profile, from) && !mixes.lets_end(profile, to)
            }
            Self::Link { link, is_open } => !is_open && profile.cost(link.class()) > 0,
            Self::EdgeWall { wall, is_built } => is_built && matters(wall, profile),
            Self::DangerAdded | Self::Uncovered => true,
            Self::DangerRemoved | Self::Covered => false,
        }
    }

    fn may_lower(self, mixes: &Mixes, profile: &CostProfile) -> bool {
        match self {
            Self::Terrain { from, to } => {
                price(mixes, profile, to) < price(mixes, profile, from)
                    || mixes.lets_end(profile, to) && !mixes.lets_end(profile, from)
            }
            Self::Link { link, is_open } => is_open && profile.cost(link.class()) > 0,
            Self::EdgeWall { wall, is_built } => !is_built && matters(wall, profile),
            Self::DangerAdded | Self::Covered => false,
            Self::DangerRemoved | Self::Uncovered => true,
        }
    }
}

/// Whether a wall on an edge changes anything for the agents of a profile.
fn matters(wall: EdgeWall, profile: &CostProfile) -> bool {
    profile.cost(wall.class()) == 0 || wall.length() > 0.0
}

/// The cost of a class. A wall costs more than any other class.
fn price(mixes: &Mixes, profile: &CostProfile, class: u8) -> u32 {
    match mixes.cost(profile, class) {
        0 => u32::MAX,
        cost => cost.into(),
    }
}

impl Changes {
    /// The maximum number of edits that a map remembers. Edits of the same kind that follow each other on neighbouring cells
    /// count as one.
    pub const MAX_EDITS: usize = 256;

    /// Unknown changes: everything may have changed.
    pub(crate) fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// These edits, in their order, of a map on which classes stand for several.
    pub(crate) fn of(edits: Vec<Edit>, mixes: &Mixes) -> Self {
        Self { edits, everything: false, mixes: mixes.clone() }
    }

    /// Returns whether nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && !self.everything
    }

    /// The rectangles that were edited, the oldest edit first. Rectangles may overlap. `None` if everything counts as changed.
    pub fn rects(&self) -> Option<impl Iterator<Item = CellRect>> {
        (!self.everything).then(|| self.edits.iter().map(|edit| edit.rect))
    }

    /// The rectangles in which the class of cells changed, because terrain or obstacles changed, and the ends of links and the sides of walls on
    /// edges that were added or removed. `None` if everything counts as changed.
    ///
    /// Steps can become legal or illegal only in and next to these rectangles. For an agent that sees the map without its own
    /// obstacles, call [`Changes::without_obstacles`] first.
    pub fn terrain_rects(&self) -> Option<impl Iterator<Item = CellRect>> {
        let is_terrain = |edit: &&Edit| {
            !matches!(edit.kind, EditKind::DangerAdded | EditKind::DangerRemoved | EditKind::Covered)
        };
        (!self.everything).then(|| self.edits.iter().filter(is_terrain).map(|edit| edit.rect))
    }

    /// The rectangles in which an edit changed only what searches do not see: the terrain under an obstacle, or the number of
    /// obstacles on a blocked cell. The class of these cells did not change. `None` if everything counts as changed.
    pub fn covered_rects(&self) -> Option<impl Iterator<Item = CellRect>> {
        let is_covered = |edit: &&Edit| edit.kind == EditKind::Covered;
        (!self.everything).then(|| self.edits.iter().filter(is_covered).map(|edit| edit.rect))
    }

    /// Returns whether all edits changed only what searches do not see: the terrain under an obstacle, or the number of obstacles
    /// on a blocked cell. Such edits matter only to an agent that sees the map
    /// [without its own obstacles](Changes::without_obstacles).
    #[must_use]
    pub fn are_covered(&self) -> bool {
        !self.everything && self.edits.iter().all(|edit| edit.is_hidden_from(&[]))
    }

    /// The same changes, as they concern an agent with obstacles of its own, one on each of the cells `own`. The agent searches the
    /// map [without these obstacles](crate::NavMap::without_obstacles).
    ///
    /// If the cell under one of this agent's obstacles is edited, the cell may become free or blocked for this agent. For all
    /// other agents, the obstacle still blocks the cell.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([9, 1].into(), 1)?, Topology::default());
    /// let (profile, own, path) = (CostProfile::default(), [[1, 0].into()], [[0, 0].into(), [1, 0].into()]);
    /// map.block(own[0]);
    /// let seen = map.revision();
    /// map.block(own[0]); // the obstacle of another
    /// let changes = map.changes_since(seen);
    /// assert!(!changes.may_cut(&profile, &path) && changes.without_obstacles(&own).may_cut(&profile, &path));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub fn without_obstacles(&self, own: &[IVec2]) -> Cow<'_, Self> {
        if own.is_empty() {
            return Cow::Borrowed(self);
        }
        // A wall and a door on one cell: without its own wall, the agent sees the door.
        let uncovers = |edit: &Edit| match edit.kind {
            EditKind::Covered => !edit.is_hidden_from(own),
            EditKind::Terrain { from, to } => {
                (self.mixes.hides(from) || self.mixes.hides(to))
                    && own.iter().any(|&cell| edit.rect.contains(cell))
            }
            _ => false,
        };
        let mut changes = Cow::Borrowed(self);
        if self.edits.iter().any(uncovers) {
            let uncovered = changes.to_mut().edits.iter_mut().filter(|edit| uncovers(edit));
            uncovered.for_each(|edit| edit.kind = EditKind::Uncovered);
        }
        changes
    }

    /// All changes except the edits that touch only cells of this list.
    ///
    /// If everything counts as changed, everything still counts as changed in the result.
    #[must_use]
    pub fn outside(&self, cells: &[IVec2]) -> Self {
        let is_within = |rect: CellRect| rect.cells().all(|cell| cells.contains(&cell));
        let edits = self.edits.iter().copied().filter(|edit| !is_within(edit.rect));
        Self { edits: edits.collect(), everything: self.everything, mixes: self.mixes.clone() }
    }

    /// All changes except the edits that overlap a rectangle.
    ///
    /// If everything counts as changed, everything still counts as changed in the result.
    #[must_use]
    pub fn apart_from(&self, rect: CellRect) -> Self {
        let edits = self.edits.iter().copied().filter(|edit| !edit.rect.overlaps(rect));
        Self { edits: edits.collect(), everything: self.everything, mixes: self.mixes.clone() }
    }

    /// Returns whether an edit may have turned a wall into a free cell for a profile, or let paths end in a cell in which they could not. Only
    /// such an edit can open a path where there was none. `true` if everything counts as changed.
    #[must_use]
    pub fn may_connect(&self, profile: &CostProfile) -> bool {
        let opens = |edit: &Edit| match edit.kind {
            EditKind::Terrain { from, to } => {
                let is_free = |class| self.mixes.cost(profile, class) > 0;
                let lets_end = |class| self.mixes.lets_end(profile, class);
                !is_free(from) && is_free(to) || !lets_end(from) && lets_end(to)
            }
            EditKind::Link { .. } | EditKind::EdgeWall { .. } => edit.kind.may_lower(&self.mixes, profile),
            EditKind::Uncovered => true,
            EditKind::DangerAdded | EditKind::DangerRemoved | EditKind::Covered => false,
        };
        self.everything || self.edits.iter().any(opens)
    }

    /// Returns whether a path along these cells may now cost more, be illegal, or end where no path may end. If so, compute its cost again, and
    /// ask [`NavMap::lets_end`](crate::NavMap::lets_end) of its end. `true` if everything counts as changed.
    #[must_use]
    pub fn may_cut(&self, profile: &CostProfile, cells: &[IVec2]) -> bool {
        self.everything || self.cut_at(profile, cells).is_some()
    }

    /// Finds the first edit that may make a path along these cells cost more or be illegal. Returns an edited cell on the path,
    /// or an edited cell next to the path if none is on the path. `None` if there is no such edit. Also `None` if the
    /// whole map counts as changed: then no single edit can be named.
    #[must_use]
    pub fn cut_at(&self, profile: &CostProfile, cells: &[IVec2]) -> Option<IVec2> {
        let bounds = CellRect::around(cells.iter().copied())?.grown(profile.reach().saturating_add(1));
        let concerns = |edit: &&Edit| edit.rect.overlaps(bounds) && edit.kind.may_raise(&self.mixes, profile);
        self.edits.iter().filter(concerns).find_map(|edit| {
            if let EditKind::Link { link, .. } = edit.kind {
                let over = |pair: &&[IVec2]| matches!(**pair, [from, to] if link.leads(from, to));
                return cells.windows(2).find(over).map(|pair| pair[0]);
            }
            let rect = edit.rect.grown(profile.reach());
            let on = cells.iter().find(|&&cell| rect.contains(cell));
            // One cell more on each side: a wall beside a diagonal step makes it illegal.
            let beside = || cells.iter().find(|&&cell| rect.grown(1).contains(cell));
            on.or_else(beside).map(|cell| cell.clamp(edit.rect.min, edit.rect.max))
        })
    }

    /// Returns whether an edit may allow a path from the cell `at` to the rectangle `target` that costs less than `remaining`.
    /// `priced` is the map with the costs of `profile`. `true` if everything counts as changed.
    ///
    /// `false` is certain: no path through an edited rectangle costs less than `remaining`. `true` is not certain, because only
    /// estimates are compared with `remaining`.
    #[must_use]
    pub fn may_shorten(
        &self,
        priced: &PricedGrid,
        profile: &CostProfile,
        at: IVec2,
        target: CellRect,
        remaining: Cost,
    ) -> bool {
        self.everything || self.shortened_at(priced, profile, at, target, remaining).is_some()
    }

    /// The first edited rectangle that may allow a path from the cell `at` to the rectangle `target` that costs less than
    /// `remaining`. `priced` is the map with the costs of `profile`. `None` if there is no such rectangle, or if everything
    /// counts as changed.
    #[must_use]
    pub fn shortened_at(
        &self,
        priced: &PricedGrid,
        profile: &CostProfile,
        at: IVec2,
        target: CellRect,
        remaining: Cost,
    ) -> Option<CellRect> {
        let topology = priced.topology();
        let shape = topology.shape();
        let estimate = |offset| Heuristic::Auto.estimate_offset(offset, topology, priced.cheapest());
        let target = Bounds::of_rect(shape, target);
        // A path over links costs at least as much as the way to the nearest link and the way from the nearest end of one.
        let links = priced.link_steps();
        let entrances: SmallVec<[Bounds; 4]> =
            links.clone().map(|step| Bounds::of_cell(shape, step.from())).collect();
        let ends: SmallVec<[Bounds; 4]> = links.map(|step| Bounds::of_cell(shape, step.to())).collect();
        let least = |from: &Bounds, to: &Bounds| {
            let nearest = |bounds: &[Bounds], other: &Bounds| {
                bounds.iter().map(|bounds| estimate(bounds.offset_to_bounds(other))).min()
            };
            let afoot = estimate(from.offset_to_bounds(to));
            match nearest(&entrances, from).zip(nearest(&ends, to)) {
                Some((there, on)) => afoot.min(there.saturating_add(on)),
                None => afoot,
            }
        };
        let at = Bounds::of_cell(shape, at);
        let may_shorten = |edit: &&Edit| {
            if !edit.kind.may_lower(&self.mixes, profile) {
                return false;
            }
            // A cell that opens also lets corners beside it be cut.
            let rect = Bounds::of_rect(shape, edit.rect.grown(topology.reach() + profile.reach()));
            least(&at, &rect).saturating_add(least(&rect, &target)) < remaining
        };
        self.edits.iter().find(may_shorten).map(|edit| edit.rect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};

    fn rect(x: i32, y: i32) -> CellRect {
        CellRect::of_cell(IVec2::new(x, y))
    }

    fn changes(edits: impl IntoIterator<Item = (CellRect, EditKind)>) -> Changes {
        Changes::of(edits.into_iter().map(|(rect, kind)| Edit { rect, kind }).collect(), &Mixes::default())
    }

    #[test]
    fn where_everything_changed_every_path_is_concerned() {
        let changes = Changes::everything();
        assert!(!changes.is_empty() && changes.rects().is_none());
        assert!(changes.may_cut(&CostProfile::default(), &[IVec2::new(-50, -50)]));
    }

    #[test]
    fn an_edit_concerns_paths_by_what_it_costs_that_agent() {
        let changes = changes([(rect(5, 5), EditKind::Terrain { from: 1, to: 7 })]);
        let boat = CostProfile::blocked().with_cost(7, 1);
        let path = [IVec2::new(4, 4), IVec2::new(4, 5)];
        assert!(changes.may_cut(&CostProfile::default(), &path));
        assert!(!changes.may_cut(&boat, &path));
        assert!(!changes.may_cut(&CostProfile::default(), &[IVec2::new(3, 5)]));
    }

    #[test]
    fn walls_that_fall_connect_and_nothing_else_does() {
        let (walker, boat) = (CostProfile::default(), CostProfile::blocked().with_cost(7, 1));
        let edit = |from, to| changes([(rect(5, 5), EditKind::Terrain { from, to })]);
        assert!(edit(0, 1).may_connect(&walker) && !edit(0, 1).may_connect(&boat));
        assert!(edit(1, 7).may_connect(&boat) && !edit(1, 7).may_connect(&walker));
        assert!(!edit(1, 0).may_connect(&walker));
        assert!(!changes([(rect(5, 5), EditKind::DangerRemoved)]).may_connect(&walker));
        assert!(Changes::everything().may_connect(&boat));
    }

    #[test]
    fn danger_changes_no_step() {
        let wall = EditKind::Terrain { from: 1, to: 0 };
        let changes = changes([(rect(5, 5), EditKind::DangerAdded), (rect(2, 2), wall)]);
        assert_eq!(changes.terrain_rects().unwrap().collect::<Vec<_>>(), [rect(2, 2)]);
        assert_eq!(changes.rects().unwrap().count(), 2);
        assert!(Changes::everything().terrain_rects().is_none());
    }

    #[test]
    fn edits_of_a_list_of_cells_alone_can_be_left_out() {
        let wall = EditKind::Terrain { from: 0, to: 1 };
        let wide = rect(5, 5).union(rect(6, 5));
        let changes = changes([(rect(5, 5), wall), (wide, wall), (rect(1, 1), wall)]);
        let outside = |cells: &[[i32; 2]]| {
            let cells: Vec<IVec2> = cells.iter().map(|&cell| cell.into()).collect();
            changes.outside(&cells).rects().unwrap().collect::<Vec<_>>()
        };
        assert_eq!(outside(&[[5, 5]]), [wide, rect(1, 1)]);
        assert_eq!(outside(&[[6, 5], [1, 1], [5, 5]]), []);
        assert!(Changes::everything().outside(&[IVec2::ZERO]).rects().is_none());
    }

    #[test]
    fn edits_that_overlap_a_rectangle_can_be_left_out() {
        let wall = EditKind::Terrain { from: 0, to: 1 };
        let changes = changes([(rect(5, 5).union(rect(7, 5)), wall), (rect(1, 1), wall)]);
        let apart = |at| changes.apart_from(at).rects().unwrap().collect::<Vec<_>>();
        assert_eq!(apart(rect(6, 5)), [rect(1, 1)]);
        assert_eq!(apart(rect(6, 6)).len(), 2);
        assert!(Changes::everything().apart_from(rect(0, 0)).rects().is_none());
    }

    #[test]
    fn a_cheaper_cell_far_off_the_path_shortens_nothing() {
        let grid = Grid::new([40, 40].into(), 1).unwrap();
        let profile = CostProfile::default();
        let priced = PricedGrid::new(&grid, Topology::default(), &profile, &[]).unwrap();
        let changes = changes([(rect(20, 2), EditKind::Terrain { from: 0, to: 1 })]);
        let ask = |remaining: u32| {
            changes.may_shorten(
                &priced,
                &profile,
                IVec2::new(10, 20),
                rect(30, 20),
                Cost::from_units(remaining * 408 * 16),
            )
        };
        assert!(!ask(22));
        assert!(ask(60));
    }
}
