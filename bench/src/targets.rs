//! `targets`: measures every figure that must be reached. A new target is one more entry in `TARGETS`.

use crate::{
    args, clock,
    compare::{entrants, run_case},
    entrant::Side,
    extremes, footprint, goal_fields,
    map::Map,
    maps,
    measure::{Figures, WrongCost},
    ours, placement,
    report::{MapFigures, number},
    scenario::Case,
    threads,
};
use std::{collections::BTreeMap, error::Error};

/// A figure and what it must be.
struct Target {
    name: &'static str,
    bound: Bound,
    measure: fn(&mut Lab) -> Measured,
}

/// The side of the bound on which a figure must be.
enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// The figure; `None` if this build has no entrant for it.
type Measured = Result<Option<f64>, WrongCost>;

use Bound::{AtLeast, AtMost};

/// All targets.
const TARGETS: &[Target] = &[
    Target {
        name: "uniform: × pathfinding, no tables",
        bound: AtLeast(70.0),
        measure: |lab| lab.speed_up("uniform", Modes::Plain),
    },
    Target {
        name: "uniform: × pathfinding, landmarks or goal distances (any queries, or three goals with walls edited)",
        bound: AtLeast(200.0),
        measure: |lab| {
            let any_queries = lab.speed_up("uniform", Modes::Tables)?;
            let few_goals = lab.speed_up("walls", Modes::All)?;
            Ok(any_queries.into_iter().chain(few_goals).reduce(f64::max))
        },
    },
    Target {
        name: "corners: × grid_pathfinding's best",
        bound: AtLeast(12.0),
        measure: |lab| Ok(mean(&lab.over_peers("corners", "grid_pathfinding")?)),
    },
    Target {
        name: "corners: × grid_pathfinding's best, on the worst map",
        bound: AtLeast(1.0),
        measure: |lab| Ok(worst(&lab.over_peers("corners", "grid_pathfinding")?)),
    },
    Target {
        name: "weighted: × pathfinding",
        bound: AtLeast(7.0),
        measure: |lab| lab.speed_up("weighted", Modes::All),
    },
    Target {
        name: "danger: × pathfinding",
        bound: AtLeast(12.0),
        measure: |lab| lab.speed_up("danger", Modes::All),
    },
    Target {
        name: "goals: × pathfinding",
        bound: AtLeast(30.0),
        measure: |lab| lab.speed_up("goals", Modes::All),
    },
    Target {
        name: "four: × pathfinding",
        bound: AtLeast(10.0),
        measure: |lab| lab.speed_up("four", Modes::All),
    },
    Target {
        name: "uniform: × bevy_northstar's best, on the worst map",
        bound: AtLeast(1.0),
        measure: |lab| Ok(worst(&lab.over_peers("uniform", "bevy_northstar")?)),
    },
    Target {
        name: "weighted: × bevy_northstar's best, on the worst map",
        bound: AtLeast(1.0),
        measure: |lab| Ok(worst(&lab.over_peers("weighted", "bevy_northstar")?)),
    },
    Target {
        name: "allocations per query after warm-up",
        bound: AtMost(0.0),
        measure: |lab| Ok(Some(footprint::allocations_per_query(&lab.maps))),
    },
    Target {
        name: "scratch: bytes per cell",
        bound: AtMost(16.0),
        measure: |lab| lab.most("weighted", |figures| figures.scratch_bytes),
    },
    Target {
        name: "map with side structures: bytes per cell",
        bound: AtMost(24.0),
        measure: |lab| lab.most("weighted", |figures| figures.map_bytes),
    },
    Target {
        name: "goal fields, uniform: time of a build over a breadth-first fill, on the worst map",
        bound: AtMost(1.7),
        measure: |lab| Ok(largest(lab.fields("uniform"), |built| built.over_fill)),
    },
    Target {
        name: "goal fields, weighted: time of a build over a breadth-first fill, on the worst map",
        bound: AtMost(4.0),
        measure: |lab| Ok(largest(lab.fields("weighted"), |built| built.over_fill)),
    },
    Target {
        name: "goal fields, uniform: × dijkstra_all",
        bound: AtLeast(15.0),
        measure: |lab| Ok(mean(&lab.times_dijkstra("uniform"))),
    },
    Target {
        name: "goal fields, weighted: × dijkstra_all",
        bound: AtLeast(8.0),
        measure: |lab| Ok(mean(&lab.times_dijkstra("weighted"))),
    },
    Target {
        name: "goal fields: bytes per cell",
        bound: AtMost(6.0),
        measure: |lab| Ok(largest(lab.fields("weighted"), |built| built.bytes)),
    },
    Target {
        name: "goal fields: a repair after a tower × a rebuild, the median, on the worst map",
        bound: AtLeast(20.0),
        measure: |lab| Ok(worst(&lab.repairs(0.5))),
    },
    Target {
        name: "goal fields: a repair after a tower × a rebuild, the slowest twentieth, on the worst map",
        bound: AtLeast(5.0),
        measure: |lab| Ok(worst(&lab.repairs(0.05))),
    },
    Target {
        name: "unreachable: nodes expanded",
        bound: AtMost(0.0),
        measure: |_| Ok(Some(footprint::expansions_of_unreachable())),
    },
    Target {
        name: "unreachable: time on 2048² over 64²",
        bound: AtMost(2.0),
        measure: |_| {
            Ok(Some(large_over_small(|side| extremes::unreachable_nanoseconds(&ours::PLAIN, side, 201))))
        },
    },
    Target {
        name: "edit: time on 2048² over 64²",
        bound: AtMost(2.0),
        measure: |_| Ok(Some(large_over_small(|side| extremes::edit_nanoseconds(&ours::PLAIN, side, 41)))),
    },
    Target {
        name: "edit that separates or joins regions: time on 2048² over 64²",
        bound: AtMost(2.0),
        measure: |_| {
            Ok(Some(large_over_small(|side| extremes::splitting_edit_nanoseconds(&ours::PLAIN, side, 41))))
        },
    },
    Target {
        name: "placement check: × flood fill, median over places on 512²",
        bound: AtLeast(50.0),
        measure: |lab| Ok(Some(placement::speed_up(lab.placements()))),
    },
    Target {
        name: "placement check: × flood fill, median over places on the worst map",
        bound: AtLeast(50.0),
        measure: |lab| Ok(Some(placement::least_speed_up(lab.placements()))),
    },
    Target {
        name: "placement check: allocations after warm-up",
        bound: AtMost(0.0),
        measure: |lab| Ok(Some(placement::allocations(lab.placements()))),
    },
    Target {
        name: "1,000 mixed requests: × on two threads",
        bound: AtLeast(1.8),
        measure: |lab| Ok(Some(threads::speed_up(lab.rounds))),
    },
];

/// Which of our modes count. The best of them does.
#[derive(Clone, Copy)]
enum Modes {
    /// Without landmarks or goal distances.
    Plain,
    /// With them.
    Tables,
    /// All.
    All,
}

impl Modes {
    const fn count(self, side: Side) -> bool {
        match (self, side) {
            (Self::Plain, Side::Ours { tables }) => !tables,
            (Self::Tables, Side::Ours { tables }) => tables,
            (Self::All, side) => side.is_ours(),
            (_, Side::Peer) => false,
        }
    }
}

/// The maps, and what was measured on them, so that each case is run once.
struct Lab {
    maps: Vec<Map>,
    queries: usize,
    rounds: usize,
    cases: BTreeMap<&'static str, Vec<MapFigures>>,
    placements: Option<Vec<placement::Figures>>,
    fields: BTreeMap<&'static str, Vec<goal_fields::Built>>,
    repairs: Vec<goal_fields::Repaired>,
}

impl Lab {
    fn case(&mut self, name: &'static str) -> Result<&[MapFigures], WrongCost> {
        if !self.cases.contains_key(name) {
            let case = Case::named(name);
            // Only what a target is counted over.
            let entrants = entrants(&case, |entrant| entrant.side.is_ours() || counts(&case, entrant.name));
            let figures = run_case(&case, &self.maps, &entrants, self.queries, self.rounds)?;
            self.cases.insert(name, figures);
        }
        Ok(&self.cases[name])
    }

    fn placements(&mut self) -> &[placement::Figures] {
        self.placements.get_or_insert_with(|| placement::measure(&self.maps))
    }

    /// The geometric mean over the maps of our best mode's speed-up.
    fn speed_up(&mut self, case: &'static str, modes: Modes) -> Measured {
        let figures = self.case(case)?;
        let of_mode = |mode: &str| mean(&speed_ups(figures, |entrant| entrant == mode));
        let modes = ours::ENTRANTS.iter().filter(|entrant| modes.count(entrant.side));
        Ok(modes.filter_map(|mode| of_mode(mode.name)).reduce(f64::max))
    }

    /// Map by map, how many times faster our best mode is than the best of the peers whose names begin with a word.
    fn over_peers(&mut self, case: &'static str, peer: &str) -> Result<Vec<f64>, WrongCost> {
        let ratios = self.case(case)?.iter().filter_map(|map| {
            let map = std::slice::from_ref(map);
            let best = |values: Vec<f64>| values.into_iter().reduce(f64::max);
            let ours = best(speed_ups(map, |name| ours::ENTRANTS.iter().any(|mode| mode.name == name)))?;
            Some(ours / best(speed_ups(map, |name| name.starts_with(peer)))?)
        });
        Ok(ratios.collect())
    }

    /// The most bytes per cell over maps of 10,000 cells and more, and over our modes without tables.
    fn most(&mut self, case: &'static str, bytes: fn(&Figures) -> usize) -> Measured {
        let large = self.case(case)?.iter().filter(|map| map.cells >= 10_000);
        let per_cell = large.flat_map(|map| {
            let plain = map.figures.iter().filter(|figures| Modes::Plain.count(figures.entrant.side));
            plain.map(|figures| bytes(figures) as f64 / map.cells as f64)
        });
        Ok(per_cell.reduce(f64::max))
    }

    /// The builds of goal fields in a case, measured once.
    fn fields(&mut self, case: &'static str) -> &[goal_fields::Built] {
        let (maps, rounds) = (&self.maps, self.rounds);
        self.fields.entry(case).or_insert_with(|| goal_fields::build(case, maps, rounds))
    }

    fn times_dijkstra(&mut self, case: &'static str) -> Vec<f64> {
        self.fields(case).iter().map(|built| built.times_dijkstra).collect()
    }

    /// Map by map, how many times faster a repair is than a rebuild, for this share of the repairs at most.
    fn repairs(&mut self, share: f64) -> Vec<f64> {
        if self.repairs.is_empty() {
            self.repairs =
                goal_fields::CASES.into_iter().flat_map(|case| goal_fields::repair(case, 1000)).collect();
        }
        self.repairs.iter().map(|repaired| repaired.quantile(share)).collect()
    }
}

/// The peers beside the reference that targets of a case are counted over.
fn counts(case: &Case, name: &str) -> bool {
    match case.name {
        "corners" => name.starts_with("grid_pathfinding"),
        "uniform" | "weighted" => name.starts_with("bevy_northstar"),
        _ => false,
    }
}

fn speed_ups(maps: &[MapFigures], wanted: impl Fn(&str) -> bool) -> Vec<f64> {
    let all = maps.iter().flat_map(|map| &map.figures);
    all.filter(|figures| wanted(figures.entrant.name)).map(|figures| figures.speed_up).collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| clock::geometric_mean(values))
}

fn largest<T>(of: &[T], value: impl Fn(&T) -> f64) -> Option<f64> {
    of.iter().map(value).reduce(f64::max)
}

fn worst(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::min)
}

fn large_over_small(nanoseconds: impl Fn(i32) -> f64) -> f64 {
    let [small, large] = extremes::SIDES.map(nanoseconds);
    large / small
}

/// Runs the command.
///
/// # Errors
/// Maps that can't be read, a cost that is not optimal, or targets that fall short.
pub fn run(args: &args::Targets) -> Result<(), Box<dyn Error>> {
    let maps = maps::of(args.maps.as_deref())?;
    let (queries, rounds) = (args.queries, args.rounds);
    let mut lab = Lab {
        maps,
        queries,
        rounds,
        cases: BTreeMap::new(),
        placements: None,
        fields: BTreeMap::new(),
        repairs: Vec::new(),
    };
    let wanted = |target: &&Target| args.only.as_deref().is_none_or(|word| target.name.contains(word));
    let mut short = 0;
    for target in TARGETS.iter().filter(wanted) {
        let measured = (target.measure)(&mut lab)?;
        let met = measured.is_some_and(|value| target.bound.is_met(value));
        short += usize::from(!met);
        let value = measured.map_or_else(|| "unmeasured".into(), number);
        println!("{}\t{value}\t{}\t{}", target.name, target.bound.text(), if met { "met" } else { "short" });
    }
    if short > 0 { Err(format!("{short} targets fall short").into()) } else { Ok(()) }
}

impl Bound {
    fn is_met(&self, value: f64) -> bool {
        match *self {
            AtLeast(least) => value >= least,
            AtMost(most) => value <= most,
        }
    }

    fn text(&self) -> String {
        match *self {
            AtLeast(least) => format!(">={least}"),
            AtMost(most) => format!("<={most}"),
        }
    }
}
