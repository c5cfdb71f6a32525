//! The command.

use super::{asks, engines, fields, footprint, lab::Lab, loading, placement, size, speed, target::Target};
use crate::{args, maps};
use std::error::Error;

/// All targets, in the order in which they are measured.
fn all() -> Vec<Target> {
    [
        speed::targets(),
        engines::targets(),
        asks::targets(),
        loading::targets(),
        footprint::targets(),
        fields::targets(),
        size::targets(),
        placement::targets(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Runs the command.
///
/// # Errors
/// Maps that can't be read, a cost that is not optimal, or targets that fall short.
pub fn run(args: &args::Targets) -> Result<(), Box<dyn Error>> {
    let mut lab = Lab::new(maps::of(args.maps.as_deref())?, args.queries, args.rounds);
    let wanted = |target: &&Target| args.only.as_deref().is_none_or(|word| target.name().contains(word));
    let mut short = 0;
    println!("target\tmean\tbound\tworst map\tbound\tverdict");
    for target in all().iter().filter(wanted) {
        let (line, met) = target.check(&mut lab)?;
        short += usize::from(!met);
        println!("{line}");
    }
    if short > 0 { Err(format!("{short} targets fall short").into()) } else { Ok(()) }
}
