//! All arrangements, and their table.

use super::{
    arrangements::ALL,
    dodgy_2d::Dodgy2d,
    keeping::Keeping,
    measure::{Limit, Run, run},
    through::Through,
    world::World,
};
use crate::{args::Movement, report::number};
use arrangements::Arena;
use fastrand::Rng;
use tilepath::crowd::CrowdRules;

/// Runs the arrangements asked for and prints a Markdown table.
///
/// # Errors
/// If an agent was in a wall, or if two centres came nearer than 0.45 cells.
pub fn run_all(args: &Movement) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| arrangement | agents | entrant | arrived % | makespan s | travel / free | blocked % | stuck | most in a cell | reversals | least distance | in walls | ns/agent and frame | longest frame / mean | hash |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    let is_asked = |name: &str| args.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    for (name, make) in ALL.into_iter().filter(|(name, _)| is_asked(name)) {
        for seed in (args.seed..).take(args.seeds as usize) {
            let arena = make(args.agents, &mut Rng::with_seed(seed));
            run_on(name, &arena, args)?;
        }
    }
    Ok(())
}

fn run_on(name: &str, arena: &Arena, args: &Movement) -> Result<(), String> {
    let limit = Limit { seconds: args.seconds, idle: 120 };
    let world = World::new(arena, args.neighbours);
    let rules = CrowdRules { jam_after: args.jam_after, ..CrowdRules::default() };
    let ours = run(arena, &world, &mut Keeping::new(arena, &world.map, &rules), limit);
    print(name, "tilepath", &ours);
    if args.peers {
        print(name, "without avoidance", &run(arena, &world, &mut Through::new(arena, &world), limit));
        print(name, "dodgy_2d", &run(arena, &world, &mut Dodgy2d::new(arena, &world), limit));
    }
    if ours.in_walls > 0 || ours.distance < 0.45 {
        return Err(format!("{name}: {} in walls, {} apart", ours.in_walls, ours.distance));
    }
    Ok(())
}

fn print(name: &str, entrant: &str, run: &Run) {
    println!(
        "| {name} | {} | {entrant} | {:.1} | {} | {} | {:.0} | {} | {} | {} | {:.3} | {} | {} | {} | {:016x} |",
        run.agents,
        100.0 * run.arrived as f64 / run.agents as f64,
        number(run.makespan),
        number(run.travel),
        100.0 * run.blocked,
        run.stuck.map_or("–".into(), |stuck| stuck.to_string()),
        run.density,
        number(run.reversals),
        run.distance,
        run.in_walls,
        number(run.frame),
        number(run.longest),
        run.hash,
    );
}
