//! Agents of crowds on links. An agent that begins to cross a link leaves its crowd, which gives its cell to others, and joins again where the
//! link ends.

use super::{crowds::Crowds, layer::CrowdLayer, reading::Reading};
use crate::{
    crowd::MemberId,
    fleet::{
        agents::Walks,
        requests::FleetEvent,
        walking::{CellStep, Motion, StepState},
    },
    ground::LinkStep,
};
use glam::IVec2;

/// An agent that stands where a link begins that it wants to cross.
#[derive(Clone, Copy)]
struct Crosser {
    id: MemberId,
    link: LinkStep,
}

impl Crowds {
    /// Lets agents begin to cross links, in the order of their layers and memberships. Each leaves its crowd.
    ///
    /// An agent waits while others are on links to the same cell, or stand there, unless they rest or want to cross a link themselves.
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
            let mut coming = on_links(walks, layer.number);
            for &Crosser { id, link } in &crossers {
                let stay = layer.standing_in(link.to(), &crossers);
                let come = coming.iter().filter(|&&cell| cell == link.to()).count();
                if stay + come >= capacity {
                    continue;
                }
                coming.push(link.to());
                let member = layer.members[id.index()];
                let (index, step) = (member.agent.index(), &mut walks.steps[member.agent.index()]);
                let [at, end] = [step.motion.at(now), reading.geometry.center_of(link.to())];
                let ends = now.saturating_add(match link.micros {
                    Some(micros) => micros.into(),
                    None => member.time_for(at.distance(end)).max(1),
                });
                step.set_out(Motion::straight(at, end, now, ends), f32::NAN, StepState::Crossing);
                step.set_cells(link.from(), link.to());
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

    /// How many agents stand in a cell, or come there, that neither rest nor want to cross a link.
    fn standing_in(&self, cell: IVec2, crossers: &[Crosser]) -> usize {
        let stands = |id: MemberId| {
            self.crowd.contains(id)
                && self.crowd.cell(id) == Some(cell)
                && !self.crowd.is_resting(id)
                && crossers.iter().all(|crosser| crosser.id != id)
        };
        self.members.iter().filter(|member| stands(member.id)).count()
    }
}

/// The cells to which agents of a layer are on their way over links.
fn on_links(walks: &Walks, layer: u8) -> Vec<IVec2> {
    let steps = walks.steps.iter().zip(&walks.crowds);
    let on_link = |step: &CellStep| step.state == StepState::Crossing;
    steps.filter(|&(step, crowd)| *crowd == Some(layer) && on_link(step)).map(|(step, _)| step.to()).collect()
}
