//! Verifies entrants on a scenario, then times them by turns.

use crate::{
    clock,
    entrant::{Entrant, Solver},
    map::{Length, Query},
    memory, oracle,
    other_work::OtherWork,
    scenario::{Case, Event, Optimum, Pass, Scenario},
    world::World,
};

/// What was measured of one entrant on one scenario.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Who.
    pub entrant: Entrant,
    /// The reference's CPU time over this entrant's, the median over the rounds. Each entrant answers all queries once before it is timed, so that its
    /// data are in the caches, as far as they fit.
    pub speed_up: f64,
    /// The same if other work comes between the queries: none of the entrant's data are in the caches when a query begins.
    pub amid_other_work: f64,
    /// CPU time of all queries and edits in seconds, the median over the rounds.
    pub seconds: f64,
    /// Wall-clock nanoseconds of each query, the median over the rounds.
    pub nanoseconds: Vec<f64>,
    /// Nodes expanded by each query that found a path, where the entrant counts them.
    pub expanded: Vec<f64>,
    /// The share by which each path found costs more than the cheapest.
    pub excess: Vec<f64>,
    /// Queries answered wrongly: a path where there is none, none where there is one, or an illegal one.
    pub wrong: usize,
    /// Bytes held after the map was prepared.
    pub map_bytes: usize,
    /// Bytes held on top of that after all queries: scratch memory that is kept, and what was learnt.
    pub scratch_bytes: usize,
}

/// An entrant of tilepath that is not optimal.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongCost(String);

impl WrongCost {
    /// One that is described.
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// Names the case, too.
    pub fn of_case(self, case: &Case) -> Self {
        Self(format!("{}: {}", case.name, self.0))
    }
}

/// Prepares, verifies and times entrants, the first of which is the reference.
///
/// # Errors
/// [`WrongCost`] if an entrant of tilepath is not optimal. Nothing has been timed then.
pub fn measure(scenario: &Scenario, entrants: &[Entrant], rounds: usize) -> Result<Vec<Figures>, WrongCost> {
    let optima = scenario.optima();
    let mut solvers = Vec::new();
    let mut figures = Vec::new();
    for entrant in entrants {
        let (solver, checked) = enter(scenario, entrant, &optima)?;
        solvers.push(solver);
        figures.push(checked);
    }
    let mut other_work = OtherWork::default();
    let mut seconds = vec![Vec::new(); entrants.len()];
    let mut amid_other_work = seconds.clone();
    let mut nanoseconds = vec![vec![Vec::new(); optima.len()]; entrants.len()];
    for _ in 0..rounds.max(1) {
        for (nth, solver) in solvers.iter_mut().enumerate() {
            let [hot, amid] = &scenario.passes;
            // Brings the data of the entrant into the caches.
            let warming = Pass { events: scenario.events.clone(), restore: scenario.restore.clone() };
            time(&warming, solver.as_mut(), &mut vec![Vec::new(); optima.len()]);
            seconds[nth].push(time(hot, solver.as_mut(), &mut nanoseconds[nth]));
            amid_other_work[nth].push(time_amid(&mut other_work, amid, solver.as_mut()));
        }
    }
    for (nth, figure) in figures.iter_mut().enumerate() {
        let over = |seconds: &[Vec<f64>]| {
            let ratios = seconds[0].iter().zip(&seconds[nth]).map(|(one, other)| one / other);
            clock::median(&ratios.collect::<Vec<f64>>())
        };
        (figure.speed_up, figure.amid_other_work) = (over(&seconds), over(&amid_other_work));
        figure.seconds = clock::median(&seconds[nth]);
        figure.nanoseconds = nanoseconds[nth].iter().map(|query| clock::median(query)).collect();
    }
    Ok(figures)
}

/// Prepares one entrant and checks all its answers.
///
/// # Errors
/// [`WrongCost`] if an entrant of tilepath is not optimal.
pub fn enter(
    scenario: &Scenario,
    entrant: &Entrant,
    optima: &[Optimum],
) -> Result<(Box<dyn Solver>, Figures), WrongCost> {
    let before = memory::bytes_held();
    let mut solver = (entrant.enter)(&scenario.world);
    let map_bytes = memory::bytes_held().saturating_sub(before);
    let mut figures = Figures {
        entrant: *entrant,
        speed_up: f64::NAN,
        amid_other_work: f64::NAN,
        seconds: f64::NAN,
        nanoseconds: Vec::new(),
        expanded: Vec::with_capacity(optima.len()),
        excess: Vec::with_capacity(optima.len()),
        wrong: 0,
        map_bytes,
        scratch_bytes: 0,
    };
    let mut world = scenario.world.clone();
    let before = memory::bytes_held();
    let mut optimum = optima.iter();
    for event in &scenario.events {
        match event {
            Event::Edit(edits) => {
                solver.edit(edits);
                edits.iter().for_each(|&edit| world.apply(edit));
            }
            Event::Query(query) => check(solver.as_mut(), &world, *query, optimum.next(), &mut figures)?,
        }
    }
    solver.edit(&scenario.restore);
    solver.rest();
    solver.forget();
    figures.scratch_bytes = memory::bytes_held().saturating_sub(before);
    Ok((solver, figures))
}

fn check(
    solver: &mut dyn Solver,
    world: &World,
    query: Query,
    optimum: Option<&Optimum>,
    figures: &mut Figures,
) -> Result<(), WrongCost> {
    let optimum = *optimum.expect("an optimum for each query");
    let found = solver.solve(query.start, query.goal);
    let ours = figures.entrant.side.is_ours();
    let verdict = judge(solver, found, world, query, optimum).and_then(|excess| match excess {
        Some(excess) if ours && excess != 0.0 => Err(describe(solver, world, query, optimum)),
        excess => Ok(excess),
    });
    match verdict {
        Ok(Some(excess)) => {
            figures.excess.push(excess);
            figures.expanded.extend(solver.expanded().map(|expanded| expanded as f64));
        }
        Ok(None) => {}
        Err(wrong) if ours => {
            let (name, map) = (figures.entrant.name, &world.name);
            return Err(WrongCost(format!("{name}, {map}, {} to {}: {wrong}", query.start, query.goal)));
        }
        Err(_) => figures.wrong += 1,
    }
    Ok(())
}

fn describe(solver: &dyn Solver, world: &World, query: Query, optimum: Optimum) -> String {
    let cells = solver.cells();
    let cost = oracle::price(world, &cells, query.start, query.goal);
    let length = oracle::length_in_tiles(&cells);
    format!("a path of cost {cost:?} and length {length}, where the optimum is {optimum:?}")
}

/// The share by which the path found costs more than the cheapest; `None` if there rightly is none; or what is wrong.
fn judge(
    solver: &dyn Solver,
    found: bool,
    world: &World,
    query: Query,
    optimum: Optimum,
) -> Result<Option<f64>, String> {
    if !found {
        let right = optimum == Optimum::NoPath;
        return if right { Ok(None) } else { Err(format!("no path found, the optimum is {optimum:?}")) };
    }
    let cells = solver.cells();
    let cost = oracle::price(world, &cells, query.start, query.goal)?;
    match (solver.claimed_cost(), optimum) {
        (Some(claimed), _) if claimed != cost => Err(format!("claims to cost {claimed}, costs {cost}")),
        (_, Optimum::Cost(cheapest)) => Ok(Some(share(cost as f64, cheapest as f64, 0.0))),
        (_, Optimum::Length(Length { tiles, rounding })) => {
            Ok(Some(share(oracle::length_in_tiles(&cells), tiles, rounding)))
        }
        (_, Optimum::NoPath) => Err("a path found where there is none".into()),
    }
}

fn share(cost: f64, optimum: f64, rounding: f64) -> f64 {
    if (cost - optimum).abs() <= rounding { 0.0 } else { cost / optimum - 1.0 }
}

/// Runs a pass. Returns CPU seconds of everything and adds the wall-clock time of each query.
fn time(pass: &Pass, solver: &mut dyn Solver, nanoseconds: &mut [Vec<f64>]) -> f64 {
    let spent = clock::cpu_time(|| {
        let mut queries = nanoseconds.iter_mut();
        for event in &pass.events {
            match event {
                Event::Edit(edits) => solver.edit(edits),
                Event::Query(query) => {
                    let (spent, _) = clock::wall_nanoseconds(|| solver.solve(query.start, query.goal));
                    queries.next().expect("a place for each query").push(spent);
                }
            }
        }
    });
    solver.edit(&pass.restore);
    solver.rest();
    spent.as_secs_f64()
}

/// Runs a pass, with other work before each query and each edit. Returns CPU seconds of the queries and edits.
fn time_amid(other_work: &mut OtherWork, pass: &Pass, solver: &mut dyn Solver) -> f64 {
    let mut seconds = 0.0;
    for event in &pass.events {
        other_work.run();
        let spent = clock::cpu_time(|| match event {
            Event::Edit(edits) => solver.edit(edits),
            Event::Query(query) => _ = solver.solve(query.start, query.goal),
        });
        seconds += spent.as_secs_f64();
    }
    solver.edit(&pass.restore);
    solver.rest();
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{entrant::Side, generate, ours, scenario::CASES, world::Edit};
    use glam::IVec2;

    /// Walks along x, then along y.
    struct Clumsy(Vec<IVec2>);

    impl Solver for Clumsy {
        fn edit(&mut self, _: &[Edit]) {}

        fn solve(&mut self, start: IVec2, goal: IVec2) -> bool {
            let towards = |from: i32, to: i32| {
                (0..=from.abs_diff(to) as i32).map(move |n| from + n * (to - from).signum())
            };
            let along_x = towards(start.x, goal.x).map(|x| IVec2::new(x, start.y));
            self.0 = along_x.chain(towards(start.y, goal.y).skip(1).map(|y| IVec2::new(goal.x, y))).collect();
            true
        }

        fn cells(&self) -> Vec<IVec2> {
            self.0.clone()
        }

        fn forget(&mut self) {}
    }

    fn clumsy(side: Side) -> Entrant {
        Entrant { name: "clumsy", side, takes: |_| true, enter: |_| Box::new(Clumsy(Vec::new())) }
    }

    #[test]
    fn a_path_that_costs_more_ends_the_run_where_it_is_ours_and_is_reported_of_a_peer() {
        let scenario = Scenario::new(&generate::open_field(20), &Case::named("uniform"), 12);
        let optima = scenario.optima();
        let wrong = enter(&scenario, &clumsy(Side::Ours), &optima).err();
        assert!(wrong.unwrap().to_string().contains("clumsy, open, ["));
        let (_, figures) =
            enter(&scenario, &clumsy(Side::Peer), &optima).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(figures.wrong == 0 && figures.excess.iter().any(|&excess| excess > 0.05));
    }

    #[test]
    fn every_mode_of_ours_is_optimal_in_every_case_and_leaves_the_map_as_it_was() {
        for case in &CASES {
            let scenario = Scenario::new(&generate::tower_field(48), case, 24);
            let optima = scenario.optima();
            for entrant in ours::ENTRANTS {
                let (mut solver, _) =
                    enter(&scenario, entrant, &optima).unwrap_or_else(|wrong| panic!("{wrong}"));
                let mut figures =
                    enter(&scenario, entrant, &optima).unwrap_or_else(|wrong| panic!("{wrong}")).1;
                let Some(Event::Query(query)) = scenario.events.first() else {
                    panic!("a query comes first")
                };
                check(solver.as_mut(), &scenario.world, *query, optima.first(), &mut figures).unwrap();
            }
        }
    }
}
