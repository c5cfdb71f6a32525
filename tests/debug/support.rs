//! Apps with the overlay, and what it has drawn.

use bevy::{
    asset::AssetPlugin,
    input::{
        ButtonState, InputPlugin,
        keyboard::{Key, KeyboardInput, NativeKey},
    },
    mesh::VertexAttributeValues,
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_tilepath::{
    DebugDrawing, DebugLayer, DebugLayers, PathfindingDebug, PathfindingDebugPlugin, prelude::*,
    tilepath::CellRect,
};
use std::time::Duration;

/// Side of a tile in world units.
pub const TILE: f32 = 10.0;

/// An app with all that the overlay needs. Every frame takes a tenth of a second.
pub fn bare_app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), InputPlugin))
        .init_asset::<Mesh>()
        .init_asset::<Image>()
        .init_asset::<ColorMaterial>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    app
}

/// An app with the overlay, and no layer shown.
pub fn app() -> App {
    let mut app = bare_app();
    app.add_plugins((PathfindingPlugin, PathfindingDebugPlugin));
    app.finish();
    app.cleanup();
    show(&mut app, &[]);
    app.update();
    app
}

pub fn squares() -> CellGeometry {
    CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap()
}

/// A map of these classes, top row first.
pub fn load(app: &mut App, rows: &[&[u8]], geometry: CellGeometry) {
    let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
    let grid = Grid::from_fn(size, |cell| rows[rows.len() - 1 - cell.y as usize][cell.x as usize]);
    app.insert_resource(NavGrid::from_grid(grid.unwrap(), geometry));
}

/// An app with an open map of squares.
pub fn open_map(side: u32) -> App {
    let mut app = app();
    load_open(&mut app, side);
    app.update();
    app
}

pub fn load_open(app: &mut App, side: u32) {
    let grid = Grid::new(UVec2::splat(side), 1).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, squares()));
}

pub fn debug(app: &mut App) -> Mut<'_, PathfindingDebug> {
    app.world_mut().resource_mut()
}

/// Shows these layers and no others.
pub fn show(app: &mut App, layers: &[DebugLayer]) {
    debug(app).layers = layers.iter().fold(DebugLayers::NONE, |shown, &layer| shown.with(layer));
}

pub fn map(app: &mut App) -> Mut<'_, NavGrid> {
    app.world_mut().resource_mut()
}

pub fn cell(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

pub fn at(x: i32, y: i32) -> Transform {
    Transform::from_xyz(x as f32 * TILE, y as f32 * TILE, 0.0)
}

/// An agent that walks a tile a second.
pub fn spawn_agent(app: &mut App, from: IVec2, request: PathRequest) -> Entity {
    app.world_mut().spawn((at(from.x, from.y), request, PathFollower::with_speed(TILE))).id()
}

/// Presses and releases a key.
pub fn press(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
        app.update();
    }
}

/// Everything that the overlay draws now.
pub fn drawings(app: &mut App) -> Vec<(Entity, DebugDrawing)> {
    let mut drawings = app.world_mut().query::<(Entity, &DebugDrawing)>();
    drawings.iter(app.world()).map(|(entity, drawing)| (entity, *drawing)).collect()
}

fn chunks(app: &mut App) -> Vec<(CellRect, Handle<Image>)> {
    let mut chunks = app.world_mut().query::<(&DebugDrawing, &MeshMaterial2d<ColorMaterial>)>();
    let materials = app.world().resource::<Assets<ColorMaterial>>();
    let texture = |material: &MeshMaterial2d<ColorMaterial>| {
        materials.get(&material.0).and_then(|material| material.texture.clone()).unwrap()
    };
    let rect = |drawing: &DebugDrawing| match *drawing {
        DebugDrawing::Cells(rect) => Some(rect),
        _ => None,
    };
    chunks
        .iter(app.world())
        .filter_map(|(drawing, material)| Some((rect(drawing)?, texture(material))))
        .collect()
}

/// The texture that holds the colour of a cell.
pub fn texture_of(app: &mut App, cell: IVec2) -> AssetId<Image> {
    chunks(app).into_iter().find(|(rect, _)| rect.contains(cell)).expect("no chunk has the cell").1.id()
}

/// The colour of a cell; `None` if no chunk has it.
pub fn color_at(app: &mut App, cell: IVec2) -> Option<[u8; 4]> {
    let (rect, texture) = chunks(app).into_iter().find(|(rect, _)| rect.contains(cell))?;
    let image = app.world().resource::<Assets<Image>>().get(&texture).unwrap();
    let width = (rect.max.x - rect.min.x + 1) as u32;
    let place = (cell - rect.min).as_uvec2();
    let first = (place.y * width + place.x) as usize * 4;
    image.data.as_ref().unwrap()[first..first + 4].try_into().ok()
}

/// A colour as a texture holds it.
pub fn pixel(color: Color) -> [u8; 4] {
    color.to_srgba().to_u8_array()
}

/// The polygons of a drawing: their corners in the plane, and their colour.
pub fn polygons(app: &mut App, drawing: DebugDrawing) -> Vec<(Vec<Vec2>, [f32; 4])> {
    let plane = app.world().resource::<PathfindingSettings>().plane;
    let mut meshes = app.world_mut().query::<(&DebugDrawing, &Mesh2d, &Transform)>();
    let of_drawing = meshes.iter(app.world()).find(|(known, ..)| **known == drawing);
    let Some((_, handle, at)) = of_drawing else { return Vec::new() };
    let mesh = app.world().resource::<Assets<Mesh>>().get(&handle.0).unwrap();
    let Some(VertexAttributeValues::Float32x3(points)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION) else {
        panic!("no positions")
    };
    let Some(VertexAttributeValues::Float32x4(colors)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR) else {
        panic!("no colours")
    };
    let indices: Vec<usize> = mesh.indices().unwrap().iter().collect();
    // A polygon of n corners is n − 2 triangles that begin with its first corner.
    let mut polygons: Vec<(usize, Vec<usize>)> = Vec::new();
    for triangle in indices.chunks(3) {
        match polygons.last_mut() {
            Some((first, corners)) if *first == triangle[0] => corners.push(triangle[2]),
            _ => polygons.push((triangle[0], triangle.to_vec())),
        }
    }
    let corner = |index: usize| plane.flat(Vec3::from_array(points[index]) + at.translation);
    polygons
        .into_iter()
        .map(|(first, corners)| (corners.into_iter().map(corner).collect(), colors[first]))
        .collect()
}

/// The middle of a polygon.
pub fn middle((corners, _): &(Vec<Vec2>, [f32; 4])) -> Vec2 {
    corners.iter().sum::<Vec2>() / corners.len() as f32
}

/// The polygons of a drawing in one colour.
pub fn polygons_in(app: &mut App, drawing: DebugDrawing, color: Color) -> Vec<(Vec<Vec2>, [f32; 4])> {
    let ink = color.to_linear().to_f32_array();
    polygons(app, drawing).into_iter().filter(|(_, other)| *other == ink).collect()
}
