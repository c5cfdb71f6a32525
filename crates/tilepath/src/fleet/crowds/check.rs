//! Checks crowds that were read from a save: every index must lie inside its list.

use super::crowds::Crowds;
use crate::crowd::MemberId;

impl Crowds {
    /// Checks the crowds of a fleet of this many agents. The error says what is wrong with a state that no calls
    /// could have made.
    pub(in crate::fleet) fn check(&self, agents: usize) -> Result<(), String> {
        let crowds = self;
        if crowds.members.len() != crowds.reached.len() || crowds.members.len() > agents {
            return Err(format!("crowds of {} members in a fleet of {agents}", crowds.members.len()));
        }
        crowds.rules.check().map_err(|error| error.to_string())?;
        if !crowds.layers.is_sorted_by(|one, next| one.number < next.number) {
            return Err("crowds whose layers are not in order".into());
        }
        for layer in &crowds.layers {
            let known = layer.agents.len();
            let is_known = |id: MemberId| id.index() < known;
            let is_agent = |index: usize| crowds.members.get(index).is_some();
            let whole = layer.mover.walkers().all(|walker| is_known(walker.id()))
                && layer.news.iter().chain(&layer.standing).all(|&id| is_known(id))
                && layer.mover.walkers().all(|walker| {
                    let index = layer.agents[walker.id().index()].agent.index();
                    is_agent(index) && crowds.members[index].place == Some((layer.number, walker.id()))
                });
            if !whole {
                return Err(format!(
                    "the crowd of layer {} has members that the fleet does not know",
                    layer.number
                ));
            }
        }
        let has_walker = |(number, id)| {
            let layer = crowds.layers.iter().find(|layer| layer.number == number);
            layer.is_some_and(|layer| layer.mover.walker(id).is_some())
        };
        match crowds.members.iter().filter_map(|member| member.place).find(|&place| !has_walker(place)) {
            Some((number, _)) => Err(format!("a member of the crowd of layer {number} is not in it")),
            None => Ok(()),
        }
    }
}
