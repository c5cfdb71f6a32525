//! One walk for agents with a path of their own and for agents on a goal field.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Agents whose followers counted as changed in the last frame.
#[derive(Resource, Default)]
struct ChangedFollowers(Vec<Entity>);

fn note_changed(changed: Query<Entity, Changed<PathFollower>>, mut noted: ResMut<ChangedFollowers>) {
    noted.0 = changed.iter().collect();
}

/// An open map with agents that walk ten tiles, alone or as a crowd that shares a goal field.
fn walkers(count: i32) -> (App, Vec<Entity>) {
    let mut app = open_map(11, 8);
    app.init_resource::<ChangedFollowers>()
        .add_systems(Update, note_changed.after(PathfindingSystems::FollowPath));
    let request = || PathRequest::to_cell(cell(10, 3));
    let spawn = |y| walker(middle(0, y), request());
    let agents = (0..count).map(|y| app.world_mut().spawn(spawn(y)).id()).collect();
    (app, agents)
}

#[test]
fn a_follower_counts_as_changed_when_it_arrives_and_not_at_every_waypoint() {
    for count in [1, 8] {
        let (mut app, agents) = walkers(count);
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(result(&app, agents[0]).is_shared(), count > 1);
        let mut frames = 0;
        while !app.world().get::<PathFollower>(agents[0]).unwrap().has_arrived() {
            let noted = &app.world().resource::<ChangedFollowers>().0;
            assert!(!noted.contains(&agents[0]), "{count} agents: changed on its path");
            app.update();
            frames += 1;
        }
        assert!(frames > 80, "{count} agents: {frames} frames");
        assert!(app.world().resource::<ChangedFollowers>().0.contains(&agents[0]), "{count} agents");
        app.update();
        assert!(!app.world().resource::<ChangedFollowers>().0.contains(&agents[0]), "{count} agents");
    }
}

/// Diagonal steps with a wall at one side, as on a staircase.
fn staircase(app: &mut App, side: i32) {
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::IfAtMostOneObstacle;
    let grid =
        Grid::from_fn(UVec2::splat(side as u32), |cell| u8::from(cell.x == cell.y || cell.x == cell.y + 1));
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.world_mut().insert_resource(NavGrid::from_grid(grid.unwrap(), geometry));
}

/// Frames until an agent has walked a staircase of ten steps, with something done before each frame.
fn frames_on_staircase(before_frame: impl Fn(&mut App, Entity)) -> u32 {
    let mut app = app();
    staircase(&mut app, 11);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(10, 10)))).id();
    (0..1000)
        .find(|_| {
            before_frame(&mut app, agent);
            app.update();
            app.world().get::<PathFollower>(agent).unwrap().has_arrived()
        })
        .expect("the agent arrives")
}

#[test]
fn an_agent_that_is_answered_again_goes_on_with_its_step() {
    let undisturbed = frames_on_staircase(|_, _| {});
    let asked_again = frames_on_staircase(|app, agent| {
        app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(10, 10)));
    });
    assert_eq!(asked_again, undisturbed);
    let danger = DangerStamp::new(1.0, 1.0, Falloff::Flat).unwrap();
    let with_danger = frames_on_staircase(|app, _| {
        let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
        let map = nav_grid.map_mut().unwrap();
        let is_dangerous = map.danger_layers().first().is_some_and(|layer| layer.units()[0] > 0);
        match is_dangerous {
            true => map.remove_danger(0, &danger, cell(0, 0)).unwrap(),
            false => map.add_danger(0, &danger, cell(0, 0)).unwrap(),
        }
    });
    assert_eq!(with_danger, undisturbed);
}

#[test]
fn a_child_walks_by_where_its_parent_is_in_this_frame() {
    let mut app = open_map(12, 3);
    let parent = app.world_mut().spawn(Transform::from_xyz(20.0, 0.0, 0.0)).id();
    let request = PathRequest::to_cell(cell(9, 1));
    let agent = app.world_mut().spawn((ChildOf(parent), walker(middle(-2, 1), request))).id();
    app.update();
    // The parent moves, and the child moves back, so that the agent stays where it is.
    app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x += 50.0;
    app.world_mut().get_mut::<Transform>(agent).unwrap().translation.x -= 50.0;
    for _ in 0..200 {
        app.update();
    }
    let world = app.world();
    assert!(world.get::<PathFollower>(agent).unwrap().has_arrived());
    let at = world.get::<Transform>(agent).unwrap().translation
        + world.get::<Transform>(parent).unwrap().translation;
    assert_eq!(at.truncate(), Vec2::new(90.0, 10.0));
    assert_eq!(diary(&app).replanned, []);
}

#[test]
fn children_spawned_with_their_parent_in_one_frame_are_answered_from_where_they_are() {
    let mut app = open_map(30, 8);
    let parent = app.world_mut().spawn(Transform::from_xyz(100.0, 0.0, 0.0)).id();
    let request = || PathRequest::to_cell(cell(20, 3));
    let spawn = |y| (ChildOf(parent), walker(middle(0, y), request()));
    let agents: Vec<Entity> = (0..8).map(|y| app.world_mut().spawn(spawn(y)).id()).collect();
    for _ in 0..3 {
        app.update();
        for (y, &agent) in (0..).zip(&agents) {
            assert_eq!(result(&app, agent).cells(nav(&app)).first(), Some(&cell(10, y)));
        }
    }
    assert!(result(&app, agents[0]).is_shared());
    for _ in 0..150 {
        app.update();
    }
    assert_eq!(diary(&app).reached.len(), 8);
}

#[test]
fn children_of_a_flattened_parent_stand_still_without_events() {
    for count in [1, 8] {
        let mut app = open_map(12, 8);
        let parent = app.world_mut().spawn(Transform::from_xyz(30.0, 30.0, 0.0).with_scale(Vec3::ZERO)).id();
        let request = || PathRequest::to_cell(cell(9, 1));
        for y in 0..count {
            app.world_mut().spawn((ChildOf(parent), walker(middle(2, y), request())));
        }
        for _ in 0..60 {
            app.update();
        }
        assert_eq!((diary(&app).replanned.len(), diary(&app).found.len()), (0, count as usize));
    }
}

#[test]
fn a_request_for_a_position_ends_at_the_position() {
    let point = Vec2::new(93.0, 34.5);
    for count in [1, 8] {
        let mut app = open_map(11, 8);
        let request = || PathRequest::to_position(point);
        let agents: Vec<Entity> =
            (0..count).map(|y| app.world_mut().spawn(walker(middle(0, y), request())).id()).collect();
        for _ in 0..150 {
            app.update();
        }
        let at = |app: &App, agent| app.world().get::<Transform>(agent).unwrap().translation.truncate();
        assert!(agents.iter().all(|&agent| at(&app, agent) == point), "{count} agents");
        assert_eq!(diary(&app).reached.len(), count as usize);
        // Within the cell it goes straight there, and not beyond.
        let agent = agents[0];
        app.world_mut().entity_mut(agent).insert(PathRequest::to_position(Vec2::new(87.0, 34.5)));
        (0..3).for_each(|_| app.update());
        assert_eq!(at(&app, agent), Vec2::new(90.0, 34.5), "{count} agents");
        (0..10).for_each(|_| app.update());
        assert_eq!(at(&app, agent), Vec2::new(87.0, 34.5));
        // Within a range, at a centre.
        app.world_mut().entity_mut(agent).insert(PathRequest::to_position(point).within(2.0));
        (0..30).for_each(|_| app.update());
        assert_eq!(at(&app, agent), Vec2::new(90.0, 30.0));
    }
}
