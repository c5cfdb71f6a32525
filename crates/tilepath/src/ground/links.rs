//! All links and all walls on edges of a map, and the steps that links make.

#[cfg(feature = "serde")]
use super::edge_wall::EdgeWall;
use super::{
    PLAIN_WEIGHT,
    differing::differing,
    edges::Edges,
    link::NavLink,
    profile::{ClassSet, CostProfile},
    topology::Topology,
};
use glam::IVec2;
use std::sync::Arc;

/// The links of a map, and the walls on its edges. Equal links may be there several times, as obstacles may. A copy shares the memory until one of
/// both is changed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Links(Option<Arc<Table>>);

#[derive(Clone, Default, PartialEq, Debug)]
struct Table {
    /// Each link with how often it is there, in order.
    links: Vec<(NavLink, u32)>,
    /// The steps in both directions, by the cell where they begin, then by the cell where they end.
    forward: Vec<LinkStep>,
    edges: Edges,
}

static NO_EDGES: Edges = Edges::NONE;

impl PartialEq for Links {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for Links {}

/// A step over a link, in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct LinkStep {
    from: [i32; 2],
    to: [i32; 2],
    pub(crate) class: u8,
    /// In sixteenths of a tile.
    length: u32,
    /// How long agents take, in microseconds, if this does not depend on their speed.
    pub(crate) micros: Option<u32>,
    /// How many agents of crowds have room on it.
    pub(crate) room: u8,
}

impl LinkStep {
    /// The steps that a link makes.
    fn of(link: NavLink) -> impl Iterator<Item = Self> {
        let [from, to] = link.ends().map(|cell| cell.to_array());
        let (class, length, micros, room) = (link.class(), link.sixteenths(), link.micros(), link.room());
        let there = Self { from, to, class, length, micros, room };
        let back = link.is_two_way().then_some(Self { from: to, to: from, ..there });
        [there].into_iter().chain(back)
    }

    pub(crate) const fn from(&self) -> IVec2 {
        IVec2::from_array(self.from)
    }

    pub(crate) const fn to(&self) -> IVec2 {
        IVec2::from_array(self.to)
    }

    /// What the step costs besides the step onto the cell where it ends, in units. `straight` is the length of a straight step, `weight` the
    /// weight of terrain of the class of the link.
    pub(crate) fn extra(&self, straight: u32, weight: u32) -> u64 {
        (u64::from(weight) * u64::from(self.length) / u64::from(PLAIN_WEIGHT)).saturating_mul(straight.into())
    }
}

impl Links {
    /// Whether there are neither links nor walls on edges.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The walls on edges.
    #[inline]
    pub(crate) fn edges(&self) -> &Edges {
        self.0.as_ref().map_or(&NO_EDGES, |table| &table.edges)
    }

    /// The steps that lead one way for agents that have a price for these classes, from region to region on foot: over links, and past walls on
    /// edges that stop the step back.
    pub(crate) fn ways(
        &self,
        topology: Topology,
        passable: ClassSet,
    ) -> impl Iterator<Item = (IVec2, IVec2)> {
        let usable = self.steps().iter().filter(move |step| passable.contains(step.class));
        let over_links = usable.map(|step| (step.from(), step.to()));
        over_links.chain(self.edges().one_way_steps(topology, passable))
    }

    /// Each link, with how often it is there.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NavLink, u32)> {
        self.0.iter().flat_map(|table| table.links.iter().copied())
    }

    /// The ends of all links, and the cells of all walls on edges.
    pub(crate) fn ends(&self) -> impl Iterator<Item = IVec2> {
        self.iter()
            .flat_map(|(link, _)| link.ends())
            .chain(self.edges().walls().flat_map(|(wall, _)| wall.ends()))
    }

    /// The classes of all links and walls on edges.
    pub(crate) fn classes(&self) -> impl Iterator<Item = u8> {
        let of_links = self.steps().iter().map(|step| step.class);
        of_links.chain(self.edges().bars().iter().map(|bar| bar.class))
    }

    /// All steps, by the cell where they begin.
    pub(crate) fn steps(&self) -> &[LinkStep] {
        self.0.as_ref().map_or(&[], |table| &table.forward)
    }

    /// The steps that begin in a cell.
    #[inline]
    pub(crate) fn out_of(&self, cell: IVec2) -> &[LinkStep] {
        self.0.as_ref().map_or(&[], |table| out_of(&table.forward, cell))
    }

    /// The steps that were removed, and the steps that were added. A step that several links make is listed once for each link that came or went.
    pub(crate) fn changes(before: &Self, now: &Self) -> [Vec<LinkStep>; 2] {
        let (before, now) = differing(before.steps(), now.steps());
        [without(before, now), without(now, before)]
    }

    /// Whether a step that a profile has a price for leads from one cell to another.
    pub(crate) fn lead(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        self.out_of(from).iter().any(|step| step.to() == to && profile.cost(step.class) > 0)
    }

    /// Whether a link or a wall on an edge has this class.
    pub(crate) fn uses(&self, class: u8) -> bool {
        self.classes().any(|known| known == class)
    }

    /// Edits the walls on edges.
    pub(crate) fn edit_edges<T>(&mut self, edit: impl FnOnce(&mut Edges) -> T) -> T {
        let table = Arc::make_mut(self.0.get_or_insert_default());
        let result = edit(&mut table.edges);
        self.forget_nothing();
        result
    }

    /// Without links and walls on edges there is no table.
    fn forget_nothing(&mut self) {
        if self.0.as_ref().is_some_and(|table| table.links.is_empty() && table.edges.is_empty()) {
            self.0 = None;
        }
    }

    /// Adds a link. Returns how many are there now that are like this.
    pub(crate) fn add(&mut self, link: NavLink) -> u32 {
        let table = Arc::make_mut(self.0.get_or_insert_default());
        match table.links.binary_search_by_key(&link, |&(known, _)| known) {
            Ok(at) => {
                table.links[at].1 = table.links[at].1.saturating_add(1);
                table.links[at].1
            }
            Err(at) => {
                table.links.insert(at, (link, 1));
                for step in LinkStep::of(link) {
                    let place = table.forward.partition_point(|known| *known < step);
                    table.forward.insert(place, step);
                }
                1
            }
        }
    }

    /// Removes a link. Returns how many are left that are like this. `None` if there was none.
    pub(crate) fn remove(&mut self, link: NavLink) -> Option<u32> {
        let place = |table: &Arc<Table>| table.links.binary_search_by_key(&link, |&(known, _)| known).ok();
        let at = self.0.as_ref().and_then(place)?;
        let table = Arc::make_mut(self.0.as_mut()?);
        let left = table.links[at].1 - 1;
        table.links[at].1 = left;
        if left == 0 {
            table.links.remove(at);
            for step in LinkStep::of(link) {
                if let Ok(place) = table.forward.binary_search(&step) {
                    table.forward.remove(place);
                }
            }
        }
        self.forget_nothing();
        Some(left)
    }

    /// The links and the walls of a save.
    #[cfg(feature = "serde")]
    pub(crate) fn of(links: Vec<(NavLink, u32)>, walls: Vec<(EdgeWall, u32)>) -> Result<Self, String> {
        let is_count = |count| (1..u32::MAX / 4).contains(&count);
        let is_sound = |&(link, count): &(NavLink, u32)| is_count(count) && link.check().is_ok();
        if let Some((link, count)) = links.iter().find(|link| !is_sound(link)) {
            return Err(format!("{count} links {link:?}"));
        }
        if !links.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err("links out of order".into());
        }
        let is_sound = |&(wall, count): &(EdgeWall, u32)| {
            is_count(count)
                && wall.check_length().is_ok()
                && wall.from() != wall.to()
                && wall.in_order() == wall
        };
        if let Some((wall, count)) = walls.iter().find(|wall| !is_sound(wall)) {
            return Err(format!("{count} walls {wall:?}"));
        }
        if !walls.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err("walls on edges out of order".into());
        }
        let mut forward: Vec<LinkStep> = links.iter().flat_map(|&(link, _)| LinkStep::of(link)).collect();
        forward.sort_unstable();
        let mut found = Self(Some(Arc::new(Table { links, forward, edges: Edges::of(walls) })));
        found.forget_nothing();
        Ok(found)
    }
}

/// The steps of one sorted list that another one does not have, as often as it has them less often.
fn without(steps: &[LinkStep], others: &[LinkStep]) -> Vec<LinkStep> {
    let mut others = others.iter().peekable();
    let mut left = Vec::new();
    for step in steps {
        while others.next_if(|other| *other < step).is_some() {}
        if others.next_if_eq(&step).is_none() {
            left.push(*step);
        }
    }
    left
}

/// The steps that begin in a cell, among steps that are sorted by this cell.
#[inline]
fn out_of(steps: &[LinkStep], cell: IVec2) -> &[LinkStep] {
    let cell = cell.to_array();
    let first = steps.partition_point(|step| step.from < cell);
    let count = steps[first..].iter().take_while(|step| step.from == cell).count();
    &steps[first..first + count]
}
