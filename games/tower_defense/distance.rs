//! Whether viruses keep their distance: each has a cell to itself, or all walk through each other.

use crate::virus::Virus;
use bevy::prelude::*;
use bevy_tilepath::CrowdAgent;

/// Whether viruses keep their distance. It may change at any time.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Distance(pub bool);

/// Gives viruses cells of their own, or takes that from them.
pub fn keep(
    mut commands: Commands,
    distance: Res<Distance>,
    viruses: Query<(Entity, Has<CrowdAgent>), With<Virus>>,
) {
    for (virus, keeps) in &viruses {
        match (keeps, distance.0) {
            (false, true) => {
                commands.entity(virus).try_insert(CrowdAgent::default());
            }
            (true, false) => {
                commands.entity(virus).try_remove::<CrowdAgent>();
            }
            _ => {}
        }
    }
}
