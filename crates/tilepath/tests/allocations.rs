//! A prepared map answers without allocating.

use glam::{IVec2, UVec2};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};
use tilepath::{
    Blockade, CostProfile, DangerStamp, Falloff, Grid, NavMap, Path, PathQuery, Route, Search, TearScratch,
    Topology,
};

/// Counts what the thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[expect(
    unsafe_code,
    reason = "an allocator can be written in no other way; it hands every call on to the system's"
)]
// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promised for this call.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised for this call.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn after_the_first_time_a_query_allocates_nothing() {
    let mut random = fastrand::Rng::with_seed(2);
    let size = UVec2::new(120, 90);
    let grid =
        Grid::from_fn(size, |_| if random.u8(0..10) == 0 { 0 } else { 1 + random.u8(0..40) / 39 }).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let stamp = DangerStamp::new(4.0, 2.0, Falloff::Linear).unwrap();
    (0..10).for_each(|step| map.stamp(0, &stamp, IVec2::new(step * 11, step * 8)).unwrap());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..120), random.i32(0..90));
    let queries: Vec<PathQuery> =
        (0..300).map(|_| PathQuery::new(cell(&mut random), cell(&mut random))).collect();
    let (mut search, mut path) = (Search::new(), Path::default());
    let mut ask_all = || {
        let answers =
            queries.iter().map(|query| map.find_path_into(&profile, query.clone(), &mut search, &mut path));
        answers.filter(Result::is_ok).count()
    };
    let found = ask_all();
    assert!(found > 150, "only {found} ways were found");
    let before = ALLOCATIONS.get();
    assert_eq!(ask_all(), found);
    assert_eq!(ALLOCATIONS.get() - before, 0);
}

#[test]
fn after_the_first_time_a_placement_check_allocates_nothing() {
    let mut random = fastrand::Rng::with_seed(3);
    let grid = Grid::from_fn(UVec2::new(150, 90), |_| u8::from(random.u8(0..100) < 75)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let mut cell = || IVec2::new(random.i32(0..150), random.i32(0..90));
    let places: Vec<(Vec<IVec2>, [Route; 4])> = (0..300)
        .map(|nth| {
            let corner = cell();
            let side = if nth % 3 == 0 { 40 } else { 3 };
            let cells = (0..side * side).map(|nth| corner + IVec2::new(nth % side, nth / side)).collect();
            (cells, core::array::from_fn(|_| Route::new(cell(), cell())))
        })
        .collect();
    let mut scratch = TearScratch::new();
    let mut ask_all = || {
        let legal = places.iter().filter(|(cells, routes)| {
            map.placement(&profile, &Blockade::new(cells), routes, &mut scratch).is_legal()
        });
        legal.count()
    };
    let legal = ask_all();
    assert!(legal > 50 && legal < 280, "{legal} of 300 were legal");
    let before = ALLOCATIONS.get();
    assert_eq!(ask_all(), legal);
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
