//! Finds the agents that may be answered from a goal field, and the groups for which one is cheaper than searches.

use super::fields::{AskingAgent, FieldWishes};
use crate::{
    follower::PathFollower,
    map::NavGrid,
    request::{Circles, OnField, OwnObstacles, Planning, RequestGroups},
    search::SearchTrace,
};
use bevy::prelude::*;

/// On no field yet, and no obstacle itself.
type MayShare = (Without<OnField>, Without<OwnObstacles>);

/// Finds the agents that may be answered from the field of their group, and the groups for which a field is cheaper than searches.
///
/// These agents get searches of their own:
/// - Agents whose search is traced.
/// - Agents that are obstacles themselves: a field does not know their own obstacles.
/// - The waiting agent of a [circle](Circles), because it does not go to its target.
/// - For a while, agents that an edit turned round, because a field would turn them again.
pub(crate) fn ask_fields(
    nav_grid: Res<NavGrid>,
    trace: Option<Res<SearchTrace>>,
    circles: Res<Circles>,
    time: Res<Time>,
    mut groups: ResMut<RequestGroups>,
    mut wishes: ResMut<FieldWishes>,
    agents: Query<(Entity, &Planning, Option<&PathFollower>), MayShare>,
) {
    let Some(map) = nav_grid.map() else { return };
    let wishes = &mut *wishes;
    for (agent, planning, follower) in &agents {
        let Some(group) = planning.group.and_then(|group| groups.get(group)) else { continue };
        let is_traced = || trace.as_ref().is_some_and(|trace| trace.watches(agent));
        let is_turned = || planning.turn.is_some_and(|turn| turn.holds(time.elapsed_secs()));
        if !group.key().may_share_field() || is_traced() || circles.met_by(agent).is_some() || is_turned() {
            continue;
        }
        let is_queued = planning.queued.is_some();
        // An agent whose request failed waits until it is time to try again, and one that has arrived stays.
        if !is_queued && (planning.failures > 0 || follower.is_some_and(PathFollower::has_arrived)) {
            continue;
        }
        let (id, has_field) = (group.id(), group.field().is_some());
        if !has_field && group.needs_field(map.grid()) && !groups.set_wants_field(id, true) {
            wishes.wanting.push(id);
        }
        if is_queued || has_field {
            wishes.asking.push(AskingAgent { key: planning.queued, agent });
        }
    }
}
