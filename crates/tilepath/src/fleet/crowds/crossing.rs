//! Agents of crowds on links. An agent that begins to cross a link leaves its crowd, which gives its cell to others, and joins again where the
//! link ends.

use super::{crowds::Crowds, layer::CrowdLayer, member::Member, reading::Reading};
use crate::{
    crowd::MemberId,
    fleet::{
        agents::Walks,
        requests::FleetEvent,
        walking::{CellStep, StepState},
    },
    geometry::CellGeometry,
    ground::LinkStep,
};
use glam::{IVec2, Vec2};
use smallvec::SmallVec;

/// An agent that stands where a link begins that it wants to cross.
#[derive(Clone, Copy)]
struct Crosser {
    id: MemberId,
    link: LinkStep,
}

/// An agent that is on a link.
struct OnLink {
    from: IVec2,
    to: IVec2,
    /// Where it is, and when it comes to the end.
    at: Vec2,
    ends: u64,
}

impl Crowds {
    /// Lets agents that are at the ends of links come off, in the order of their indices. Each joins its crowd in the next update.
    ///
    /// An agent waits on the link while the cell has no place, unless those in the cell rest, want to cross a link themselves, or can't go away.
    pub(in crate::fleet) fn leave_links(&mut self, walks: &mut Walks, reading: &Reading) {
        let mut at_ends = core::mem::take(&mut self.at_ends);
        at_ends.sort_unstable();
        at_ends.dedup();
        let mut left: SmallVec<[(u8, IVec2); 8]> = SmallVec::new();
        let mut crossers: SmallVec<[(u8, Vec<Crosser>); 1]> = SmallVec::new();
        for &agent in &at_ends {
            let index = agent as usize;
            let (Some(layer), step) = (walks.crowds[index], &mut walks.steps[index]) else { continue };
            let [from, to] = [step.from(), step.to()];
            if let Some(layer) = self.layers.iter().find(|known| known.number == layer) {
                let before = left.iter().filter(|&&other| other == (layer.number, to)).count();
                let known = crossers.iter().position(|&(number, _)| number == layer.number);
                let known = known.unwrap_or_else(|| {
                    crossers.push((layer.number, layer.crossers(reading)));
                    crossers.len() - 1
                });
                let stay = layer.standing_in(to, &crossers[known].1, Member::can_go);
                if before + stay >= usize::from(layer.crowd.capacity()) {
                    continue;
                }
            }
            left.push((layer, to));
            self.off_links.push((agent, from, to));
            step.end_crossing(reading.geometry.center_of(to));
            walks.is_noted[index] = true;
        }
        at_ends.clear();
        self.at_ends = at_ends;
    }

    /// Lets agents begin to cross links, in the order of their layers and memberships. Each leaves its crowd.
    ///
    /// An agent waits while others are on links to the same cell, or stand there, unless they rest or want to cross a link themselves. Where a link
    /// has more room, it follows those on the link.
    pub(in crate::fleet) fn cross_links(
        &mut self,
        walks: &mut Walks,
        reading: &Reading,
        events: &mut Vec<FleetEvent>,
    ) {
        if reading.map.grid().links().is_empty() {
            return;
        }
        let now = walks.clock.now;
        for layer in &mut self.layers {
            let crossers = layer.crossers(reading);
            if crossers.is_empty() {
                continue;
            }
            let capacity = usize::from(layer.crowd.capacity());
            let mut on_links = on_links(walks, layer.number);
            for &Crosser { id, link } in &crossers {
                let coming = on_links.iter().filter(|other| other.to == link.to()).count();
                let stay = layer.standing_in(link.to(), &crossers, |_| true);
                let may_follow = || stay < capacity && follows(&on_links, link, reading.geometry, now);
                if stay + coming >= capacity && !may_follow() {
                    continue;
                }
                let member = layer.members[id.index()];
                let (index, step) = (member.agent.index(), &mut walks.steps[member.agent.index()]);
                let (at, pace) = (step.motion.at(now), self.members[index].pace);
                let ends = |units| now.saturating_add(member.time_for(units).max(1));
                let ends = step.begin_crossing(reading.geometry, (at, now), link, pace, ends);
                on_links.push(OnLink { from: link.from(), to: link.to(), at, ends });
                layer.remove(id, now);
                self.members[index].place = None;
                events.push(FleetEvent::LinkEntered {
                    agent: member.agent,
                    from: link.from(),
                    to: link.to(),
                });
            }
        }
    }
}

impl CrowdLayer {
    /// The agents that stand where their links begin.
    fn crossers(&self, reading: &Reading) -> Vec<Crosser> {
        let map = reading.map.without_obstacles(&[]);
        let crosser = |id: MemberId| {
            let member = &self.members[id.index()];
            let here = self.crowd.cell(id).filter(|_| !self.crowd.is_moving(id) && !member.is_outside)?;
            let begins_here = !reading.map.grid().links().out_of(here).is_empty();
            let next = member.next_after(here, reading).filter(|_| begins_here && member.has_speed())?;
            Some(Crosser { id, link: map.crossing(reading.profile(member.profile)?, here, next)? })
        };
        let members = self.members.iter().map(|member| member.id).filter(|&id| self.crowd.contains(id));
        members.filter_map(crosser).collect()
    }

    /// How many agents of some stand in a cell, or come there, that neither rest nor want to cross a link.
    fn standing_in(&self, cell: IVec2, crossers: &[Crosser], of: impl Fn(&Member) -> bool) -> usize {
        let stands = |id: MemberId| {
            self.crowd.contains(id)
                && self.crowd.cell(id) == Some(cell)
                && !self.crowd.is_resting(id)
                && crossers.iter().all(|crosser| crosser.id != id)
        };
        self.members.iter().filter(|member| stands(member.id) && of(member)).count()
    }
}

/// The agents of a layer that are on links.
fn on_links(walks: &Walks, layer: u8) -> Vec<OnLink> {
    let steps = walks.steps.iter().zip(&walks.crowds);
    let on_link = |step: &CellStep| step.state == StepState::Crossing;
    let on_links = steps.filter(|&(step, crowd)| *crowd == Some(layer) && on_link(step));
    let of = |step: &CellStep| OnLink {
        from: step.from(),
        to: step.to(),
        at: step.motion.at(walks.clock.now),
        ends: step.motion.ends(),
    };
    on_links.map(|(step, _)| of(step)).collect()
}

/// Whether another agent may follow those that are on a link. The link must have room, the last agent must be far enough ahead, nobody may wait at
/// the end, and nobody may come to the same cell over another link.
fn follows(on_links: &[OnLink], link: LinkStep, geometry: &CellGeometry, now: u64) -> bool {
    let [from, to] = [link.from(), link.to()].map(|cell| geometry.center_of(cell));
    let farthest = from.distance(to) * (1.0 - 1.0 / f32::from(link.room));
    let mut coming = on_links.iter().filter(|other| other.to == link.to());
    let is_ahead =
        |other: &OnLink| other.from == link.from() && other.ends > now && other.at.distance(to) <= farthest;
    coming.clone().count() < usize::from(link.room) && coming.all(is_ahead)
}
