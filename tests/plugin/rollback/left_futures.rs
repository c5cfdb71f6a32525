//! States of a future that was left, and numbers of entities that a state does not know.

use crate::rollback::{
    library::{Game, Play, Saved, assert_seen},
    rolled_back_game::{CarriedBy, Drift, Key, Script, add_game, seen},
};
use bevy::prelude::*;
use bevy_tilepath::{NavId, PathfindingState, prelude::*};
use std::collections::HashSet;

fn game(seed: u64) -> Game {
    let mut game = Game::new()
        .component::<Drift>()
        .component::<CarriedBy>()
        .resource::<Script>()
        .resource::<CostProfiles>()
        .resource::<PathfindingSettings>()
        .resource::<Congestion>();
    add_game(&mut game.app, seed, Play);
    game.app.finish();
    game.app.cleanup();
    game
}

/// What a player sees of the plugin, without the script, which the game puts back itself.
fn plugin(game: &mut Game) -> (Vec<u8>, String, u64) {
    let nav_grid = game.world().resource::<NavGrid>();
    let map = nav_grid.map().unwrap();
    let seen = (map.terrain_classes().to_vec(), format!("{:?}", map.revision()));
    (seen.0, seen.1, game.world().resource::<PathfindingStats>().requests())
}

/// Puts only the handle back, as a library does whose other data are as they were.
fn put_back(game: &mut Game, state: &PathfindingState) {
    game.world().insert_resource(state.clone());
}

#[test]
fn the_state_of_a_future_that_was_left_changes_nothing() {
    for seed in 0..4 {
        let (mut game, mut plain) = (game(seed), game(seed));
        let mut states = Vec::new();
        let mut saved: Vec<Saved> = Vec::new();
        for _ in 0..20 {
            states.push(game.world().resource::<PathfindingState>().clone());
            saved.push(game.save());
            game.advance();
        }
        (0..10).for_each(|_| plain.advance());
        game.load(&saved[10]);
        // The frame goes on from frame 10, and is played again, whatever is put back from the future that was left.
        for left in [15, 11, 19] {
            game.advance();
            plain.advance();
            let expected = seen(plain.world());
            assert_seen(&seen(game.world()), &expected, &format!("seed {seed}"));
            put_back(&mut game, &states[left]);
        }
        game.advance();
        plain.advance();
        let expected = seen(plain.world());
        assert_seen(&seen(game.world()), &expected, &format!("seed {seed}, at last"));
        // An earlier state still lives.
        game.load(&saved[4]);
        let mut again = self::game(seed);
        (0..4).for_each(|_| again.advance());
        for _ in 0..8 {
            game.advance();
            again.advance();
            let expected = seen(again.world());
            assert_seen(&seen(game.world()), &expected, &format!("seed {seed}, from frame 4"));
        }
    }
}

/// What the game does after it has put back a state that can't come back counts as what it does at any other time.
#[test]
fn a_left_state_hides_no_change_of_the_game() {
    let mut game = game(2);
    (0..10).for_each(|_| game.advance());
    let saved = game.save();
    game.advance();
    let left = game.world().resource::<PathfindingState>().clone();
    game.advance();
    game.load(&saved);
    game.advance();
    let at = Transform::from_xyz(100.0, 100.0, 0.0);
    game.world().resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(IVec2::splat(10), 1).unwrap();
    let tower = game.world().spawn((at, NavObstacle::default())).id();
    game.advance();
    assert!(game.world().resource::<NavGrid>().is_blocked(IVec2::splat(10)));
    put_back(&mut game, &left);
    game.world().despawn(tower);
    let agent = (at, PathRequest::to_cell(IVec2::new(8, 12)).allow_partial(), PathFollower::with_speed(0.0));
    let agent = game.world().spawn(agent).id();
    (0..3).for_each(|_| game.advance());
    assert!(
        game.world().get::<PathResult>(agent).is_some_and(|result| result.status() != PathStatus::Pending)
    );
    let mut obstacles = game.app.world_mut().query::<(&Transform, &NavObstacle)>();
    let is_there = |(at, _): (&Transform, _)| at.translation.distance(Vec3::new(100.0, 100.0, 0.0)) < 40.0;
    if !obstacles.iter(game.app.world()).any(is_there) {
        assert!(!game.world().resource::<NavGrid>().is_blocked(IVec2::splat(10)), "the tower is gone");
    }
}

#[test]
fn a_handle_that_was_removed_stands_for_the_present_state() {
    let (mut game, mut plain) = (game(1), game(1));
    for frame in 0..30 {
        if frame % 3 == 1 {
            game.world().remove_resource::<PathfindingState>();
        }
        game.advance();
        plain.advance();
        assert_eq!(plugin(&mut game), plugin(&mut plain));
    }
    put_back(&mut game, &PathfindingState::default());
    game.advance();
    plain.advance();
    assert_eq!(plugin(&mut game), plugin(&mut plain), "a handle that stands for nothing changes nothing");
}

fn ids(game: &mut Game) -> Vec<u64> {
    let mut ids = game.app.world_mut().query::<&NavId>();
    let mut ids: Vec<u64> = ids.iter(game.app.world()).map(|id| id.get()).collect();
    ids.sort_unstable();
    ids
}

/// A single player's game that is rewound, and does not despawn what it has spawned since.
#[test]
fn no_two_entities_have_one_number_after_going_back() {
    let mut game = Game::new();
    game.world().spawn(NavObstacle::default());
    game.advance();
    let state = game.world().resource::<PathfindingState>().clone();
    (0..2).for_each(|_| _ = game.world().spawn(NavObstacle::default()));
    // The state is that in which this frame begins.
    game.advance();
    put_back(&mut game, &state);
    game.world().spawn(NavObstacle::default());
    game.advance();
    for _ in 0..3 {
        game.world().spawn(NavObstacle::default());
    }
    assert_eq!(ids(&mut game), [1, 2, 3, 4, 5, 6, 7]);
    // Numbers do not depend on when the state came back.
    let state = game.world().resource::<PathfindingState>().clone();
    game.advance();
    let late = game.world().spawn(NavObstacle::default()).id();
    game.world().spawn(NavObstacle::default());
    game.world().despawn(late);
    put_back(&mut game, &state);
    game.advance();
    game.world().spawn(NavObstacle::default());
    let unique: HashSet<u64> = ids(&mut game).into_iter().collect();
    assert_eq!(ids(&mut game), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(unique.len(), 9);
}

/// A plain entity becomes a target in a frame that is taken back: it has no number then.
#[test]
fn a_target_of_a_frame_that_was_taken_back_has_no_number() {
    let play = |goes_back: bool| {
        let mut game = Game::new();
        let plain = game.world().spawn(Transform::default()).id();
        game.advance();
        if goes_back {
            let state = game.world().resource::<PathfindingState>().clone();
            game.advance();
            let agent = (Transform::default(), PathRequest::to_entity(plain));
            let agent = game.world().spawn(agent).id();
            game.advance();
            assert_eq!(ids(&mut game).len(), 2);
            game.world().despawn(agent);
            put_back(&mut game, &state);
            game.advance();
        }
        let tower = game.world().spawn(NavObstacle::default()).id();
        let agent = game.world().spawn((Transform::default(), PathRequest::to_entity(plain))).id();
        [tower, agent, plain].map(|entity| game.world().get::<NavId>(entity).unwrap().get())
    };
    assert_eq!(play(true), play(false));
}

/// A unit in a building has no `Transform`. It has none when it comes back, either.
#[test]
fn a_unit_without_a_place_comes_back_without_one() {
    let mut game = Game::new().component::<Drift>();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
    game.app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(9), 1).unwrap(), geometry));
    let request = PathRequest::to_cell(IVec2::splat(8));
    let kinds: [fn(EntityWorldMut); 4] = [
        |mut unit| _ = unit.insert(PathFollower::with_speed(30.0)),
        |mut unit| _ = unit.insert((PathFollower::with_speed(30.0), CrowdAgent::default())),
        |mut unit| _ = unit.insert((NavObstacle::default(), DangerSource::new(2.0, 2.0))),
        |mut unit| _ = unit.insert(Waypoint),
    ];
    for (key, insert) in (0..).zip(kinds) {
        let unit = game.world().spawn((Key(key), Transform::from_xyz(40.0, 40.0, 0.0), request.clone())).id();
        insert(game.world().entity_mut(unit));
    }
    (0..3).for_each(|_| game.advance());
    let mut units = game.app.world_mut().query_filtered::<Entity, With<Key>>();
    for unit in units.iter(game.app.world()).collect::<Vec<_>>() {
        game.world().entity_mut(unit).remove::<(Transform, GlobalTransform)>();
    }
    (0..3).for_each(|_| game.advance());
    let map = game.world().resource::<NavGrid>();
    assert!(!map.is_blocked(IVec2::splat(4)) && map.danger(IVec2::splat(4)) == Some(0.0), "nobody is there");
    assert!(game.world().resource::<WaypointGraph>().is_empty());
    let saved = game.save();
    game.advance();
    for unit in units.iter(game.app.world()).collect::<Vec<_>>() {
        game.world().despawn(unit);
    }
    (0..2).for_each(|_| game.advance());
    game.load(&saved);
    for _ in 0..5 {
        game.advance();
        let mut placed = game.app.world_mut().query_filtered::<&Key, With<Transform>>();
        assert_eq!(placed.iter(game.app.world()).count(), 0);
        assert_eq!(units.iter(game.app.world()).count(), 4);
        assert!(!game.world().resource::<NavGrid>().is_blocked(IVec2::splat(4)));
    }
}
