//! Components and resources that are saved and loaded again, and entities that are other ones afterwards.

use bevy::ecs::entity::{EntityHashMap, MapEntities};
use bevy::prelude::*;
use bevy::reflect::TypeRegistry;
use bevy::reflect::serde::{TypedReflectDeserializer, TypedReflectSerializer};
use bevy_tilepath::{NavId, prelude::*};
use core::fmt::Debug;
use core::time::Duration;
use serde::{
    Serialize,
    de::{DeserializeOwned, DeserializeSeed},
};

fn reload<T: Serialize + DeserializeOwned>(value: &T) -> T {
    ron::from_str(&ron::to_string(value).unwrap()).unwrap()
}

#[track_caller]
fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(&reload(value), value);
}

fn refusal<T: DeserializeOwned + Debug>(text: &str) -> String {
    ron::from_str::<T>(text).unwrap_err().to_string()
}

fn entities<const N: usize>() -> [Entity; N] {
    let mut world = World::new();
    core::array::from_fn(|_| world.spawn_empty().id())
}

#[test]
fn what_is_saved_is_loaded_unchanged() {
    let [base] = entities();
    let targets = [PathTarget::Cell(IVec2::ONE), PathTarget::Position(Vec2::X), PathTarget::Entity(base)];
    let mut profiles = CostProfiles::default();
    let boat = profiles.add(CostProfile::blocked().with_cost(7, 1));
    let request = PathRequest::to_nearest(targets)
        .within(1.5)
        .with_heuristic(Heuristic::Chebyshev)
        .with_profile(boat)
        .with_danger_aversion(0.25)
        .with_priority(-3)
        .with_max_expansions(500)
        .allow_partial();
    assert_round_trip(&request);
    assert!(reload(&profiles).iter().eq(profiles.iter()));
    assert_round_trip(&PathFollower::with_speed(60.0).slowed_by_terrain());
    assert_round_trip(&NavObstacle::circle(2.5));
    assert_round_trip(&EdgeWall::to_cell(IVec2::new(3, -4)).one_way().with_class(9).with_length(0.5));
    assert_round_trip(&EdgeWall::towards(Vec2::NEG_Y));
    assert_round_trip(
        &NavLink::to_cell(IVec2::new(3, -4)).two_way().with_class(9).with_seconds(0.5).with_room(3),
    );
    assert_round_trip(&NavObstacle::rect(Vec2::new(3.0, 1.0)));
    assert_round_trip(&DangerSource::new(4.0, 3.0).with_falloff(Falloff::Smooth).on_layer(2));
    assert_round_trip(&NavTilemap::from_textures([1, 3, 0]).with_others(2));
    assert_round_trip(&NavTile(9));
    assert_round_trip(&NavId::default());
    let mut links = WaypointLinks::to([base]);
    links.add_at_cost(base, 2.5);
    assert_round_trip(&links);
    assert_round_trip(&Waypoint);
    assert_round_trip(&OnWaypoints);
    assert_round_trip(&CrowdAgent::in_layer(3));
    assert_round_trip(&PathSteering {
        velocity: Vec2::X,
        next: Some(Vec2::ONE),
        facing: Vec2::X,
        distance_left: 2.5,
    });
    assert_round_trip(&LayerRule::WallsThenTop);
    assert_round_trip(&Congestion { layer: 5, half_life_secs: 2.5, ..default() });
    assert_round_trip(&PathfindingStats { searches: 7, ..default() });
    assert_round_trip(&PathStatus::Failed(FailureReason::UnknownProfile(boat)));
    assert_round_trip(&PathfindingSettings {
        diagonals: DiagonalRule::Always,
        step_lengths: StepLengths::CLASSIC,
        max_landmark_bytes: 1000,
        crowd: CrowdRules { corridor_entries: 3, push_time: Duration::from_millis(2500), ..default() },
        ..default()
    });
}

#[test]
fn settings_that_are_left_out_are_the_default() {
    let settings: PathfindingSettings = ron::from_str("(max_landmark_bytes: 9)").unwrap();
    assert_eq!(settings, PathfindingSettings { max_landmark_bytes: 9, ..default() });
    let settings: PathfindingSettings = ron::from_str("(crowd: (queue_sight: 5))").unwrap();
    assert_eq!(settings.crowd, CrowdRules { queue_sight: 5, ..default() });
}

#[test]
fn data_that_breaks_a_rule_is_refused_by_value() {
    let lengths = refusal::<PathfindingSettings>("(step_lengths: (straight: 10, diagonal: 30))");
    assert!(lengths.contains("10 : 30"), "{lengths}");
    let none = refusal::<CostProfiles>("[]");
    assert!(none.contains("0 cost profiles"), "{none}");
    let short = refusal::<CostProfiles>("[(costs: [1], aversions: [], other_aversion: 1.0)]");
    assert!(short.contains("1 terrain costs"), "{short}");
    let custom = ron::to_string(&DangerSource::new(1.0, 1.0).with_falloff(Falloff::Custom(|t| t)));
    assert!(custom.unwrap_err().to_string().contains("Falloff::Custom"));
    let custom = ron::to_string(&LayerRule::Custom(|classes| classes[0]));
    assert!(custom.unwrap_err().to_string().contains("LayerRule::Custom"));
}

#[test]
fn entities_in_a_request_are_remapped() {
    let [old, new, stranger] = entities();
    let mut mapper = EntityHashMap::from_iter([(old, new)]);
    let cell = PathTarget::Cell(IVec2::ONE);
    let mut request = reload(&PathRequest::to_nearest([PathTarget::Entity(old), cell, stranger.into()]));
    MapEntities::map_entities(&mut request, &mut mapper);
    assert_eq!(request.targets(), [PathTarget::Entity(new), cell, stranger.into()]);
    let mut component = PathRequest::to_entity(old);
    <PathRequest as Component>::map_entities(&mut component, &mut mapper);
    assert_eq!(component, PathRequest::to_entity(new));
    let mut links = reload(&WaypointLinks::to([old, stranger]));
    <WaypointLinks as Component>::map_entities(&mut links, &mut mapper);
    assert_eq!(links, WaypointLinks::to([new, stranger]));
    let mut status = PathStatus::Failed(FailureReason::GoalGone(old));
    status.map_entities(&mut mapper);
    assert_eq!(status, PathStatus::Failed(FailureReason::GoalGone(new)));
}

/// Scenes write by reflection, which then uses serde for the types that have rules.
#[test]
fn a_scene_saves_the_resources_that_reflection_alone_can_not() {
    let mut registry = TypeRegistry::default();
    registry.register::<CostProfiles>();
    registry.register::<PathfindingSettings>();
    let registration = registry.get(core::any::TypeId::of::<CostProfiles>()).unwrap();
    let load = |text: &str| {
        let mut reader = ron::Deserializer::from_str(text).unwrap();
        TypedReflectDeserializer::new(registration, &registry).deserialize(&mut reader)
    };
    let mut profiles = CostProfiles::default();
    profiles.add(CostProfile::default().with_aversion(0, 0.0).unwrap());
    let text = ron::to_string(&TypedReflectSerializer::new(&profiles, &registry)).unwrap();
    let loaded = CostProfiles::from_reflect(load(&text).unwrap().as_ref()).unwrap();
    assert!(loaded.iter().eq(profiles.iter()));
    assert!(load("[]").unwrap_err().to_string().contains("0 cost profiles"));
}
