//! Constant speed, whatever the length of a frame, with and without a cell to oneself.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// A path with turns.
const ROWS: [&str; 7] = [
    "...............",
    ".#############.",
    ".#...........#.",
    ".#.#########.#.",
    ".#.#.....#.#.#.",
    ".#.###.#...#...",
    ".......#####.##",
];

/// A geometry of tiles of a size for each layout.
fn geometries_of(size: f32) -> Vec<CellGeometry> {
    let size = Vec2::splat(size);
    let hexes = [
        HexLayout::OddRows,
        HexLayout::EvenRows,
        HexLayout::Axial,
        HexLayout::OddColumns,
        HexLayout::EvenColumns,
    ];
    let hexes = hexes.map(|layout| CellGeometry::hex(layout, Vec2::ZERO, size));
    let others = [CellGeometry::new, CellGeometry::diamond, CellGeometry::staggered];
    let others = others.map(|make| make(Vec2::ZERO, size));
    hexes.into_iter().chain(others).map(Result::unwrap).collect()
}

/// The distance of a point from the path over the centres of cells, in tiles.
fn distance_from(geometry: &CellGeometry, cells: &[IVec2], at: Vec2) -> f32 {
    let at = geometry.tiles_at(at);
    let of_step = |step: &[IVec2]| {
        let [a, b] = [step[0], step[1]].map(|cell| geometry.tiles_of(cell));
        let along = ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        at.distance(a.lerp(b, along))
    };
    cells.windows(2).map(of_step).fold(f32::INFINITY, f32::min)
}

fn length_of(geometry: &CellGeometry, cells: &[IVec2]) -> f32 {
    let centre = |cell: IVec2| geometry.center_of(cell);
    cells.windows(2).map(|step| centre(step[0]).distance(centre(step[1]))).sum()
}

/// An agent walks the path of a map. Asserts that it is on the path in every frame, never goes back, and needs the time that its speed says.
fn walk(geometry: CellGeometry, frame: Duration, tiles: f32, size: f32, occupies: bool) {
    let what = format!("{:?}, {frame:?}, {tiles} tiles/s of {size}, occupies: {occupies}", geometry.shape());
    let is_free = |at: IVec2| ROWS[6 - at.y as usize].as_bytes()[at.x as usize] != b'#';
    let grid =
        Grid::from_fn(UVec2::new(15, 7), |at| u8::from(is_free(at) || geometry.shape() == Shape::Staggered))
            .unwrap();
    let mut scene = Scene::new(geometry, grid);
    scene.set_frame(frame);
    let speed = tiles * size;
    let start = scene.centre(IVec2::ZERO);
    let request = PathRequest::to_cell(IVec2::new(14, 6));
    let agent = scene.app.world_mut().spawn((start, request, PathFollower::with_speed(speed))).id();
    if occupies {
        scene.insert(agent, CrowdAgent::default());
    }
    let mut walked = 0.0;
    let mut cells: Vec<IVec2> = Vec::new();
    let mut spent = 0.0;
    let mut left = f32::INFINITY;
    for _ in 0..100_000 {
        let before = scene.at(agent);
        scene.app.update();
        let at = scene.at(agent);
        if cells.is_empty() {
            let result = scene.app.world().get::<PathResult>(agent).unwrap();
            cells = result.cells(scene.nav()).to_vec();
            assert!(cells.len() > 3, "{what}");
            left = length_of(&geometry, &cells);
        }
        assert!(distance_from(&geometry, &cells, at) < 0.02, "{what}: at {at}");
        walked += before.distance(at);
        spent += frame.as_secs_f32();
        // As the crow flies, a frame covers no more than its time allows.
        assert!(before.distance(at) <= speed * frame.as_secs_f32() * 1.01 + 0.01 * size, "{what}");
        if scene.has_arrived(agent) {
            break;
        }
    }
    assert!(scene.has_arrived(agent), "{what}");
    let end = geometry.center_of(IVec2::new(14, 6));
    assert!(scene.at(agent).distance(end) < 0.01 * size, "{what}: {}", scene.at(agent));
    let needed = left / speed;
    assert!(walked <= left * 1.01, "{what}: walked {walked} of {left}");
    let late = spent - needed;
    // The path is there at the end of the first frame's search, which counts as walked.
    let frame = frame.as_secs_f32();
    assert!(
        late > -frame - 0.01 * needed && late < 2.0 * frame + 0.02 * needed + 0.05,
        "{what}: {late} s late"
    );
}

#[test]
fn the_speed_is_the_same_at_any_frame_time_on_every_layout() {
    for size in [1.0, 16.0, 300.0] {
        for geometry in geometries_of(size) {
            for (frame, tiles) in
                [(4, 2.0), (16, 5.0), (16, 30.0), (100, 3.0), (250, 1.0), (250, 40.0), (10_000, 2.0)]
            {
                for occupies in [false, true] {
                    walk(geometry, Duration::from_millis(frame), tiles, size, occupies);
                }
            }
        }
    }
}

#[test]
fn nobody_moves_in_a_frame_of_no_time() {
    let mut scene = Scene::open(20, 5);
    for y in 0..5 {
        scene.spawn([0, y], 3.0, PathRequest::to_cell(IVec2::new(19, 4 - y)));
    }
    scene.run(20);
    scene.set_frame(Duration::ZERO);
    let before = scene.positions();
    scene.run(50);
    assert_eq!(scene.positions(), before);
    scene.set_frame(Duration::from_millis(50));
    scene.run_to_end(600);
}

#[test]
fn crowds_hold_their_rules_in_long_frames() {
    for millis in [250, 1000, 10_000] {
        let mut scene = Scene::open(30, 30);
        scene.set_frame(Duration::from_millis(millis));
        for nth in 0..100 {
            let (x, y) = (nth % 10, nth / 10 * 3);
            scene.spawn([x, y], 3.0, PathRequest::to_cell(IVec2::new(29 - x, 29 - y)));
            scene.spawn([29 - x, y + 1], 4.0, PathRequest::to_cell(IVec2::new(x, y)));
        }
        scene.run_to_end(200);
    }
}

#[test]
fn terrain_slows_those_that_mind() {
    let mut scene = Scene::of_rows(&["~~~~~~~~~~", ".........."]);
    let fast = scene.spawn([0, 1], 7.0, PathRequest::to_cell(IVec2::new(9, 1)));
    scene.app.world_mut().get_mut::<PathFollower>(fast).unwrap().slowed_by_terrain = true;
    // Along the lower row it costs less; there is no need to walk through it all.
    let mut profiles = scene.app.world_mut().resource_mut::<CostProfiles>();
    let only_water = profiles.add(CostProfile::blocked().with_cost(7, 7));
    scene.insert(fast, PathRequest::to_cell(IVec2::new(9, 1)).with_profile(only_water));
    scene.run(1);
    let start = scene.at(fast);
    scene.run(100);
    let tiles = (scene.at(fast).x - start.x) / TILE;
    assert!((4.8..5.2).contains(&tiles), "{tiles} tiles in five seconds, one a second");
}
