//! Cells through which agents may pass, but in which no path ends.

use crate::support::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use tilepath::PathError;

const ALLY: u8 = 202;

/// A corridor with a room at both ends, an ally in it, and a profile that passes allies.
fn scene() -> (App, ProfileId, Entity) {
    let mut app = open_map(11, 5);
    let map = app.world_mut().resource_mut::<NavGrid>().into_inner().map_mut().unwrap();
    (0..5).filter(|&y| y != 2).for_each(|y| (4..7).for_each(|x| map.block(cell(x, y))));
    let profile = CostProfile::default().with_cost(ALLY, 1).with_pass_through(ALLY);
    let profile = app.world_mut().resource_mut::<CostProfiles>().add(profile);
    let ally = (middle(5, 2), NavObstacle::default().with_class(ALLY), Name::new("ally"));
    let ally = app.world_mut().spawn(ally).id();
    app.update();
    (app, profile, ally)
}

fn words(app: &mut App, agent: Entity) -> [String; 2] {
    let explain = move |mut explain: Explain, profiles: Res<CostProfiles>, agents: Query<&PathRequest>| {
        let profile = profiles.get(agents.get(agent).unwrap().profile()).unwrap();
        [explain.agent(agent).to_string(), explain.cell_for(profile, cell(5, 2)).to_string()]
    };
    app.world_mut().run_system_once(explain).unwrap()
}

#[test]
fn an_agent_passes_an_ally_but_does_not_end_on_it() {
    for in_crowd in [false, true] {
        for own_path in [false, true] {
            let (mut app, profile, ally) = scene();
            if own_path {
                app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
            }
            let request = |x, y| PathRequest::to_cell(cell(x, y)).with_profile(profile);
            let agent = app.world_mut().spawn(walker(middle(1, 2), request(5, 2))).id();
            if in_crowd {
                app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
            }
            (0..3).for_each(|_| app.update());
            let blocked = FailureReason::Path(PathError::GoalBlocked(cell(5, 2)));
            assert_eq!(failure(&app, agent), Some(blocked));
            let [why, about] = words(&mut app, agent);
            assert!(why.contains(&format!("ally ({ally})")), "{why}");
            assert!(about.contains("Agents may pass through it, but no path ends there."), "{about}");
            // It goes past the ally.
            app.world_mut().entity_mut(agent).insert(request(9, 2));
            let arrives =
                |app: &mut App, goal| (0..400).any(|_| (app.update(), cell_of(app, agent) == goal).1);
            assert!(arrives(&mut app, cell(9, 2)));
            // The ally goes away while the agent waits.
            app.world_mut().entity_mut(agent).insert(request(5, 2));
            (0..10).for_each(|_| app.update());
            assert_eq!(failure(&app, agent), Some(blocked));
            app.world_mut().despawn(ally);
            assert!(arrives(&mut app, cell(5, 2)));
        }
    }
}
