//! Checks crowds that were read from a save: every index must lie inside its list.

use super::{crowds::Crowds, layer::CrowdLayer};
use crate::{
    crowd::{MOST_PLACES, MemberId},
    fleet::{agents::Walks, walking::Motion},
};
use core::fmt;
use serde::{
    Deserializer,
    de::{Error, SeqAccess, Visitor},
};

/// Reads the layers of crowds. A few bytes ask for the places of a whole map, and there may be 256 layers: so the crowds of all layers
/// together may have as many places as four crowds.
pub(in crate::fleet) fn layers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<CrowdLayer>, D::Error> {
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
            places = places.saturating_add(layer.crowd.places());
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
    /// Checks the crowds of a fleet whose agents have these walks. The error says what is wrong with a state that no calls could have made.
    pub(in crate::fleet) fn check(&self, walks: &Walks) -> Result<(), String> {
        let (members, agents) = (self.members.len(), walks.steps.len());
        if members > agents {
            return Err(format!("crowds of {members} members in a fleet of {agents}"));
        }
        self.rules.check().map_err(|error| error.to_string())?;
        if !self.layers.is_sorted_by(|one, next| one.number < next.number) {
            return Err("crowds whose layers are not in order".into());
        }
        for layer in &self.layers {
            self.check_layer(layer, walks)
                .map_err(|error| format!("the crowd of layer {}: {error}", layer.number))?;
        }
        let is_in_layer = |(number, id): (u8, MemberId)| {
            let layer = self.layers.iter().find(|layer| layer.number == number);
            layer.is_some_and(|layer| layer.crowd.contains(id))
        };
        match self.members.iter().filter_map(|member| member.place).find(|&place| !is_in_layer(place)) {
            Some((number, _)) => Err(format!("a member of the crowd of layer {number} is not in it")),
            None => Ok(()),
        }
    }

    /// Checks that the members of a layer are those of its crowd, on the same steps.
    fn check_layer(&self, layer: &CrowdLayer, walks: &Walks) -> Result<(), &'static str> {
        let CrowdLayer { number, crowd, members, alarms, news, standing, .. } = layer;
        let (steps, known) = (crowd.ends_of_steps(), members.len());
        if steps.len() != known || alarms.len() != known {
            return Err("another size than its agents");
        }
        if (0..).zip(members).any(|(nth, member)| member.id.index() != nth) {
            return Err("a member with the number of another");
        }
        if news.iter().chain(standing).any(|id| id.index() >= known) {
            return Err("a member that it does not know");
        }
        if members.iter().filter_map(|member| member.pace).any(|pace| !pace.is_finite() || pace < 0.0) {
            return Err("a member with an impossible pace");
        }
        for (step, (member, &alarm)) in steps.zip(members.iter().zip(alarms)) {
            if !crowd.contains(member.id) {
                if alarm != Motion::NEVER {
                    return Err("a step of nobody");
                }
                continue;
            }
            let index = member.agent.index();
            if self.members.get(index).is_none_or(|agent| agent.place != Some((*number, member.id))) {
                return Err("a member that the fleet does not know");
            }
            let goes_on = |ends| ends == member.legs.ends() && walks.steps[index].motion.ends() == alarm;
            if step.is_some_and(|ends| !goes_on(ends)) {
                return Err("a member whose step ends at another time");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::ScopedThreads,
        crowd::CrowdRules,
        fleet::{agents::GroundKind, requests::Request, walking::Pace, world::FleetWorld},
        geometry::CellGeometry,
        ground::{Grid, Topology},
        map::NavMap,
    };
    use core::time::Duration;
    use glam::{IVec2, Vec2};
    use serde_json::json;

    #[test]
    fn layers_with_too_many_places_are_refused() {
        let map = NavMap::new(Grid::new([30, 20].into(), 1).unwrap(), Topology::default());
        let layer = |number| CrowdLayer::new(number, &map, 2, CrowdRules::default());
        let layers = serde_json::to_value([layer(0), layer(1), layer(7)]).unwrap();
        let read = |most| layers.clone().deserialize_seq(Layers { most }).map_err(|error| error.to_string());
        assert_eq!(read(3 * 1200).map(|layers| layers.len()), Ok(3));
        let error = read(3 * 1200 - 1).unwrap_err();
        assert_eq!(error, "crowds of 3 layers with 3600 places: must be at most 3599");
    }

    #[test]
    fn members_that_are_not_those_of_the_crowd_are_refused() {
        let map = NavMap::new(Grid::new([4, 2].into(), 1).unwrap(), Topology::default());
        let mut world = FleetWorld::new(map, CellGeometry::squares(8.0).unwrap());
        let mut last = None;
        for y in [0.0, 8.0, 8.0] {
            let agent = world.fleet.insert(Some(Vec2::new(0.0, y)), GroundKind::Tiles);
            world.fleet.set_crowd(agent, Some(3));
            world.fleet.set_pace(agent, Some(Pace::new(8.0)));
            world.ask(agent, Request::to(IVec2::new(3, 1)));
            last = Some(agent);
        }
        (0..6).for_each(|_| world.update(Duration::from_millis(16), &ScopedThreads(1)));
        world.fleet.remove(last.unwrap());
        (0..6).for_each(|_| world.update(Duration::from_millis(16), &ScopedThreads(1)));
        let data = serde_json::to_value(&world.fleet.crowds).unwrap();
        let read = |data| {
            let crowds = serde_json::from_value::<Crowds>(data).map_err(|error| error.to_string())?;
            crowds.check(&world.fleet.agents.walks)
        };
        assert_eq!(read(data.clone()), Ok(()));
        for (field, value, names) in [
            ("members", json!([]), "another size"),
            ("alarms", json!([1, 2, 3, 4]), "another size"),
            ("members/0/id", json!(1), "the number of another"),
            ("members/1/pace", json!(-1.0), "impossible pace"),
            ("members/1/agent/index", json!(0), "that the fleet does not know"),
            ("members/1/agent/index", json!(77), "that the fleet does not know"),
            ("alarms/0", json!(7), "ends at another time"),
            ("alarms/2", json!(7), "a step of nobody"),
            ("news", json!([9]), "that it does not know"),
            ("crowd/call", json!(u32::MAX), "a count of 4294967295"),
        ] {
            let mut altered = data.clone();
            *altered.pointer_mut(&format!("/layers/0/{field}")).expect(field) = value;
            let error = read(altered).unwrap_err();
            assert!(error.contains(names), "{field}: {error}");
        }
    }
}
