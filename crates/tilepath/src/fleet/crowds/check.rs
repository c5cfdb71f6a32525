//! Checks crowds that were read from a save: every index must lie inside its list.

use super::{crowds::Crowds, layer::CrowdLayer};
use crate::crowd::{MOST_PLACES, MemberId};
use core::fmt;
use serde::{
    Deserializer,
    de::{Error, SeqAccess, Visitor},
};

/// Reads the layers of crowds. A few bytes ask for the places of a whole map, and there may be 256 layers: so the crowds of all layers
/// together may have as many places as four crowds.
pub(super) fn layers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CrowdLayer>, D::Error> {
    deserializer.deserialize_seq(Layers { most: 4 * MOST_PLACES })
}

/// Layers that have at most this many places.
struct Layers {
    most: usize,
}

impl<'de> Visitor<'de> for Layers {
    type Value = Vec<CrowdLayer>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("layers of crowds")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut read: A) -> Result<Vec<CrowdLayer>, A::Error> {
        let (mut layers, mut places) = (Vec::new(), 0_usize);
        while let Some(layer) = read.next_element::<CrowdLayer>()? {
            places = places.saturating_add(layer.mover.crowd().places());
            if places > self.most {
                let (layers, most) = (layers.len() + 1, self.most);
                return Err(A::Error::custom(format!(
                    "crowds of {layers} layers with {places} places: must be at most {most}"
                )));
            }
            layers.push(layer);
        }
        Ok(layers)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        crowd::CrowdRules,
        geometry::CellGeometry,
        ground::{Grid, Topology},
        map::NavMap,
    };

    #[test]
    fn layers_with_too_many_places_are_refused() {
        let map = NavMap::new(Grid::new([30, 20].into(), 1).unwrap(), Topology::default());
        let geometry = CellGeometry::squares(1.0).unwrap();
        let layer = |number| CrowdLayer::new(number, &map, geometry, 2, CrowdRules::default());
        let layers = serde_json::to_value([layer(0), layer(1), layer(7)]).unwrap();
        let read = |most| layers.clone().deserialize_seq(Layers { most }).map_err(|error| error.to_string());
        assert_eq!(read(3 * 1200).map(|layers| layers.len()), Ok(3));
        let error = read(3 * 1200 - 1).unwrap_err();
        assert_eq!(error, "crowds of 3 layers with 3600 places: must be at most 3599");
    }
}
