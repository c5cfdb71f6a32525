//! What an inspector or a scene can do with the plugin's types.

use crate::support::*;
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::reflect::{ReflectComponent, ReflectEvent, ReflectMapEntities, ReflectResource};
use bevy::ecs::relationship::RelationshipHookMode;
use bevy::prelude::*;
use bevy::reflect::serde::{TypedReflectDeserializer, TypedReflectSerializer};
use bevy::reflect::{
    GetTypeRegistration, PartialReflect, ReflectRef, TypeData, TypeRegistry, TypeRegistryArc,
};
use bevy_tilepath::tilepath::{CostProfile, PathOptions, PathQuery};
use bevy_tilepath::{NavId, SearchTrace, TracedCell, TracedLink, prelude::*};
use serde::de::DeserializeSeed;

fn registry(app: &App) -> TypeRegistryArc {
    app.world().resource::<AppTypeRegistry>().0.clone()
}

/// The types of the list that are not registered with this type data.
macro_rules! without {
    ($registry:expr, $data:ty: $($type:ty),* $(,)?) => {
        [$(lacks::<$type, $data>(&$registry.read())),*].into_iter().flatten().collect::<Vec<_>>()
    };
}

fn lacks<T: GetTypeRegistration, D: TypeData>(registry: &TypeRegistry) -> Option<&'static str> {
    registry.get_type_data::<D>(core::any::TypeId::of::<T>()).is_none().then(core::any::type_name::<T>)
}

#[test]
fn every_public_component_resource_and_event_is_registered() {
    let app = app();
    let registry = registry(&app);
    let components = without!(
        registry, ReflectComponent:
        PathRequest, PathResult, PathFollower, NavObstacle, DangerSource, NavLink, NavTilemap, NavTile,
        Waypoint, WaypointLinks, OnWaypoints, CrowdAgent, PathSteering, NavId,
    );
    let resources = without!(
        registry, ReflectResource:
        NavGrid, CostProfiles, PathfindingSettings, PathfindingStats, SearchTrace, LayerRule,
        WaypointGraph, Congestion,
    );
    let events = without!(
        registry, ReflectEvent: PathFound, PathReplanned, PathFailed, GoalReached, GoalEntered, AgentStuck, ObstacleAhead,
        LinkEntered, LinkFinished,
    );
    let from_reflect = without!(
        registry, ReflectFromReflect:
        PathTarget, PathStatus, FailureReason, ProfileId, TracedCell, CellGeometry, PathOptions, Heuristic, Falloff,
        DiagonalRule, StepLengths, Cost, CostProfile, Grid, WaypointLink, TracedLink, CrowdRules,
    );
    let default = without!(
        registry, ReflectDefault:
        PathResult, NavObstacle, NavLink, NavGrid, CostProfiles, PathfindingSettings, PathfindingStats, SearchTrace,
        PathStatus, ProfileId, PathOptions, Heuristic, Falloff, DiagonalRule, StepLengths, Cost, CostProfile,
        LayerRule, Congestion, CrowdRules,
    );
    let map_entities = without!(registry, ReflectMapEntities: PathRequest, WaypointLinks);
    for missing in [components, resources, events, from_reflect, default, map_entities] {
        assert!(missing.is_empty(), "{missing:?}");
    }
}

/// Scene files name types by their paths, so these must be those that users know and survive a new order of the modules.
#[test]
fn types_are_named_by_their_public_paths() {
    let app = app();
    let registry = registry(&app);
    let registry = registry.read();
    let paths = registry.iter().map(|registration| registration.type_info().type_path());
    let ours = paths.filter(|path| path.starts_with("bevy_tilepath::") || path.starts_with("tilepath::"));
    let ours: Vec<_> = ours.collect();
    assert!(ours.contains(&"bevy_tilepath::PathRequest") && ours.contains(&"tilepath::CostProfile"));
    let inner: Vec<_> = ours.iter().filter(|path| path.matches("::").count() != 1).collect();
    assert!(inner.is_empty(), "{inner:?}");
}

/// Sets a field of a resource as an inspector does.
fn set_setting(app: &mut App, field: &str, value: &dyn PartialReflect) {
    let mut settings = app.world_mut().resource_mut::<PathfindingSettings>();
    settings.reflect_path_mut(field).expect("no such field").apply(value);
}

#[test]
fn a_diagonal_rule_and_step_lengths_set_by_reflection_take_effect() {
    let mut app = open_map(8, 8);
    let cells = |app: &App| {
        let query = PathQuery::new(cell(0, 0), cell(3, 3));
        nav(app).find_path(&CostProfile::default(), query).unwrap().cells().len()
    };
    assert_eq!(cells(&app), 4);
    set_setting(&mut app, "diagonals", &DiagonalRule::Never);
    app.update();
    assert_eq!(cells(&app), 7);
    set_setting(&mut app, "step_lengths", &StepLengths::CLASSIC);
    app.update();
    assert_eq!(nav(&app).map().unwrap().topology().lengths(), StepLengths::CLASSIC);
}

#[test]
fn a_danger_source_and_an_obstacle_edited_by_reflection_change_the_map() {
    let mut app = open_map(8, 8);
    let tower = (middle(4, 4), DangerSource::new(0.0, 2.0), NavObstacle::default());
    let tower = app.world_mut().spawn(tower).id();
    app.update();
    assert_eq!(nav(&app).danger(cell(4, 6)), Some(0.0));
    let mut source = app.world_mut().get_mut::<DangerSource>(tower).unwrap();
    *source.path_mut("radius").unwrap() = 3.0_f32;
    source.reflect_path_mut("falloff").unwrap().apply(&Falloff::Flat);
    let mut obstacle = app.world_mut().get_mut::<NavObstacle>(tower).unwrap();
    *obstacle.path_mut("shape.0").unwrap() = Vec2::splat(3.0);
    app.update();
    assert_eq!(nav(&app).danger(cell(4, 6)), Some(2.0));
    assert!(nav(&app).is_blocked(cell(5, 5)) && !nav(&app).is_blocked(cell(6, 4)));
}

#[test]
fn a_follower_edited_by_reflection_walks_faster_and_its_progress_is_its_own() {
    let mut app = open_map(8, 8);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(7, 0)))).id();
    (0..5).for_each(|_| app.update());
    let walked = |app: &App| app.world().get::<Transform>(agent).unwrap().translation.x;
    let before = walked(&app);
    let mut follower = app.world_mut().get_mut::<PathFollower>(agent).unwrap();
    assert!(follower.reflect_path("next").is_err() && follower.reflect_path("arrived").is_err());
    *follower.path_mut("speed").unwrap() = 3.0 * TILE;
    app.update();
    assert!((walked(&app) - before - 0.3 * TILE).abs() < 1e-3, "three tenths of a tile in a frame");
}

#[test]
fn a_status_set_by_reflection_does_no_harm() {
    let mut app = open_map(8, 8);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(3, 0)))).id();
    let unreachable = FailureReason::Path(PathError::Unreachable { start: cell(0, 0), goal: cell(3, 0) });
    for status in
        [PathStatus::Found, PathStatus::Partial, PathStatus::Failed(unreachable), PathStatus::Pending]
    {
        let mut result = app.world_mut().get_mut::<PathResult>(agent).unwrap();
        *result.path_mut("status").unwrap() = status;
        (0..5).for_each(|_| app.update());
    }
    (0..40).for_each(|_| app.update());
    assert_eq!(cell_of(&app, agent), cell(3, 0));
    assert_eq!(diary(&app).reached, [agent]);
}

#[test]
fn values_with_rules_can_only_be_replaced_as_a_whole() {
    for value in
        [&StepLengths::CLASSIC as &dyn PartialReflect, &CostProfile::default(), &CostProfiles::default()]
    {
        assert!(matches!(value.reflect_ref(), ReflectRef::Opaque(_)), "{value:?}");
    }
    let mut profiles = CostProfiles::default();
    let mut other = CostProfiles::default();
    let boat = other.add(CostProfile::blocked());
    profiles.apply(&other);
    assert_eq!(profiles.get(boat), Some(&CostProfile::blocked()));
}

#[test]
fn a_custom_function_is_kept_by_a_clone_and_replaced_where_it_is_made_of_data() {
    let custom = Falloff::Custom(|_| 0.5);
    let clone = custom.reflect_clone().unwrap().take::<Falloff>().unwrap();
    assert_eq!(clone.share(0.0), 0.5);
    let made = Falloff::from_reflect(custom.to_dynamic().made().as_ref()).unwrap();
    assert_eq!((made.share(0.0), made.share(0.75)), (1.0, 0.25));
    let estimate = Heuristic::Custom(|_| 7.0);
    assert!(matches!(
        Heuristic::from_reflect(estimate.to_dynamic().made().as_ref()),
        Some(Heuristic::Custom(_))
    ));
}

#[test]
fn a_request_that_a_scene_inserts_names_the_entities_of_the_new_world() {
    let mut app = open_map(8, 8);
    let [old, new] = [middle(1, 1), middle(5, 5)].map(|at| app.world_mut().spawn(at).id());
    let request = PathRequest::to_nearest([old]).within(0.5);
    let saved = request.to_dynamic().made();
    let agent = app.world_mut().spawn((middle(0, 0), PathFollower::with_speed(TILE))).id();
    let registry = registry(&app);
    let registry = registry.read();
    let data = registry.get_type_data::<ReflectComponent>(core::any::TypeId::of::<PathRequest>()).unwrap();
    let mut mapper = EntityHashMap::from_iter([(old, new)]);
    data.apply_or_insert_mapped(
        &mut app.world_mut().entity_mut(agent),
        saved.as_ref(),
        &registry,
        &mut mapper,
        RelationshipHookMode::Run,
    );
    app.update();
    assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Entity(new)));
    assert_eq!(result(&app, agent).cells(nav(&app)).last(), Some(&cell(5, 5)));
}

/// What `to_dynamic` returns: a value, since Bevy 0.20 or an error.
trait Dynamic {
    fn made(self) -> Box<dyn PartialReflect>;
}

impl Dynamic for Box<dyn PartialReflect> {
    fn made(self) -> Self {
        self
    }
}

impl<E: core::fmt::Debug> Dynamic for Result<Box<dyn PartialReflect>, E> {
    fn made(self) -> Box<dyn PartialReflect> {
        self.unwrap()
    }
}

/// A component as it is after it was saved and loaded.
fn reload<T: Reflect + FromReflect + GetTypeRegistration>(value: &T) -> T {
    let app = app();
    let registry = registry(&app);
    let registry = registry.read();
    let text = ron::to_string(&TypedReflectSerializer::new(value, &registry)).unwrap();
    let registration = registry.get(core::any::TypeId::of::<T>()).unwrap();
    let mut reader = ron::Deserializer::from_str(&text).unwrap();
    let loaded = TypedReflectDeserializer::new(registration, &registry).deserialize(&mut reader).unwrap();
    T::from_reflect(loaded.as_ref()).unwrap()
}

#[test]
fn a_scene_saves_what_is_asked_and_not_what_was_answered() {
    let mut app = open_map(8, 8);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(7, 7)))).id();
    app.update();
    let (request, follower) =
        app.world_mut().query::<(&PathRequest, &PathFollower)>().single(app.world()).unwrap();
    assert_eq!(&reload(request), request);
    assert_eq!(reload(follower), PathFollower::with_speed(TILE));
    assert!(result(&app, agent).has_path());
    assert_eq!(reload(result(&app, agent)), PathResult::default());
}
