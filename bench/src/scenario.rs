//! Cases: which costs, rule, goals and edits a map is given, and the sequence of queries and edits that follows.

use crate::{
    map::{Length, Map, Query},
    oracle::Oracle,
    regions, terrain,
    world::{Edit, World},
};
use fastrand::Rng;
use glam::IVec2;
use std::sync::Arc;
use tilepath::{DangerStamp, DiagonalRule, Falloff, Grid, GridError, StepLengths};

/// The grid of a map, with terrain of one cost or of costs 1 to 9.
///
/// # Errors
/// If the map has too many cells for a grid.
pub fn grid_of(map: &Map, is_weighted: bool) -> Result<Grid, GridError> {
    let case = Case::named(if is_weighted { "weighted" } else { "uniform" });
    let world = Scenario::new(map, &case, 0).world;
    Grid::from_fn(map.size.as_uvec2(), |cell| world.classes[world.index(cell)])
}

/// A kind of problem.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Case {
    /// Its name on the command line and in CSV.
    pub name: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// When diagonal steps are legal.
    pub rule: DiagonalRule,
    /// What terrain costs.
    pub terrain: Terrain,
    /// The share of free cells that carry danger.
    pub danger: f64,
    /// The number of goals that all queries share. Without it, each query has a goal of its own.
    pub goals: Option<usize>,
    /// What is edited between the queries.
    pub edits: Edits,
}

/// What terrain costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    /// 1 everywhere.
    Flat,
    /// 1 to 9, in patches some eight cells wide.
    Patches,
    /// 1, 2, 4 or 8: four levels of smooth noise, each on a quarter of the map.
    Levels,
}

/// What is edited after every few queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edits {
    /// Nothing.
    None,
    /// Danger is removed in one place and added in another.
    Danger,
    /// One cell becomes a wall, another one is free again.
    Walls,
}

/// The number of queries between two edits.
pub const QUERIES_PER_EDIT: usize = 4;

const UNIFORM: Case = Case {
    name: "uniform",
    title: "Uniform cost, no corner cutting",
    rule: DiagonalRule::OnlyWhenNoObstacles,
    terrain: Terrain::Flat,
    danger: 0.0,
    goals: None,
    edits: Edits::None,
};

/// All cases that are run on every map.
pub const CASES: [Case; 9] = [
    UNIFORM,
    Case {
        name: "corners",
        title: "Uniform cost, corner cutting (`Always`)",
        rule: DiagonalRule::Always,
        ..UNIFORM
    },
    Case { name: "four", title: "Uniform cost, four neighbours", rule: DiagonalRule::Never, ..UNIFORM },
    Case {
        name: "weighted",
        title: "Terrain 1 to 9 in patches, danger on 20 % of the cells, added and removed between queries",
        terrain: Terrain::Patches,
        danger: 0.2,
        edits: Edits::Danger,
        ..UNIFORM
    },
    Case {
        name: "patches",
        title: "Terrain 1 to 9 in patches, without edits",
        terrain: Terrain::Patches,
        ..UNIFORM
    },
    Case {
        name: "levels",
        title: "Terrain of costs 1, 2, 4 and 8, smooth noise in four levels",
        terrain: Terrain::Levels,
        ..UNIFORM
    },
    Case {
        name: "danger",
        title: "Danger on 5 % of the cells, added and removed between queries",
        danger: 0.05,
        edits: Edits::Danger,
        ..UNIFORM
    },
    Case {
        name: "goals",
        title: "Three goals, terrain 1 to 9, danger on 20 % of the cells, added and removed between queries",
        terrain: Terrain::Patches,
        danger: 0.2,
        goals: Some(3),
        edits: Edits::Danger,
        ..UNIFORM
    },
    Case {
        name: "walls",
        title: "Three goals, uniform cost, walls built and removed between queries",
        goals: Some(3),
        edits: Edits::Walls,
        ..UNIFORM
    },
];

impl Case {
    /// The case of a name.
    ///
    /// # Panics
    /// If there is no such case.
    pub fn named(name: &str) -> Self {
        *CASES.iter().find(|case| case.name == name).expect("a case of this name")
    }

    /// Returns whether all free cells cost the same.
    pub const fn is_uniform(&self) -> bool {
        matches!(self.terrain, Terrain::Flat) && self.danger == 0.0
    }
}

/// A map with costs and a rule, and what happens on it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The map before the first event.
    pub world: World,
    /// What happens, in order.
    pub events: Vec<Event>,
    /// Edits after the last event that lead back to the map before the first.
    pub restore: Vec<Edit>,
    /// The same queries with other edits, for each pass that is timed: no game edits the same cells again and again.
    pub passes: [Pass; 2],
}

/// The queries of a scenario with edits of its own.
#[derive(Clone, Debug)]
pub struct Pass {
    /// What happens, in order.
    pub events: Vec<Event>,
    /// Edits after the last event that lead back to the map before the first.
    pub restore: Vec<Edit>,
}

/// Something that happens on a map.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A query for a path.
    Query(Query),
    /// The map is edited, all at once.
    Edit(Vec<Edit>),
}

/// What the answer to a query must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Optimum {
    /// There is no path.
    NoPath,
    /// A path of this length, as the scenario file says.
    Length(Length),
    /// A path of this cost, as Dijkstra's algorithm says.
    Cost(u64),
}

impl Scenario {
    /// The scenario of a case on a map, with up to `queries` queries.
    pub fn new(map: &Map, case: &Case, queries: usize) -> Self {
        let mut random = Rng::with_seed(map.seed());
        let world = furnish(map, case, &mut random);
        let queries = choose_queries(map, &world, case, queries);
        let mut pass = || weave(&world, case, &queries, &mut random);
        let (Pass { events, restore }, passes) = (pass(), [pass(), pass()]);
        Self { world, events, restore, passes }
    }

    /// The optimum of each query, in order.
    pub fn optima(&self) -> Vec<Optimum> {
        let mut world = self.world.clone();
        let mut oracle = Oracle::default();
        let mut optima = Vec::new();
        for event in &self.events {
            match event {
                Event::Edit(edits) => edits.iter().for_each(|&edit| world.apply(edit)),
                Event::Query(query) => optima.push(optimum(&mut oracle, &world, *query)),
            }
        }
        optima
    }

    /// The queries, in order.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.events.iter().filter_map(|event| match event {
            Event::Query(query) => Some(query),
            Event::Edit(_) => None,
        })
    }

    /// How many queries there are.
    pub fn query_count(&self) -> usize {
        self.queries().count()
    }
}

fn optimum(oracle: &mut Oracle, world: &World, query: Query) -> Optimum {
    match query.length {
        Some(length) if length.tiles == 0.0 && query.start != query.goal => Optimum::NoPath,
        Some(length) => Optimum::Length(length),
        None => oracle.cheapest(world, query.start, query.goal).map_or(Optimum::NoPath, Optimum::Cost),
    }
}

/// Lays terrain and danger over a map.
pub(crate) fn furnish(map: &Map, case: &Case, random: &mut Rng) -> World {
    let stamp = DangerStamp::new(5.5, 4.0, Falloff::Linear).expect("a valid stamp");
    let mut world = World {
        name: map.name.clone(),
        size: map.size,
        classes: map.free.iter().map(|&free| u8::from(free)).collect(),
        danger: vec![0; map.free.len()],
        towers: Vec::new(),
        stamp: Arc::new(stamp),
        rule: case.rule,
        lengths: StepLengths::EUCLIDEAN,
    };
    match case.terrain {
        Terrain::Flat => {}
        Terrain::Patches => terrain::lay_patches(&mut world, random),
        Terrain::Levels => terrain::lay_levels(&mut world, random),
    }
    let free: Vec<usize> = (0..world.cell_count()).filter(|&index| map.free[index]).collect();
    let wanted = (free.len() as f64 * case.danger) as usize;
    let mut covered = 0;
    while covered < wanted {
        let tower = world.cell(free[random.usize(..free.len())]);
        let fresh = |&(index, _): &(usize, u32)| map.free[index] && world.danger[index] == 0;
        covered += world.footprint(tower).filter(fresh).count();
        world.apply(Edit::AddDanger(tower));
    }
    world
}

/// The queries of a case. The optimal length in the scenario file holds only if the case is the one of the file.
fn choose_queries(map: &Map, world: &World, case: &Case, count: usize) -> Vec<Query> {
    let as_in_file =
        case.is_uniform() && case.rule == DiagonalRule::OnlyWhenNoObstacles && case.edits == Edits::None;
    let mut queries = map.spread(count);
    if !as_in_file {
        queries.iter_mut().for_each(|query| query.length = None);
    }
    if let Some(goals) = case.goals {
        let labels = regions::label(world);
        let home = |cell| labels[world.index(cell)];
        let Some(&first) = queries.get(queries.len() / 2) else { return queries };
        queries
            .retain(|query| home(query.start) == home(first.start) && home(query.goal) == home(first.start));
        let few: Vec<IVec2> =
            (0..goals).map(|nth| queries[(2 * nth + 1) * queries.len() / (2 * goals)].goal).collect();
        for (nth, query) in queries.iter_mut().enumerate() {
            query.goal = few[nth % goals];
        }
    }
    queries
}

/// Puts edits between the queries.
fn weave(world: &World, case: &Case, queries: &[Query], random: &mut Rng) -> Pass {
    let mut now = world.clone();
    let mut events = Vec::new();
    let mut restore = Vec::new();
    let mut built = None;
    for (nth, &query) in queries.iter().enumerate() {
        if case.edits != Edits::None && nth > 0 && nth % QUERIES_PER_EDIT == 0 {
            let edits = edits(&now, case, queries, &mut built, random);
            for &edit in &edits {
                restore.push(edit.inverse(&now));
                now.apply(edit);
            }
            events.push(Event::Edit(edits));
        }
        events.push(Event::Query(query));
    }
    restore.reverse();
    Pass { events, restore }
}

/// The next edits. `built` is the wall that was built last.
fn edits(
    now: &World,
    case: &Case,
    queries: &[Query],
    built: &mut Option<Edit>,
    random: &mut Rng,
) -> Vec<Edit> {
    let used = |cell| queries.iter().any(|query| query.start == cell || query.goal == cell);
    let cell = std::iter::repeat_with(|| now.cell(random.usize(..now.cell_count())))
        .find(|&cell| now.is_free(cell) && !used(cell))
        .expect("endless");
    match case.edits {
        Edits::None => Vec::new(),
        Edits::Danger => {
            let tower = now.towers[random.usize(..now.towers.len())];
            vec![Edit::RemoveDanger(tower), Edit::AddDanger(cell)]
        }
        Edits::Walls => {
            let wall = Edit::Block(cell);
            let removed = built.replace(wall.inverse(now));
            removed.into_iter().chain([wall]).collect()
        }
    }
}
