//! The run without a window: every kind of map by every algorithm, with the figures that the panes would show.

use crate::{
    action::{Action, Slider},
    app,
    args::Args,
    board::{Document, Layout},
    generate::Generator,
    pane::{Algorithm, PaneId, Panes, Setting, furnish},
    playback::Playback,
};
use bevy::prelude::*;
use std::process::ExitCode;
use tilepath::{Cost, NavMap, PathQuery, SearchScratch};

/// Drives the playground by actions, prints the figures, and fails if a cheapest path is not the cheapest.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let mut app = app::without_window(args);
    app.update();
    let mut is_right = true;
    for layout in Layout::ALL {
        for generator in Generator::ALL {
            act(&mut app, [Action::Layout(layout), Action::Generate(generator)]);
            println!("{} on {}", generator.name(), layout.name());
            for algorithm in Algorithm::ALL {
                let setting = Setting::Algorithm(algorithm);
                act(&mut app, [Action::Set(PaneId::Left, setting), Action::Slide(Slider::Step, 0.5)]);
                is_right &= report(&app, algorithm);
            }
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn act(app: &mut App, actions: impl IntoIterator<Item = Action>) {
    app.world_mut().write_message_batch(actions);
    app.update();
}

/// Prints the figures of the left pane. Returns whether they are right.
fn report(app: &App, algorithm: Algorithm) -> bool {
    let pane = app.world().resource::<Panes>().get(PaneId::Left);
    let Some(figures) = &pane.run().answer.figures else {
        println!("  {:18} no path: {:?}", algorithm.name(), pane.run().answer.path);
        return false;
    };
    println!(
        "  {:18} cost {:8.2}  length {:7.2}  danger {:4}  {:5} expanded  {:5} generated",
        algorithm.name(),
        figures.cost_in_tiles,
        figures.length,
        figures.danger,
        figures.expanded,
        figures.generated
    );
    let steps = app.world().resource::<Playback>().steps();
    let best = cheapest(app);
    let is_cheapest = !matches!(algorithm, Algorithm::Greedy | Algorithm::Weighted);
    let is_right = if is_cheapest { Some(figures.cost) == best } else { Some(figures.cost) >= best };
    if !is_right || steps == 0 {
        println!("  error: the cheapest path costs {best:?}, and there are {steps} steps");
    }
    is_right && steps > 0
}

/// The cost of the cheapest path, asked of `tilepath` on a map of its own.
fn cheapest(app: &App) -> Option<Cost> {
    let board = app.world().resource::<Document>().board();
    let settings = *app.world().resource::<Panes>().get(PaneId::Left).settings();
    let mut map = NavMap::new(board.terrain().clone(), settings.topology(board.layout()));
    let mut known = vec![0; board.terrain().len()];
    furnish(&mut map, &mut known, board);
    let query = PathQuery::new(board.start(), board.goal());
    let path = map.find_path(&settings.profile(), query, &mut SearchScratch::new(), &mut ());
    path.ok().map(|path| path.cost())
}
