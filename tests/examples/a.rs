//! Examples of paths, terrain, danger, doors, targets and crowds.

use crate::{app, cell_of, has_arrived, only, press, run_until};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::{HashMap, HashSet};

#[path = "../../examples/crowd_agents.rs"]
#[expect(dead_code, reason = "without the window")]
mod crowd_agents;
#[path = "../../examples/danger.rs"]
#[expect(dead_code, reason = "without the window")]
mod danger;
#[path = "../../examples/doors.rs"]
#[expect(dead_code, reason = "without the window")]
mod doors;
#[path = "../../examples/first_path.rs"]
#[expect(dead_code, reason = "without the window")]
mod first_path;
#[path = "../../examples/in_sight.rs"]
#[expect(dead_code, reason = "without the window")]
mod in_sight;
#[path = "../../examples/links.rs"]
#[expect(dead_code, reason = "without the window")]
mod links;
#[path = "../../examples/many_agents.rs"]
#[expect(dead_code, reason = "without the window")]
mod many_agents;
#[path = "../../examples/moving_target.rs"]
#[expect(dead_code, reason = "without the window")]
mod moving_target;
#[path = "../../examples/nearest_of_many.rs"]
#[expect(dead_code, reason = "without the window")]
mod nearest_of_many;
#[path = "../../examples/one_way.rs"]
#[expect(dead_code, reason = "without the window")]
mod one_way;
#[path = "../../examples/sizes.rs"]
#[expect(dead_code, reason = "without the window")]
mod sizes;
#[path = "../../examples/terrain_and_profiles.rs"]
#[expect(dead_code, reason = "without the window")]
mod terrain_and_profiles;

fn nav_grid(app: &App) -> &NavGrid {
    app.world().resource()
}

fn cell(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

/// Runs until an agent has arrived, or its example has given it another request. Returns the cells that it entered, its first included.
fn walk(app: &mut App, agent: Entity, seconds: u32) -> Vec<IVec2> {
    let mut cells = vec![cell_of(app, agent)];
    let request = app.world().get::<PathRequest>(agent).cloned();
    run_until(app, seconds, |app| {
        let at = cell_of(app, agent);
        assert!(!nav_grid(app).is_blocked(at), "in the wall at {at}");
        if cells.last() != Some(&at) {
            cells.push(at);
        }
        has_arrived(app, agent) || app.world().get::<PathRequest>(agent) != request.as_ref()
    });
    cells
}

/// All entities with a component.
fn all<T: Component>(app: &mut App) -> Vec<Entity> {
    app.world_mut().query_filtered::<Entity, With<T>>().iter(app.world()).collect()
}

#[test]
fn first_path_leads_through_the_gap_to_the_goal_and_back() {
    let mut app = app(first_path::game);
    let agent = only::<PathFollower>(&mut app);
    let cells = walk(&mut app, agent, 20);
    assert_eq!((cells[0], cells[cells.len() - 1]), (first_path::START, first_path::GOAL));
    assert!(cells.contains(&cell(9, 8)), "past the gap: {cells:?}");
    // What a click does.
    let start = nav_grid(&app).center_of(first_path::START).unwrap();
    app.world_mut().entity_mut(agent).insert(PathRequest::to_position(start));
    app.update();
    assert!(!has_arrived(&app, agent));
    assert_eq!(walk(&mut app, agent, 20).last(), Some(&first_path::START));
}

#[test]
fn sizes_each_animal_takes_the_first_gap_in_which_it_fits() {
    for (name, row) in [("Rat", 8), ("Bear", 5), ("Elephant", 2)] {
        let mut app = app(sizes::game);
        let agent = named(&mut app, name);
        let ends = app.world().get::<sizes::Animal>(agent).unwrap().0;
        let cells = walk(&mut app, agent, 30);
        assert!(cells.contains(&cell(10, row)), "{name}: {cells:?}");
        assert_eq!(cells.last(), Some(&ends[1]));
    }
}

#[test]
fn links_lead_up_the_stair_and_down_the_drop_and_the_key_opens_the_portal() {
    use links::{DROP, PORTAL, STAIR};
    #[derive(Resource, Default)]
    struct Crossed(Vec<(Entity, [IVec2; 2])>);
    for (name, links) in [("Yellow", [STAIR, DROP]), ("Blue", [PORTAL, DROP])] {
        let mut app = app(links::game);
        app.init_resource::<Crossed>().add_observer(
            |event: On<LinkFinished>, mut crossed: ResMut<Crossed>| {
                crossed.0.push((event.entity, [event.from, event.to]));
            },
        );
        let agent = named(&mut app, name);
        run_until(&mut app, 60, |app| {
            app.world().resource::<Crossed>().0.iter().filter(|(guest, _)| *guest == agent).count() == 2
        });
        let crossed = app.world().resource::<Crossed>().0.iter().filter(|(guest, _)| *guest == agent);
        assert!(crossed.map(|&(_, link)| link).eq(links), "{name}");
    }
}

#[test]
fn one_way_leads_down_the_ledge_up_the_ramp_and_along_the_belts() {
    // The lowest row of the terrace, and the column in which there is no ledge.
    const TERRACE: i32 = 5;
    const RAMP: i32 = 18;
    let mut app = app(one_way::game);
    let agent = named(&mut app, "Yellow");
    // The cells that an agent enters before it turns back.
    let tour = |app: &mut App, agent: Entity| {
        let (mut cells, request) =
            (vec![cell_of(app, agent)], app.world().get::<PathRequest>(agent).cloned());
        run_until(app, 60, |app| {
            let at = cell_of(app, agent);
            if cells.last() != Some(&at) {
                cells.push(at);
            }
            app.world().get::<PathRequest>(agent) != request.as_ref()
        });
        cells
    };
    let crosses = |cells: &[IVec2]| {
        let step = cells.windows(2).find(|step| (step[0].y < TERRACE) != (step[1].y < TERRACE));
        step.map(|step| step[0].x).expect("it crosses the edge of the terrace")
    };
    assert!(crosses(&tour(&mut app, agent)) < 5, "down the ledge at once");
    assert_eq!(crosses(&tour(&mut app, agent)), RAMP, "up by the ramp");
    let mut app = crate::app(one_way::game);
    let agent = named(&mut app, "Blue");
    for row in [1, 3] {
        let cells = tour(&mut app, agent);
        assert!((4..16).all(|x| cells.contains(&cell(x, row))), "by the belt {row}: {cells:?}");
    }
}

#[test]
fn terrain_and_profiles_gives_each_kind_a_path_of_its_own() {
    use terrain_and_profiles::{Kind, MUD, WATER};
    for (kind, mud, water) in [(Kind::Walker, 0, 0), (Kind::Boar, 12, 0), (Kind::Frog, 0, 12)] {
        let mut app = app(terrain_and_profiles::game);
        let mut kinds = app.world_mut().query::<(Entity, &Kind)>();
        let agent = kinds.iter(app.world()).find(|(_, other)| **other == kind).unwrap().0;
        let cells = walk(&mut app, agent, 20);
        let count = |class| cells.iter().filter(|&&cell| nav_grid(&app).class(cell) == Some(class)).count();
        assert_eq!((count(MUD), count(WATER)), (mud, water), "{kind:?}: {cells:?}");
    }
}

/// The danger of all cells that the agent with a component enters, and the number of these cells.
fn danger_of<T: Component>(switch_off: bool) -> (f32, usize) {
    let mut app = app(danger::game);
    if switch_off {
        press(&mut app, KeyCode::Space);
    }
    let agent = only::<T>(&mut app);
    let cells = walk(&mut app, agent, 30);
    (cells.iter().map(|&cell| nav_grid(&app).danger(cell).unwrap()).sum(), cells.len())
}

#[test]
fn danger_turns_the_coward_but_not_the_berserker() {
    let (coward, cowards_way) = danger_of::<danger::Coward>(false);
    let (berserker, berserkers_way) = danger_of::<danger::Berserker>(false);
    assert!(coward < berserker / 3.0, "{coward} is not far less than {berserker}");
    assert!(cowards_way > berserkers_way, "{cowards_way} cells are no detour from {berserkers_way}");
    assert_eq!(danger_of::<danger::Coward>(true), (0.0, 18), "without danger it goes straight on");
}

/// The only agent with this name.
fn named(app: &mut App, name: &str) -> Entity {
    let mut agents = app.world_mut().query::<(Entity, &Name)>();
    agents.iter(app.world()).find(|(_, known)| known.as_str() == name).unwrap().0
}

/// Removes all other agents.
fn leave_only(app: &mut App, agent: Entity) {
    for other in all::<PathFollower>(app).into_iter().filter(|&other| other != agent) {
        app.world_mut().despawn(other);
    }
}

#[test]
fn doors_turn_the_walker_stop_it_and_let_it_through() {
    let mut app = app(doors::game);
    let agent = named(&mut app, "Walker");
    leave_only(&mut app, agent);
    let path = |app: &App| app.world().get::<PathResult>(agent).unwrap().cells(nav_grid(app)).to_vec();
    assert!(path(&app).contains(&cell(9, 4)));

    press(&mut app, KeyCode::Digit2);
    app.update();
    assert!(path(&app).contains(&cell(9, 8)), "not by the other door");

    press(&mut app, KeyCode::Digit1);
    app.update();
    let failure = app.world().get::<PathResult>(agent).unwrap().failure();
    assert!(matches!(failure, Some(FailureReason::Path(PathError::Unreachable { .. }))), "{failure:?}");
    for _ in 0..300 {
        app.update();
        assert!(cell_of(&app, agent).x < 9, "through a door that is shut");
    }

    press(&mut app, KeyCode::Digit1);
    let cells = walk(&mut app, agent, 20);
    assert!(cells.contains(&cell(9, 8)) && cells.last() == Some(&cell(17, 4)), "{cells:?}");
}

#[test]
fn whoever_can_opens_a_shut_door_or_breaks_it() {
    for (name, doors_left) in [("Thief", 2), ("Ogre", 1)] {
        let mut app = app(doors::game);
        let agent = named(&mut app, name);
        leave_only(&mut app, agent);
        press(&mut app, KeyCode::Digit1);
        press(&mut app, KeyCode::Digit2);
        let shut = |app: &mut App| all::<NavObstacle>(app).len();
        run_until(&mut app, 2, |app| cell_of(app, agent) == cell(8, 4));
        assert_eq!(shut(&mut app), 2);
        // It stands before the door as long as its profile says.
        run_until(&mut app, 4, |app| cell_of(app, agent) == cell(9, 4));
        assert_eq!((shut(&mut app), all::<doors::Door>(&mut app).len()), (1, doors_left), "{name}");
        run_until(&mut app, 4, |app| cell_of(app, agent).x == 17);
    }
}

#[test]
fn nearest_of_many_eats_by_the_cost_of_paths() {
    let mut app = app(nearest_of_many::game);
    app.update();
    let gatherer = only::<nearest_of_many::Gatherer>(&mut app);
    let mut eaten = Vec::new();
    while eaten.len() < nearest_of_many::BERRIES.len() {
        let berries = all::<nearest_of_many::Berry>(&mut app);
        let from = cell_of(&app, gatherer);
        let cost = |&berry: &Entity| {
            let query = PathQuery::new(from, cell_of(&app, berry));
            nav_grid(&app).find_path(&CostProfile::default(), query).unwrap().cost()
        };
        let cheapest = *berries.iter().min_by_key(|berry| cost(berry)).unwrap();
        eaten.push(cell_of(&app, cheapest));
        run_until(&mut app, 20, |app| app.world().get_entity(cheapest).is_err());
        // The others are still there, or all of them grow again.
        let left = nearest_of_many::BERRIES.len() - eaten.len();
        assert_eq!(all::<nearest_of_many::Berry>(&mut app).len(), left);
    }
    // The closest to its start as the crow flies comes after others.
    let closest = eaten.iter().position(|&cell| cell == nearest_of_many::BERRIES[0]);
    assert!(closest > Some(1), "{eaten:?}");
    app.update();
    // It eats the new berry on which it stands at once.
    assert_eq!(all::<nearest_of_many::Berry>(&mut app).len(), 4, "no new berries");
}

/// Whether a straight line between two cells meets no wall, in steps of a hundredth of a tile.
fn sees(app: &App, from: IVec2, to: IVec2) -> bool {
    let (from, to) = (from.as_vec2(), to.as_vec2());
    (0..=1000).map(|step| from.lerp(to, step as f32 / 1000.0).round().as_ivec2()).all(|cell| {
        let is_end = cell.as_vec2() == to;
        is_end || !nav_grid(app).is_blocked(cell)
    })
}

#[test]
fn in_sight_each_unit_stops_where_it_can_strike() {
    use in_sight::{RANGE, Target, Unit};
    let mut app = app(in_sight::game);
    let target = only::<Target>(&mut app);
    let units = all::<Unit>(&mut app);
    for at_home in [true, false] {
        run_until(&mut app, 20, |app| units.iter().all(|&unit| has_arrived(app, unit)));
        let to = cell_of(&app, target);
        assert_eq!(to, if at_home { cell(16, 5) } else { cell(3, 5) });
        for &unit in &units {
            let at = cell_of(&app, unit);
            let distance = at.as_vec2().distance(to.as_vec2());
            let is_in_sight = sees(&app, at, to);
            match app.world().get::<Unit>(unit).unwrap() {
                // On its way to the first place of the target the wall comes first.
                Unit::Mortar => assert!(distance <= RANGE && is_in_sight != at_home, "the mortar is at {at}"),
                Unit::Archer => assert!(distance <= RANGE && is_in_sight, "the archer is at {at}"),
                Unit::Knight => assert!(distance <= 1.5 && is_in_sight, "the knight is at {at}"),
            }
        }
        press(&mut app, KeyCode::Space);
        app.update();
    }
}

#[test]
fn moving_target_is_hunted_wherever_it_goes() {
    let mut app = app(moving_target::game);
    let player = only::<moving_target::Player>(&mut app);
    let hunter = only::<moving_target::Hunter>(&mut app);
    let gap = |app: &App| cell_of(app, player).as_vec2().distance(cell_of(app, hunter).as_vec2());
    run_until(&mut app, 20, |app| has_arrived(app, hunter));
    assert!(gap(&app) <= 1.0, "{} tiles away", gap(&app));

    let start = cell_of(&app, player);
    let hold = |app: &mut App, key, frames| {
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
        for _ in 0..frames {
            app.update();
            let at = cell_of(app, player);
            assert!(!nav_grid(app).is_blocked(at), "the player is in the wall at {at}");
        }
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    };
    hold(&mut app, KeyCode::ArrowUp, 120);
    hold(&mut app, KeyCode::ArrowLeft, 60);
    assert!(cell_of(&app, player) != start && gap(&app) > 1.0, "the player did not get away");
    assert!(!has_arrived(&app, hunter));
    run_until(&mut app, 20, |app| has_arrived(app, hunter));
    assert!(gap(&app) <= 1.0, "{} tiles away", gap(&app));
}

#[test]
fn many_agents_share_one_field_and_all_arrive() {
    let mut app = app(many_agents::game);
    let agents = all::<many_agents::Home>(&mut app);
    assert!(agents.len() > 500);
    for top in [true, false] {
        let goal = only::<many_agents::Goal>(&mut app);
        assert_eq!(cell_of(&app, goal), cell(38, if top { 20 } else { 1 }));
        let mut arrived: HashSet<Entity> = HashSet::new();
        run_until(&mut app, 60, |app| {
            arrived.extend(agents.iter().copied().filter(|&agent| cell_of(app, agent).x >= 36));
            arrived.len() == agents.len()
        });
        let shared = |&&agent: &&Entity| app.world().get::<PathResult>(agent).unwrap().is_shared();
        assert_eq!(agents.iter().filter(shared).count(), agents.len());
        let stats = app.world().resource::<PathfindingStats>();
        assert_eq!(stats.complete_fields, 1);
        assert!(stats.searches < agents.len() as u64 / 4, "{} searches", stats.searches);
        press(&mut app, KeyCode::Space);
    }
}

#[test]
fn crowd_agents_rest_round_the_goal_each_in_a_cell_of_its_own() {
    let mut app = app(crowd_agents::game);
    let agents = all::<CrowdAgent>(&mut app);
    assert_eq!(agents.len(), 36);
    for goal in [crowd_agents::GOAL, cell(19 - crowd_agents::GOAL.x, crowd_agents::GOAL.y)] {
        run_until(&mut app, 120, |app| agents.iter().all(|&agent| has_arrived(app, agent)));
        let mut cells: HashMap<IVec2, Entity> = HashMap::new();
        for &agent in &agents {
            let at = cell_of(&app, agent);
            assert!(!nav_grid(&app).is_blocked(at), "in the wall at {at}");
            assert_eq!(cells.insert(at, agent), None, "two in {at}");
            assert!(at.as_vec2().distance(goal.as_vec2()) < 5.5, "{at} is far from {goal}");
        }
        assert!(cells.contains_key(&goal), "nobody at the goal");
        press(&mut app, KeyCode::Space);
        app.update();
    }
}
