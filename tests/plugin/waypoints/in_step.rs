//! The graph follows its waypoints.

use super::site::*;
use crate::support::*;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

fn links(app: &App, from: Entity) -> Vec<(Entity, f64)> {
    graph(app).links(from).map(|(to, cost)| (to, WaypointGraph::in_world_units(cost))).collect()
}

#[test]
fn commands_link_one_way_both_ways_and_at_a_cost() {
    let (mut app, [a, b, c]) = waypoints([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]]);
    command(&mut app, |commands| {
        commands.entity(a).link_to(b).link_both_ways_at_cost(c, 0.5);
        commands.entity(c).link_to_at_cost(b, 9.0);
    });
    app.update();
    assert_eq!(links(&app, a), [(b, 5.0), (c, 0.5)]);
    assert_eq!((links(&app, b), links(&app, c)), (vec![], vec![(a, 0.5), (b, 9.0)]));
    command(&mut app, |commands| {
        commands.entity(a).unlink_both_ways(c).link_to_at_cost(b, 7.0);
        commands.entity(c).unlink(b).unlink(a);
    });
    app.update();
    assert_eq!((links(&app, a), links(&app, c)), (vec![(b, 7.0)], vec![]));
}

#[test]
fn a_waypoint_that_moves_changes_its_links_save_those_with_a_cost() {
    let (mut app, [a, b, c]) = waypoints([[0.0, 0.0], [10.0, 0.0], [20.0, 0.0]]);
    join(&mut app, a, b);
    command(&mut app, |commands| {
        commands.entity(c).link_to_at_cost(b, 1.0);
    });
    app.update();
    app.world_mut().entity_mut(b).insert(place(0.0, 24.0));
    app.update();
    assert_eq!((links(&app, a), links(&app, b)), (vec![(b, 24.0)], vec![(a, 24.0)]));
    assert_eq!(links(&app, c), [(b, 1.0)]);
    assert_eq!(graph(&app).nearest(Vec2::new(1.0, 20.0)), Some(b));
}

#[test]
fn waypoints_follow_the_parents_that_move_them() {
    let (mut app, [a, b]) = waypoints([[0.0, 0.0], [10.0, 0.0]]);
    join(&mut app, a, b);
    let ship = app.world_mut().spawn(place(0.0, 0.0)).id();
    let deck = app.world_mut().spawn((place(0.0, 5.0), ChildOf(ship))).add_child(b).id();
    app.update();
    assert_eq!(graph(&app).position(b), Some(Vec2::new(10.0, 5.0)));
    app.world_mut().get_mut::<Transform>(ship).unwrap().translation.x = 100.0;
    app.update();
    assert_eq!(graph(&app).position(b), Some(Vec2::new(110.0, 5.0)));
    app.world_mut().entity_mut(deck).remove::<ChildOf>();
    app.update();
    assert_eq!(graph(&app).position(b), Some(Vec2::new(10.0, 5.0)));
    app.world_mut().entity_mut(b).remove::<ChildOf>();
    app.update();
    assert_eq!(links(&app, a), [(b, 10.0)]);
}

#[test]
fn what_is_despawned_disabled_or_no_waypoint_any_more_is_gone_until_it_returns() {
    let (mut app, [a, b, c]) = line();
    assert_eq!(links(&app, b).len(), 2);
    app.world_mut().entity_mut(c).insert(Disabled);
    app.update();
    assert_eq!((graph(&app).len(), links(&app, b)), (2, vec![(a, 10.0)]));
    app.world_mut().entity_mut(c).remove::<Disabled>();
    app.update();
    assert_eq!(
        (graph(&app).len(), links(&app, b), links(&app, c)),
        (3, vec![(a, 10.0), (c, 10.0)], vec![(b, 10.0)])
    );
    app.world_mut().entity_mut(b).remove::<Waypoint>();
    app.update();
    assert_eq!((graph(&app).len(), links(&app, a), links(&app, b)), (2, vec![], vec![]));
    app.world_mut().entity_mut(b).insert(Waypoint);
    app.update();
    assert_eq!((links(&app, a), links(&app, b)), (vec![(b, 10.0)], vec![(a, 10.0), (c, 10.0)]));
    app.world_mut().entity_mut(b).remove::<WaypointLinks>();
    app.update();
    assert_eq!((links(&app, a), links(&app, b)), (vec![(b, 10.0)], vec![]));
    app.world_mut().entity_mut(a).despawn();
    app.update();
    assert_eq!((graph(&app).len(), graph(&app).contains(a)), (2, false));
}

#[test]
fn a_frame_in_which_nothing_changes_does_not_touch_the_graph() {
    let (mut app, [a, .., z]) = line::<6>();
    #[derive(Resource, Default)]
    struct Seen(u32);
    app.init_resource::<Seen>();
    app.add_systems(PostUpdate, |graph: Res<WaypointGraph>, mut seen: ResMut<Seen>| {
        seen.0 += u32::from(graph.is_changed());
    });
    let agent = hiker(&mut app, [0.0, 0.0], PathRequest::to_entity(z));
    update(&mut app, 3);
    let (seen, searches) =
        (app.world().resource::<Seen>().0, app.world().resource::<PathfindingStats>().searches);
    // Sprites of waypoints may turn and glow.
    for frame in 0..60 {
        app.world_mut().get_mut::<Transform>(a).unwrap().rotation = Quat::from_rotation_z(frame as f32);
        app.update();
    }
    assert_eq!((app.world().resource::<Seen>().0, searches), (seen, 1));
    assert_eq!(app.world().resource::<PathfindingStats>().searches, searches);
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn a_grid_leads_around_the_holes_in_it() {
    let mut app = app();
    let grid = WaypointGrid::new(Rect::new(0.0, 0.0, 100.0, 100.0), 10.0).unwrap();
    let is_free = |at: Vec2| at.x != 50.0 || at.y == 100.0;
    let all = command(&mut app, |commands| grid.spawn_where(commands, is_free));
    app.update();
    assert_eq!((all.len(), graph(&app).len()), (111, 111));
    let agent = asker(&mut app, [1.0, 1.0], PathRequest::to_position(Vec2::new(99.0, 2.0)));
    app.update();
    assert_eq!(cost(&app, agent), 300.0);
    let eight = command(&mut app, |commands| {
        let middle = Rect::new(1000.0, 0.0, 1100.0, 100.0);
        WaypointGrid::new(middle, 10.0).unwrap().with_eight_links().spawn(commands)
    });
    let other = asker(&mut app, [1000.0, 0.0], PathRequest::to_entity(eight[120]));
    app.update();
    assert!((cost(&app, other) - 200.0_f64.hypot(0.0) / 2.0_f64.sqrt()).abs() < 0.01, "ten diagonals");
}

#[test]
fn a_waypoint_below_a_disabled_entity_is_gone_until_that_is_enabled() {
    let (mut app, [a, b, c]) = line();
    let deck = app.world_mut().spawn(place(0.0, 0.0)).add_child(b).id();
    let ship = app.world_mut().spawn(place(0.0, 0.0)).add_child(deck).id();
    app.update();
    for switch in [deck, ship] {
        for _ in 0..2 {
            app.world_mut().entity_mut(switch).insert(Disabled);
            app.update();
            assert_eq!((graph(&app).contains(b), links(&app, a)), (false, vec![]));
            app.world_mut().entity_mut(switch).remove::<Disabled>();
            app.update();
            assert_eq!((links(&app, a), links(&app, c)), (vec![(b, 10.0)], vec![(b, 10.0)]));
        }
    }
    app.world_mut().entity_mut(ship).insert(Disabled);
    app.update();
    let late = app.world_mut().spawn((Waypoint, place(5.0, 5.0), ChildOf(ship))).id();
    app.update();
    assert!(!graph(&app).contains(late), "it came while that was disabled");
    app.world_mut().entity_mut(ship).remove::<Disabled>();
    app.update();
    assert!(graph(&app).contains(late));
}
