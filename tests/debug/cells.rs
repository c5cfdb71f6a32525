//! The colours of cells.

use crate::support::*;
use bevy::{asset::AssetEvent, ecs::message::MessageCursor, prelude::*};
use bevy_tilepath::Plane;
use bevy_tilepath::{
    DebugColors, DebugDrawing, DebugLayer, DebugLayers,
    prelude::*,
    tilepath::{CellRect, CostProfile},
};

#[test]
fn terrain_is_coloured_by_its_cost_and_walls_as_walls() {
    let mut app = app();
    load(&mut app, &[&[1, 2, 16], &[0, 1, 200]], squares());
    show(&mut app, &[DebugLayer::Terrain]);
    app.update();
    let colors = DebugColors::default();
    assert_eq!(color_at(&mut app, cell(0, 0)), Some(pixel(colors.wall)));
    assert_eq!(color_at(&mut app, cell(0, 1)), Some(pixel(colors.terrain[0])));
    assert_eq!(color_at(&mut app, cell(2, 1)), Some(pixel(colors.terrain[3])));
    assert_eq!(color_at(&mut app, cell(2, 0)), Some(pixel(colors.terrain[3])));
    assert_ne!(color_at(&mut app, cell(1, 1)), color_at(&mut app, cell(1, 0)));
}

#[test]
fn another_profile_has_other_walls() {
    let mut app = app();
    load(&mut app, &[&[1, 7]], squares());
    let boat = app.world_mut().resource_mut::<CostProfiles>().add(CostProfile::blocked().with_cost(7, 1));
    show(&mut app, &[DebugLayer::Terrain]);
    debug(&mut app).profile = boat;
    app.update();
    let colors = DebugColors::default();
    assert_eq!(color_at(&mut app, cell(0, 0)), Some(pixel(colors.wall)));
    assert_eq!(color_at(&mut app, cell(1, 0)), Some(pixel(colors.terrain[0])));
    app.world_mut().resource_mut::<CostProfiles>().get_mut(boat).unwrap().set_cost(1, 1);
    app.update();
    assert_eq!(color_at(&mut app, cell(0, 0)), Some(pixel(colors.terrain[0])));
}

#[test]
fn danger_has_five_levels() {
    let mut app = open_map(9);
    show(&mut app, &[DebugLayer::Danger]);
    debug(&mut app).danger_levels = [0.5, 1.5, 3.0];
    let mut grid = map(&mut app);
    let map = grid.map_mut().unwrap();
    map.block(cell(0, 0));
    for (x, strength) in [(2, 0.4), (3, 0.5), (4, 1.5), (5, 2.9), (6, 3.0), (7, 90.0)] {
        map.add_danger(0, &DangerStamp::new(0.4, strength, Falloff::Flat).unwrap(), cell(x, 4)).unwrap();
    }
    // Layers add up.
    map.add_danger(1, &DangerStamp::new(0.4, 3.0, Falloff::Flat).unwrap(), cell(3, 4)).unwrap();
    app.update();
    let [vacant, blocked, dangerous, very, extremely] = DebugColors::default().danger.map(pixel);
    for (at, expected) in [
        (cell(0, 0), blocked),
        (cell(1, 4), vacant),
        (cell(2, 4), vacant),
        (cell(3, 4), extremely),
        (cell(4, 4), very),
        (cell(5, 4), very),
        (cell(6, 4), extremely),
        (cell(7, 4), extremely),
    ] {
        assert_eq!(color_at(&mut app, at), Some(expected), "{at}");
    }
    debug(&mut app).danger_levels = [0.4, 95.0, 99.0];
    app.update();
    assert_eq!(color_at(&mut app, cell(7, 4)), Some(dangerous));
}

#[test]
fn connected_cells_have_one_colour_and_a_new_wall_parts_it() {
    let mut app = app();
    load(&mut app, &[&[1, 1, 0, 1, 1], &[1, 1, 0, 1, 1]], squares());
    // Regions are those that the plugin keeps, for profiles in use.
    spawn_agent(&mut app, cell(0, 0), PathRequest::to_cell(cell(1, 1)));
    show(&mut app, &[DebugLayer::Regions]);
    (0..3).for_each(|_| app.update());
    let color = |app: &mut App, x, y| color_at(app, cell(x, y)).unwrap();
    assert_eq!(color(&mut app, 0, 0), color(&mut app, 1, 1));
    assert_ne!(color(&mut app, 0, 0), color(&mut app, 3, 0));
    assert_eq!(color(&mut app, 2, 0), [0; 4], "a wall is in no region");
    map(&mut app).map_mut().unwrap().set_terrain(cell(2, 0), 1).unwrap();
    app.update();
    assert_eq!(color(&mut app, 0, 0), color(&mut app, 4, 1));
}

#[test]
fn a_goal_field_is_coloured_from_its_goal_to_the_farthest_cell() {
    let mut app = open_map(12);
    (0..12).for_each(|y| _ = spawn_agent(&mut app, cell(0, y), PathRequest::to_cell(cell(11, 0))));
    show(&mut app, &[DebugLayer::GoalField]);
    (0..4).for_each(|_| app.update());
    let ramp = DebugColors::default().goal_field;
    assert_eq!(color_at(&mut app, cell(11, 0)), Some(pixel(ramp[0])));
    assert_eq!(color_at(&mut app, cell(0, 11)), Some(pixel(ramp[4])));
    let between = color_at(&mut app, cell(6, 6)).unwrap();
    assert!(between != pixel(ramp[0]) && between != pixel(ramp[4]) && between[3] > 0);
}

#[test]
fn edited_cells_light_up_and_fade() {
    let mut app = open_map(8);
    show(&mut app, &[DebugLayer::Edits]);
    debug(&mut app).edit_frames = 4;
    app.update();
    assert_eq!(color_at(&mut app, cell(3, 3)), Some([0; 4]));
    map(&mut app).map_mut().unwrap().block(cell(3, 3));
    let mut strength = Vec::new();
    for _ in 0..6 {
        app.update();
        strength.push(color_at(&mut app, cell(3, 3)).unwrap()[3]);
        assert_eq!(color_at(&mut app, cell(4, 3)), Some([0; 4]));
    }
    assert_eq!(strength[0], pixel(DebugColors::default().edited)[3]);
    assert!(strength[..4].is_sorted_by(|a, b| a > b) && strength[4..] == [0, 0], "{strength:?}");
}

/// The textures that are sent to the graphics card in a frame.
fn changed_textures(app: &mut App, cursor: &mut MessageCursor<AssetEvent<Image>>) -> Vec<AssetId<Image>> {
    app.update();
    let events = app.world().resource::<Messages<AssetEvent<Image>>>();
    let changed = cursor.read(events).filter_map(|event| match event {
        AssetEvent::Modified { id } => Some(*id),
        _ => None,
    });
    let mut changed: Vec<_> = changed.collect();
    changed.dedup();
    changed
}

#[test]
fn an_edit_changes_only_the_chunk_of_its_cell() {
    let mut app = open_map(150);
    show(&mut app, &[DebugLayer::Terrain, DebugLayer::Danger]);
    (0..3).for_each(|_| app.update());
    let chunks: Vec<CellRect> = drawings(&mut app)
        .into_iter()
        .filter_map(|(_, drawing)| if let DebugDrawing::Cells(rect) = drawing { Some(rect) } else { None })
        .collect();
    assert_eq!(chunks.len(), 9);
    assert_eq!(chunks.iter().map(|rect| rect.cells().count()).sum::<usize>(), 150 * 150);
    let mut cursor = MessageCursor::default();
    changed_textures(&mut app, &mut cursor);
    assert_eq!(changed_textures(&mut app, &mut cursor).len(), 0);
    let before = color_at(&mut app, cell(70, 10));
    map(&mut app).map_mut().unwrap().block(cell(70, 10));
    let of_edit = texture_of(&mut app, cell(70, 10));
    // Modified assets are announced in the frame in which they are, or in the next.
    let changed: Vec<_> = (0..2).flat_map(|_| changed_textures(&mut app, &mut cursor)).collect();
    assert_eq!(changed, [of_edit]);
    assert_ne!(color_at(&mut app, cell(70, 10)), before);
    assert_eq!((0..2).flat_map(|_| changed_textures(&mut app, &mut cursor)).count(), 0);
}

#[test]
fn a_large_map_is_coloured_over_several_frames() {
    let mut app = open_map(150);
    debug(&mut app).cells_per_frame = 4096;
    show(&mut app, &[DebugLayer::Terrain]);
    let colored = |app: &mut App| {
        app.update();
        let corners = [0, 70, 140].map(|x| [0, 70, 140].map(|y| cell(x, y)));
        corners
            .into_iter()
            .flatten()
            .filter(|&at| color_at(app, at).is_some_and(|color| color[3] > 0))
            .count()
    };
    let counts: Vec<usize> = (0..9).map(|_| colored(&mut app)).collect();
    assert!(counts[0] <= 2 && counts.is_sorted() && counts[8] == 9, "{counts:?}");
}

#[test]
fn cells_are_drawn_where_they_are_in_every_layout() {
    let size = Vec2::new(20.0, 10.0);
    let turned = Transform::from_xyz(70.0, -30.0, 0.0).with_rotation(Quat::from_rotation_z(0.5));
    let geometries = [
        CellGeometry::new(Vec2::ZERO, size),
        CellGeometry::diamond(Vec2::ZERO, size),
        CellGeometry::staggered(Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::Axial, Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::EvenRows, Vec2::ZERO, size),
        CellGeometry::axial_columns(Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::OddColumns, Vec2::ZERO, size),
        CellGeometry::hex(HexLayout::EvenColumns, Vec2::ZERO, size),
    ];
    for geometry in geometries.map(Result::unwrap) {
        for geometry in [geometry, geometry.transformed(Plane::Xy.project(&turned.into())).unwrap()] {
            let mut app = app();
            load(&mut app, &[[1; 70].as_slice(); 70], geometry);
            show(&mut app, &[DebugLayer::Terrain]);
            app.update();
            for at in [cell(0, 0), cell(69, 69), cell(63, 64), cell(5, 40)] {
                let center = geometry.center_of(at);
                assert_eq!(drawn_at(&mut app, center), Some(at), "{geometry:?}");
                for corner in geometry.corners_of(at).collect::<Vec<_>>() {
                    assert_eq!(drawn_at(&mut app, center.lerp(corner, 0.9)), Some(at), "{geometry:?}");
                }
            }
        }
    }
}

/// The cell whose colour is drawn at a point of the world, by the meshes of the chunks.
fn drawn_at(app: &mut App, point: Vec2) -> Option<IVec2> {
    use bevy::mesh::VertexAttributeValues::{Float32x2, Float32x3};
    let mut chunks = app.world_mut().query::<(&DebugDrawing, &Mesh2d)>();
    let meshes = app.world().resource::<Assets<Mesh>>();
    for (drawing, mesh) in chunks.iter(app.world()) {
        let DebugDrawing::Cells(rect) = *drawing else { continue };
        let mesh = meshes.get(&mesh.0).unwrap();
        let (Some(Float32x3(points)), Some(Float32x2(places))) =
            (mesh.attribute(Mesh::ATTRIBUTE_POSITION), mesh.attribute(Mesh::ATTRIBUTE_UV_0))
        else {
            panic!("no positions")
        };
        let indices: Vec<usize> = mesh.indices().unwrap().iter().collect();
        for triangle in indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|nth| Vec3::from(points[triangle[nth]]).truncate());
            let area = (b - a).perp_dot(c - a);
            let [u, v] = [(b - a).perp_dot(point - a), (point - a).perp_dot(c - a)].map(|part| part / area);
            if u < 0.0 || v < 0.0 || u + v > 1.0 {
                continue;
            }
            let [a, b, c] = [0, 1, 2].map(|nth| Vec2::from(places[triangle[nth]]));
            let place = a + (b - a) * v + (c - a) * u;
            let size = (rect.max - rect.min + 1).as_vec2();
            return Some(rect.min + (place * size).floor().as_ivec2());
        }
    }
    None
}

#[test]
fn a_map_of_another_size_or_place_is_drawn_anew_and_an_unloaded_one_not() {
    let mut app = open_map(10);
    debug(&mut app).layers = DebugLayers::ALL;
    app.update();
    assert_eq!(color_at(&mut app, cell(20, 20)), None);
    load_open(&mut app, 30);
    app.update();
    app.update();
    assert!(color_at(&mut app, cell(20, 20)).is_some());
    let moved = CellGeometry::new(Vec2::splat(1000.0), Vec2::splat(TILE)).unwrap();
    map(&mut app).set_geometry(moved);
    app.update();
    app.update();
    assert_eq!(drawn_at(&mut app, moved.center_of(cell(3, 7))), Some(cell(3, 7)));
    map(&mut app).unload();
    app.update();
    app.update();
    assert_eq!(drawings(&mut app), []);
}

#[test]
fn the_height_can_be_changed() {
    let mut app = open_map(4);
    show(&mut app, &[DebugLayer::Terrain]);
    app.update();
    debug(&mut app).cells_height = Some(3.5);
    app.update();
    let entity = drawings(&mut app)[0].0;
    assert_eq!(app.world().get::<Transform>(entity).unwrap().translation.z, 3.5);
}
