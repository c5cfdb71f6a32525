//! What stands between an agent and its target.

use super::*;
use bevy_tilepath::CutOff;

fn spawn_tower(app: &mut App, at: IVec2) -> Entity {
    app.world_mut().spawn((middle(at.x, at.y), NavObstacle::default())).id()
}

#[test]
fn the_tower_that_closes_the_only_gap_is_named() {
    let mut app = app_on(&[[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 0, 1]]);
    let tower = app.world_mut().spawn((middle(2, 1), NavObstacle::default(), Name::new("Tower 7"))).id();
    let other = spawn_tower(&mut app, cell(0, 2));
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)));
    app.update();
    let explanation = explain(&mut app, agent);
    assert_eq!(explanation.obstacle(), Some(tower));
    let sentence = format!("It is cut off by Tower 7 ({tower}) at (2, 1): without it there would be a path.");
    assert!(explanation.to_string().contains(&sentence), "{explanation}");
    app.world_mut().despawn(tower);
    (0..12).for_each(|_| app.update());
    let explanation = explain(&mut app, agent);
    assert!(explanation.cut_off.is_none() && explanation.path.is_some(), "{explanation}");
    assert_ne!(explanation.obstacle(), Some(other));
}

#[test]
fn where_no_single_obstacle_counts_the_thinnest_walls_are_named() {
    let mut app = app_on(&[[1, 0, 1, 0, 1], [1, 0, 0, 0, 1], [1, 1, 1, 0, 1]]);
    let tower = spawn_tower(&mut app, cell(1, 0));
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(4, 0)));
    app.update();
    let explanation = explain(&mut app, agent);
    let Some(CutOff::Walls { cells, obstacles }) = &explanation.cut_off else { panic!("{explanation}") };
    assert_eq!((&cells[..], obstacles[0].entity), (&[cell(1, 0), cell(3, 0)][..], tower));
    let sentence = format!("It is cut off by walls; they are thinnest at (1, 0), (3, 0), under {tower}.");
    assert!(explanation.to_string().contains(&sentence), "{explanation}");
}

#[test]
fn the_walls_on_edges_that_cut_an_agent_off_are_named() {
    let mut app = app_on(&[[1, 1, 1, 1]]);
    let mut fence = |wall: EdgeWall, at: IVec2, name: &'static str| {
        app.world_mut().spawn((middle(at.x, at.y), wall, Name::new(name))).id()
    };
    let gate = fence(EdgeWall::to_cell(cell(2, 0)), cell(1, 0), "Gate");
    // One that leads the agent's way, one that it may pass, and one elsewhere.
    fence(EdgeWall::to_cell(cell(3, 0)).one_way(), cell(2, 0), "Ledge");
    fence(EdgeWall::to_cell(cell(2, 0)).with_class(1), cell(1, 0), "Belt");
    fence(EdgeWall::to_cell(cell(0, 1)), cell(0, 0), "Fence");
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)));
    app.update();
    let explanation = explain(&mut app, agent);
    let Some(CutOff::EdgeWalls { edges, walls }) = &explanation.cut_off else { panic!("{explanation}") };
    assert_eq!(edges, &[[cell(1, 0), cell(2, 0)]]);
    assert_eq!(walls.iter().map(|wall| wall.entity).collect::<Vec<_>>(), [gate]);
    let sentence = format!(
        "It is cut off by walls on edges; they are thinnest between (1, 0) and (2, 0): Gate ({gate})."
    );
    assert!(explanation.to_string().contains(&sentence), "{explanation}");
    app.world_mut().get_mut::<EdgeWall>(gate).unwrap().is_open = true;
    (0..12).for_each(|_| app.update());
    let explanation = explain(&mut app, agent);
    assert!(explanation.cut_off.is_none() && explanation.path.is_some(), "{explanation}");
}

#[test]
fn a_partial_path_says_what_it_does_not_pass() {
    let mut app = app_on(&[[1, 1, 0, 1]]);
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_cell(cell(3, 0)).allow_partial());
    app.update();
    let explanation = explain(&mut app, agent);
    assert!(explanation.path.as_ref().unwrap().is_partial);
    let text = explanation.to_string();
    assert!(text.contains("they are thinnest at (2, 0)."), "{text}");
    assert!(text.contains("Its path leads as near to the target as possible."), "{text}");
}

#[test]
fn a_target_under_a_tower_is_cut_off_by_it() {
    let mut app = open(5, 5);
    let tower = spawn_tower(&mut app, cell(4, 4));
    let agent = spawn_walker(&mut app, cell(0, 0), PathRequest::to_entity(tower));
    app.update();
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::GoalBlocked(_)))));
    assert_eq!(explain(&mut app, agent).obstacle(), Some(tower));
}

#[test]
fn a_target_that_is_only_out_of_sight_is_said_to_be() {
    let mut app = app_on(&[[1, 0, 1], [1, 0, 1], [1, 1, 1]]);
    edit(&mut app, |map| map.set_terrain(cell(1, 0), 0).unwrap());
    let agent = spawn_walker(&mut app, cell(0, 2), PathRequest::to_cell(cell(2, 2)).within(2.5).in_sight());
    app.update();
    let explanation = explain(&mut app, agent);
    assert!(
        matches!(explanation.failure(), Some(FailureReason::Path(PathError::Unreachable { .. }))),
        "{explanation}"
    );
    assert_eq!(explanation.cut_off, Some(CutOff::OutOfSight));
    assert!(explanation.to_string().contains("No cell that it can reach sees the target."));
}

#[test]
fn an_agents_own_obstacle_does_not_cut_it_off() {
    let mut app = app_on(&[[1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]]);
    let request = PathRequest::to_cell(cell(3, 0));
    let agent = app.world_mut().spawn((walker(middle(0, 2), request), NavObstacle::default())).id();
    edit(&mut app, |map| map.set_terrain(cell(2, 1), 1).unwrap());
    let tower = spawn_tower(&mut app, cell(2, 1));
    app.update();
    app.update();
    assert_eq!(explain(&mut app, agent).obstacle(), Some(tower));
}

/// The obstacle that counts, by trying all of them: the one nearest to the agent without which a search finds a path.
fn by_trial(app: &mut App, agent: IVec2, goal: IVec2, obstacles: &[(Entity, Vec<IVec2>)]) -> Option<Entity> {
    let map = nav(app).map().unwrap().clone();
    let finds = |obstacle: &&(Entity, Vec<IVec2>)| {
        let mut map = map.clone();
        obstacle.1.iter().for_each(|&cell| map.unblock(cell));
        let query = PathQuery::new(agent, goal);
        map.find_path(&CostProfile::default(), query, &mut default(), &mut ()).is_ok()
    };
    let nearest = |cells: &[IVec2]| {
        let on_map = cells.iter().filter(|&&cell| map.grid().contains(cell));
        on_map.map(|cell| (agent.distance_squared(*cell), cell.y, cell.x)).min()
    };
    let opening = obstacles.iter().filter(finds);
    opening.filter_map(|(entity, cells)| Some((nearest(cells)?, *entity))).min().map(|(_, entity)| entity)
}

#[test]
fn on_random_maps_the_obstacle_is_that_found_by_trying_all() {
    let mut random = fastrand::Rng::with_seed(17);
    let (mut named, mut walls) = (0, 0);
    for _ in 0..150 {
        let size = UVec2::new(random.u32(4..9), random.u32(4..9));
        let grid = Grid::from_fn(size, |_| u8::from(random.u8(..9) > 0)).unwrap();
        let mut app = on_grid(grid);
        let any =
            |random: &mut fastrand::Rng| cell(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
        let mut obstacles = Vec::new();
        for _ in 0..random.usize(3..12) {
            let at = any(&mut random);
            let sides = [1.0, 1.0, 2.0, 3.0];
            let tiles = Vec2::new(sides[random.usize(..4)], sides[random.usize(..4)]);
            let place = middle(at.x, at.y);
            let obstacle = NavObstacle::rect(tiles);
            let cells = obstacle.cells(nav(&app).geometry().unwrap(), place.translation.truncate()).unwrap();
            obstacles.push((app.world_mut().spawn((place, obstacle)).id(), cells));
        }
        let (start, goal) = (any(&mut random), any(&mut random));
        let agent = app.world_mut().spawn((middle(start.x, start.y), PathRequest::to_cell(goal))).id();
        app.update();
        let explanation = explain(&mut app, agent);
        match explanation.failure() {
            Some(
                FailureReason::Path(PathError::Unreachable { .. })
                | FailureReason::Path(PathError::GoalBlocked(_)),
            ) => {}
            _ => {
                assert_eq!(explanation.cut_off, None, "{explanation}");
                continue;
            }
        }
        assert_eq!(explanation.obstacle(), by_trial(&mut app, start, goal, &obstacles), "{explanation}");
        named += usize::from(explanation.obstacle().is_some());
        walls += usize::from(matches!(explanation.cut_off, Some(CutOff::Walls { .. })));
    }
    assert!(named > 15 && walls > 15, "{named} obstacles, {walls} walls");
}
