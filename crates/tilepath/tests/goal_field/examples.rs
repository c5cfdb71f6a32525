//! Single maps: failures by their names, how much a repair touches, goals in walls.

use core::task::Poll;
use glam::IVec2;
use tilepath::{
    Budget, CellRect, Changes, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, GoalField,
    GoalFieldError, GoalFieldRepair, GoalFieldScratch, Grid, NavMap, PathError, Shape, Topology,
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
    let repair = field.repair(&map, &mut scratch).unwrap();
    assert!(!repair.rebuilt && repair.raised + repair.settled < 20, "{repair:?}");
    assert_eq!(field.cost(corner.min), None);
    // Most cells beyond have another path that costs the same.
    let beside = CellRect::of_cell(IVec2::new(36, 34));
    map.block(beside.min);
    let repair = field.repair(&map, &mut scratch).unwrap();
    assert!(repair.raised + repair.settled < 150, "{repair:?}");
    // All but one side of the goal is closed: most cells lose their path.
    let ring = CellRect::of_cell(IVec2::splat(30)).grown(1);
    ring.cells().filter(|cell| cell.x < 31 && cell.y != 30).for_each(|cell| map.block(cell));
    map.block(IVec2::new(29, 30));
    assert!(field.repair(&map, &mut scratch).unwrap().rebuilt);
}

#[test]
fn a_repair_that_gives_up_leaves_the_field_as_it_was() {
    let (mut map, profile, mut field) = open_field();
    let mut scratch = GoalFieldScratch::default();
    let cells = || (0..60).flat_map(|y| (0..60).map(move |x| IVec2::new(x, y)));
    let costs = |field: &GoalField| cells().map(|cell| field.cost(cell)).collect::<Vec<_>>();
    map.block(IVec2::new(40, 40));
    assert!(!field.repair_unless_rebuilt(&map, &mut scratch).unwrap().gave_up);
    let before = costs(&field);
    // All but one side of the goal is closed, and the cell that was blocked is free again.
    let ring = CellRect::of_cell(IVec2::splat(30)).grown(1);
    ring.cells().filter(|cell| cell.x < 32 && *cell != IVec2::splat(30)).for_each(|cell| map.block(cell));
    map.unblock(IVec2::new(31, 30));
    map.unblock(IVec2::new(40, 40));
    let repair = field.repair_unless_rebuilt(&map, &mut scratch).unwrap();
    assert!(repair.gave_up && !repair.rebuilt && repair.raised > 256, "{repair:?}");
    assert!(costs(&field) == before && !field.is_current(&map));
    assert!(field.repair(&map, &mut scratch).unwrap().rebuilt);
    let fresh = map.goal_field(&profile, &[IVec2::splat(30)], &mut scratch).unwrap();
    assert!(costs(&field) == costs(&fresh) && field.is_current(&map));
}

#[test]
fn it_is_known_before_a_repair_whether_edits_are_too_many_for_it() {
    let (mut map, _, mut field) = open_field();
    // One in twelve of 3,600 cells are 300: 13 by 18 with a border of one cell are 15 by 20.
    let (few, many) = (IVec2::new(13, 18), IVec2::new(13, 19));
    for (corner, rebuilt) in [(few, false), (many, true)] {
        let rect = CellRect { min: IVec2::ONE, max: corner };
        let class = 2 + u8::from(rebuilt);
        rect.cells().for_each(|cell| map.set_terrain(cell, class).unwrap());
        assert_eq!(field.needs_rebuild(&map), rebuilt);
        let repair = field.repair(&map, &mut GoalFieldScratch::default()).unwrap();
        assert_eq!(repair.rebuilt, rebuilt);
        assert!(!field.needs_rebuild(&map));
    }
    assert!(!field.needs_rebuild(&map.clone()), "a copy that is not edited is the same map");
    let other = NavMap::new(Grid::new(map.grid().size(), 2).unwrap(), map.topology());
    assert!(field.needs_rebuild(&other), "a field of another map");
}

#[test]
fn an_edit_that_is_taken_back_changes_nothing() {
    let (mut map, _, mut field) = open_field();
    let mut scratch = GoalFieldScratch::default();
    assert_eq!(field.repair(&map, &mut scratch), Ok(GoalFieldRepair::default()));
    map.block(IVec2::splat(5));
    map.unblock(IVec2::splat(5));
    assert!(!field.is_current(&map));
    assert_eq!(field.repair(&map, &mut scratch), Ok(GoalFieldRepair::default()));
    assert!(field.is_current(&map));
}

#[test]
fn no_edit_is_missed_however_many_there_are_between_repairs() {
    let mut random = fastrand::Rng::with_seed(21);
    let stamp = DangerStamp::new(3.0, 2.0, Falloff::Linear).unwrap();
    for edits in [1, 2, 20, 200, Changes::MAX_EDITS + 1, 2000] {
        let (mut map, profile, field) = open_field();
        let mut scratch = GoalFieldScratch::default();
        let mut repaired = field;
        for round in 0..6 {
            for _ in 0..edits {
                // Danger reaches beyond the map, and may lie wholly outside.
                let cell = IVec2::new(random.i32(-9..69), random.i32(-9..69));
                match random.u8(0..3) {
                    0 => map.add_danger(0, &stamp, cell).unwrap(),
                    1 => map.block(cell),
                    _ => map.unblock(cell),
                }
            }
            let fresh = map.goal_field(&profile, &[IVec2::splat(30)], &mut scratch);
            let Ok(fresh) = fresh else { break };
            if round % 2 == 1 {
                repaired.repair(&map, &mut scratch).unwrap();
                assert!(repaired.is_current(&map));
            }
            let all = CellRect { min: IVec2::ZERO, max: IVec2::splat(59) };
            for cell in all.cells() {
                assert!(
                    round % 2 == 0 || repaired.cost(cell) == fresh.cost(cell),
                    "{cell} after {edits} edits"
                );
            }
        }
    }
}

#[test]
fn a_growing_field_reads_the_edits_itself_and_can_begin_again_after_too_many() {
    let (mut map, profile, _) = open_field();
    let (goal, mut scratch) = (IVec2::splat(30), GoalFieldScratch::default());
    let mut field = map.growing_goal_field(&profile, &[goal]).unwrap();
    assert_eq!(field.grow_everywhere(&map, &mut Budget::new(100), &mut scratch), Poll::Pending);
    map.block(IVec2::new(31, 31));
    assert!(!field.needs_rebuild(&map));
    assert_eq!(field.grow_everywhere(&map, &mut Budget::new(0), &mut scratch), Poll::Pending);
    assert!(field.is_current(&map) && field.knows(goal + IVec2::X));
    (0..50).for_each(|y| (0..30).for_each(|x| map.set_terrain(IVec2::new(x, y), 2).unwrap()));
    assert!(field.needs_rebuild(&map));
    field.regrow(&map, &[goal]).unwrap();
    assert!(!field.knows(goal + IVec2::X));
    map.block(IVec2::new(29, 30));
    assert_eq!(field.grow_everywhere(&map, &mut Budget::unlimited(), &mut scratch), Poll::Ready(Ok(())));
    assert!(field.is_current(&map));
    let fresh = map.goal_field(&profile, &[goal], &mut scratch).unwrap();
    let all = CellRect { min: IVec2::ZERO, max: IVec2::splat(59) };
    assert!(all.cells().all(|cell| field.cost(cell) == fresh.cost(cell)));
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
        assert!(map.growing_goal_field(&profile, &goals).is_err());
    }
    let boat = CostProfile::blocked().with_cost(7, 1);
    let unprepared = map.goal_field(&boat, &[wall], &mut scratch).err();
    assert_eq!(unprepared, Some(GoalFieldError::NotPrepared));
    let mut other = NavMap::new(Grid::new(map.grid().size(), 2).unwrap(), map.topology());
    other.prepare(&profile);
    assert_eq!(field.repair(&other, &mut scratch).err(), Some(GoalFieldError::OtherMap));
    assert!(other.read_goal_field(&field).is_none());
    let mut growing = map.growing_goal_field(&profile, &[IVec2::ONE]).unwrap();
    let grow = |map: &NavMap, field: &mut GoalField| {
        field.grow_everywhere(map, &mut Budget::unlimited(), &mut GoalFieldScratch::default())
    };
    assert_eq!(grow(&other, &mut growing), Poll::Ready(Err(GoalFieldError::OtherMap)));
    map.set_topology(Topology::square(DiagonalRule::Never));
    assert_eq!(grow(&map, &mut growing), Poll::Ready(Err(GoalFieldError::NotPrepared)));
    assert_eq!(field.repair(&map, &mut scratch).err(), Some(GoalFieldError::NotPrepared));
    map.prepare(&profile);
    assert_eq!(grow(&map, &mut growing), Poll::Ready(Ok(())), "it grows by the new rules");
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
    field.repair(&map, &mut scratch).unwrap();
    assert_eq!(nearest(&map, &field, 3), (Some(0), Ok(Some(0))));
    assert_eq!(nearest(&map, &field, 1), (Some(0), Ok(Some(0))));
    map.block(wall);
    map.block(free);
    field.repair(&map, &mut scratch).unwrap();
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

#[test]
fn many_costs_at_once_are_those_asked_for_one_by_one() {
    for shape in Shape::ALL {
        let mut grid = Grid::new([7, 5].into(), 1).unwrap();
        grid.set_class([3, 2].into(), 0).unwrap();
        let mut map = NavMap::new(grid, Topology::default().with_shape(shape));
        let profile = CostProfile::default();
        map.prepare(&profile);
        let field = map.goal_field(&profile, &[[0, 0].into()], &mut GoalFieldScratch::default()).unwrap();
        let reader = map.read_goal_field(&field).unwrap();
        // With cells beyond the map on all sides.
        let near = (-2..9).flat_map(|x| (-2..7).map(move |y| IVec2::new(x, y)));
        let cells: Vec<IVec2> = [IVec2::MIN, IVec2::MAX].into_iter().chain(near).collect();
        cells.iter().for_each(|&cell| reader.fetch(cell));
        let mut costs = vec![Some(Cost::ZERO); cells.len() - 1];
        reader.costs(&cells, &mut costs);
        let expected = cells.iter().map(|&cell| reader.cost(cell));
        assert!(costs.iter().copied().eq(expected.take(costs.len())), "{shape:?}");
        assert!(costs.iter().flatten().count() > 30, "{shape:?}");
    }
}
