//! A world of LDtk levels, loaded by `bevy_ecs_ldtk`: only the level of the hero and those beside it are loaded, and they are one map.

use bevy::prelude::*;
use bevy_ecs_ldtk::{ldtk::Type, prelude::*};
use bevy_tilepath::prelude::*;
use integrations::play;
use std::process::ExitCode;

const TILE: f32 = 32.0;
/// The size of the world, in tiles. LDtk counts rows downwards, so that its first row is y = -1.
const WORLD: UVec2 = UVec2::new(36, 22);

/// The tour of a walker: the cells that it visits in turn, and the index of the next one.
#[derive(Component)]
struct Tour(Vec<IVec2>, usize);

/// Levels are loaded around the hero.
#[derive(Component)]
struct Hero;

/// How often somebody came to a place.
#[derive(Resource, Default)]
struct Reached(u32);

fn main() -> ExitCode {
    let level_spawn_behavior = LevelSpawnBehavior::UseWorldTranslation { load_level_neighbors: true };
    // The values of the IntGrid: 1 is floor, 2 sludge, 3 a wall.
    let class = |cell: &IntGridCell| [0, 1, 3, 0][cell.value as usize % 4];
    let add_map = |app: &mut App| {
        app.add_plugins((LdtkPlugin, DeriveNavTilePlugin::new(class)))
            .insert_resource(LevelSelection::index(0))
            .insert_resource(LdtkSettings { level_spawn_behavior, ..default() });
    };
    play(add_map, game, |world| {
        let Reached(places) = world.resource();
        println!("{places} places were reached");
        *places > 8
    })
}

fn game(app: &mut App) {
    let bounds = CellRect::of_size(IVec2::new(0, -(WORLD.y as i32)), WORLD);
    let is_loaded = |map: Res<NavGrid>, tours: Query<&Tour>| map.map().is_some() && tours.is_empty();
    app.insert_resource(PathfindingSettings { bounds: Some(bounds), ..default() })
        .init_resource::<Reached>()
        .add_systems(Startup, setup)
        .add_systems(Update, (make_navigable, load_levels, spawn_walkers.run_if(is_loaded)))
        .add_observer(walk_on);
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    let middle = WORLD.as_vec2() * Vec2::new(0.5, -0.5) * TILE;
    commands.spawn((Camera2d, Transform::from_translation(middle.extend(0.0))));
    commands.spawn(LdtkWorldBundle { ldtk_handle: assets.load("maps/levels.ldtk").into(), ..default() });
}

fn spawn_walkers(mut commands: Commands, assets: Res<AssetServer>) {
    let mut walker = |file: &str, speed: f32, places: &[[i32; 2]]| {
        let places: Vec<IVec2> = places.iter().map(|&place| place.into()).collect();
        let at = (places[0].as_vec2() + 0.5) * TILE;
        let sprite = Sprite::from_image(assets.load(format!("sprites/virus_{file}.png")));
        let (body, path) = (Transform::from_translation(at.extend(500.0)), PathFollower::with_speed(speed));
        commands.spawn((sprite, body, path, PathRequest::to_cell(places[1]), Tour(places, 1))).id()
    };
    // Around the world, and up and down in two of its levels.
    let hero = walker("normal", 200.0, &[[4, -4], [32, -4], [32, -19], [4, -19]]);
    walker("coward", 60.0, &[[22, -3], [34, -11]]);
    walker("berserker", 60.0, &[[2, -14], [17, -21]]);
    commands.entity(hero).insert(Hero);
}

/// The IntGrid layer of each level is a part of the map. Its cells are counted from the first cell of the world.
fn make_navigable(
    new: Query<(Entity, &LayerMetadata, &ChildOf), Added<LayerMetadata>>,
    levels: Query<&Transform, With<LevelIid>>,
    mut commands: Commands,
) {
    for (entity, layer, child) in &new {
        if layer.layer_instance_type == Type::IntGrid
            && let Ok(level) = levels.get(child.parent())
        {
            let first = (level.translation.truncate() / TILE).round().as_ivec2();
            commands.entity(entity).insert(NavTilemap::from_tiles().with_first_cell(first));
        }
    }
}

/// Selects the level in which the hero is. `bevy_ecs_ldtk` then loads the levels beside it, and unloads the others.
fn load_levels(
    hero: Single<&Transform, With<Hero>>,
    levels: Query<(&LevelIid, &Transform)>,
    (world, projects): (Single<&LdtkProjectHandle>, Res<Assets<LdtkProject>>),
    mut selected: ResMut<LevelSelection>,
) {
    let Some(project) = projects.get(*world) else { return };
    for (iid, place) in &levels {
        let Some(level) = project.get_raw_level_by_iid(iid.get()) else { continue };
        let corner = place.translation.truncate();
        let rect = Rect::from_corners(corner, corner + Vec2::new(level.px_wid as f32, level.px_hei as f32));
        let entered = LevelSelection::Iid(iid.clone());
        if rect.contains(hero.translation.truncate()) && *selected != entered {
            *selected = entered;
        }
    }
}

/// At a place, everybody goes on to the next one. Who is on a level that is not loaded waits there.
fn walk_on(
    reached: On<GoalReached>,
    mut tours: Query<&mut Tour>,
    mut places: ResMut<Reached>,
    mut commands: Commands,
) {
    let Ok(mut tour) = tours.get_mut(reached.entity) else { return };
    places.0 += 1;
    tour.1 = (tour.1 + 1) % tour.0.len();
    commands.entity(reached.entity).insert(PathRequest::to_cell(tour.0[tour.1]).allow_partial());
}
