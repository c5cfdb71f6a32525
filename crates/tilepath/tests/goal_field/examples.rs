//! Single maps: failures by their names, how much a repair touches, goals in walls.

use glam::IVec2;
use tilepath::{
    CellRect, Cost, CostProfile, DiagonalRule, GoalField, GoalFieldError, GoalFieldRepair, GoalFieldScratch,
    Grid, NavMap, PathError, Topology,
};

/// An open map of 60 by 60 cells, prepared, with a field to its middle.
fn open_field() -> (NavMap, CostProfile, GoalField) {
    let mut map = NavMap::new(Grid::new([60, 60].into(), 1).unwrap(), Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let field = map.goal_field(&profile, &[IVec2::splat(30)], &mut GoalFieldScratch::default()).unwrap();
    (map, profile, field)
}

#[test]
fn a_small_edit_touches_few_cells_and_a_great_one_rebuilds() {
    let (mut map, _, mut field) = open_field();
    let mut scratch = GoalFieldScratch::default();
    let corner = CellRect::of_cell(IVec2::new(2, 2));
    map.block(corner.min);
    let repair = field.repair(&map, &[corner], &mut scratch).unwrap();
    assert!(!repair.rebuilt && repair.raised + repair.settled < 20, "{repair:?}");
    assert_eq!(field.cost(corner.min), None);
    // Most cells beyond have another path that costs the same.
    let beside = CellRect::of_cell(IVec2::new(36, 34));
    map.block(beside.min);
    let repair = field.repair(&map, &[beside], &mut scratch).unwrap();
    assert!(repair.raised + repair.settled < 150, "{repair:?}");
    // All but one side of the goal is closed: most cells lose their path.
    let ring = CellRect::of_cell(IVec2::splat(30)).grown(1);
    ring.cells().filter(|cell| cell.x < 31 && cell.y != 30).for_each(|cell| map.block(cell));
    map.block(IVec2::new(29, 30));
    assert!(field.repair(&map, &[ring], &mut scratch).unwrap().rebuilt);
    map.unblock(corner.min);
    let everything = CellRect { min: IVec2::splat(i32::MIN), max: IVec2::splat(i32::MAX) };
    assert!(field.repair(&map, &[everything], &mut scratch).unwrap().rebuilt);
}

#[test]
fn it_is_known_before_a_repair_whether_edits_are_too_many_for_it() {
    let (mut map, _, mut field) = open_field();
    // One in twelve of 3,600 cells are 300: 13 by 18 with a border of one cell are 15 by 20.
    let (few, many) = (IVec2::new(13, 18), IVec2::new(13, 19));
    for (corner, rebuilt) in [(few, false), (many, true)] {
        let rect = CellRect { min: IVec2::ONE, max: corner };
        assert_eq!(GoalField::is_rebuilt_by(&map, &[rect]), rebuilt);
        map.set_terrain(IVec2::ONE, 2 + u8::from(rebuilt)).unwrap();
        let repair = field.repair(&map, &[rect], &mut GoalFieldScratch::default()).unwrap();
        assert_eq!(repair.rebuilt, rebuilt);
    }
    let outside = CellRect { min: IVec2::splat(-500), max: IVec2::splat(-100) };
    assert!(!GoalField::is_rebuilt_by(&map, &[outside]));
}

#[test]
fn rectangles_without_an_edit_on_the_map_change_nothing() {
    let (mut map, _, mut field) = open_field();
    let outside = CellRect { min: IVec2::splat(-9), max: IVec2::splat(-5) };
    let inverted = CellRect { min: IVec2::splat(9), max: IVec2::splat(5) };
    let inside = CellRect { min: IVec2::splat(5), max: IVec2::splat(9) };
    let rects = [outside, inverted, inside];
    let mut scratch = GoalFieldScratch::default();
    assert_eq!(field.repair(&map, &rects, &mut scratch), Ok(GoalFieldRepair::default()));
    // An edit that is taken back.
    map.block(inside.min);
    map.unblock(inside.min);
    assert!(!field.is_current(&map));
    assert_eq!(field.repair(&map, &rects, &mut scratch), Ok(GoalFieldRepair::default()));
    assert!(field.is_current(&map));
}

#[test]
fn what_a_field_cannot_be_built_for_has_a_name() {
    let (mut map, profile, mut field) = open_field();
    let mut scratch = GoalFieldScratch::default();
    let wall = IVec2::new(4, 4);
    map.block(wall);
    let outside = IVec2::new(60, 0);
    for (goals, error) in [
        (vec![], PathError::NoGoal),
        (vec![outside, outside], PathError::GoalOutside(outside)),
        (vec![outside, wall], PathError::GoalBlocked(wall)),
    ] {
        assert_eq!(map.goal_field(&profile, &goals, &mut scratch).err(), Some(GoalFieldError::Goals(error)));
        assert_eq!(field.set_goals(&map, &goals, &mut scratch).err(), Some(GoalFieldError::Goals(error)));
        assert!(map.begin_goal_field(&profile, &goals).is_err());
    }
    let boat = CostProfile::blocked().with_cost(7, 1);
    let unprepared = map.goal_field(&boat, &[wall], &mut scratch).err();
    assert_eq!(unprepared, Some(GoalFieldError::NotPrepared));
    let copy = map.clone();
    assert_eq!(field.repair(&copy, &[], &mut scratch).err(), Some(GoalFieldError::OtherMap));
    assert!(copy.read_goal_field(&field).is_none());
    let mut task = map.begin_goal_field(&profile, &[IVec2::ONE]).unwrap();
    map.set_topology(Topology::square(DiagonalRule::Never));
    assert_eq!(task.run(&map, 9).err(), Some(GoalFieldError::NotPrepared));
    assert_eq!(field.lower(&map, &[], &mut scratch).err(), Some(GoalFieldError::NotPrepared));
    map.prepare(&profile);
    assert_eq!(task.run(&map, 9).err(), Some(GoalFieldError::NotPrepared));
}

#[test]
fn a_goal_in_a_wall_does_not_count_until_it_is_free() {
    let (mut map, profile, _) = open_field();
    let (wall, free) = (IVec2::ONE, IVec2::splat(50));
    map.block(wall);
    let mut scratch = GoalFieldScratch::default();
    let mut field = map.goal_field(&profile, &[wall, free], &mut scratch).unwrap();
    let nearest = |map: &NavMap, field: &GoalField, x| {
        let reader = map.read_goal_field(field).unwrap();
        (
            reader.nearest_goal(IVec2::splat(x)),
            reader.path_from(IVec2::splat(x)).map(|path| path.goal_index()),
        )
    };
    assert_eq!(nearest(&map, &field, 3), (Some(1), Ok(Some(1))));
    assert_eq!(nearest(&map, &field, 1), (None, Err(PathError::StartBlocked(wall))));
    map.unblock(wall);
    field.repair(&map, &[CellRect::of_cell(wall)], &mut scratch).unwrap();
    assert_eq!(nearest(&map, &field, 3), (Some(0), Ok(Some(0))));
    assert_eq!(nearest(&map, &field, 1), (Some(0), Ok(Some(0))));
    map.block(wall);
    map.block(free);
    field.repair(&map, &[CellRect::of_cell(wall), CellRect::of_cell(free)], &mut scratch).unwrap();
    assert_eq!(nearest(&map, &field, 3), (None, Err(PathError::GoalBlocked(wall))));
}

#[test]
fn a_cell_whose_path_is_too_costly_counts_as_unreached() {
    let dear = CostProfile::default().with_cost(255, u16::MAX);
    let mut map = NavMap::new(Grid::new([200, 1].into(), 255).unwrap(), Topology::default());
    map.prepare(&dear);
    let field = map.goal_field(&dear, &[IVec2::ZERO], &mut GoalFieldScratch::default()).unwrap();
    let reader = map.read_goal_field(&field).unwrap();
    assert_eq!(field.cost(IVec2::new(10, 0)), Some(Cost::from_units(10 * 408 * 65_535 * 16)));
    assert_eq!(field.cost(IVec2::new(11, 0)), None);
    assert_eq!(reader.path_from(IVec2::new(11, 0)), Err(PathError::TooCostly));
    assert_eq!(reader.next(IVec2::new(11, 0)), None);
}
