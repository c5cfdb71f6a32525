//! Prints how good the choice of the engine is.

use super::times::{Engines, Times, times};
use crate::{args::EnginesArgs, clock, report::number};
use std::error::Error;

/// Ratios to the better engine above which cases are counted.
const ABOVE: [f64; 4] = [1.25, 1.5, 2.0, 2.5];

/// The worst cases that are named.
const NAMED: usize = 12;

/// How many times as long as with the better engine searches take with another one.
type Ratio = fn(&Times) -> f64;

/// Times both engines on all maps, by default and without landmarks, and prints how many times as long as with the better engine searches take
/// with the chosen one.
///
/// # Errors
/// None.
pub fn run(args: &EnginesArgs) -> Result<(), Box<dyn Error>> {
    println!("| chosen engine over the better one | cases | mean | > 1.25 | > 1.5 | > 2 | > 2.5 | worst |");
    println!("|---|--:|--:|--:|--:|--:|--:|---|");
    let mut all = Vec::new();
    for (mode, by_default) in [("defaults", true), ("no landmarks", false)] {
        let engines = Engines {
            by_default,
            draw: args.draw,
            queries: args.queries,
            practice: args.practice,
            side: args.side,
        };
        let times = times(&engines);
        let ratios: [(&str, Ratio); 2] =
            [("compared", Times::over_better), ("by rule", Times::rule_over_better)];
        for (when, ratio) in ratios {
            let ratios: Vec<f64> = times.iter().map(ratio).collect();
            let above = ABOVE.map(|bound| ratios.iter().filter(|&&ratio| ratio > bound).count().to_string());
            let worst = times.iter().max_by(|one, other| ratio(one).total_cmp(&ratio(other)));
            let worst =
                worst.map_or(String::new(), |worst| format!("{} on {}", number(ratio(worst)), worst.map));
            let (mean, above) = (number(clock::geometric_mean(&ratios)), above.join(" | "));
            println!("| {mode}, {when} | {} | {mean} | {above} | {worst} |", ratios.len());
        }
        all.extend(times.into_iter().map(|times| (mode, times)));
    }
    println!(
        "\n| worst of the compared | µs by steps | µs by jumps | chosen | ratio |\n|---|--:|--:|---|--:|"
    );
    all.sort_by(|(_, one), (_, other)| other.over_better().total_cmp(&one.over_better()));
    for (mode, times) in all.iter().take(NAMED) {
        let [steps, jumps, ratio] = [times.steps, times.jumps, times.over_better()].map(number);
        println!("| {}, {mode} | {steps} | {jumps} | {:?} | {ratio} |", times.map, times.chosen);
    }
    Ok(())
}
