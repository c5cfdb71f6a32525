//! The numbers that are shown are those of `tilepath` for the same query, on random maps and under all settings.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::Action,
    board::{Board, Cell, Layout},
    controls::{Menu, items},
    pane::{Algorithm, HeuristicChoice, Lengths, Pane, PaneId, Recording, Setting, Settings, SyncedMap, run},
};
use tilepath::{
    CostProfile, DangerStamp, DiagonalRule, Falloff, GoalFieldScratch, Heuristic, HexLayout, NavMap, Path,
    PathError, PathQuery, Recorder, SearchScratch, Shape, StepLengths, Topology,
};

/// A board of random ground, danger, walls and ends.
fn random_board(random: &mut fastrand::Rng) -> Board {
    let size = UVec2::new(random.u32(2..24), random.u32(2..24));
    let mut board = Board::plain(size).in_layout(Layout::ALL[random.usize(..2)]);
    let (walls, dangers, dearest) = (random.u8(0..40), random.u8(0..40), random.u8(1..=9));
    for index in 0..board.terrain().len() {
        let terrain = if random.u8(0..100) < walls { 0 } else { random.u8(1..=dearest) };
        let danger = if terrain > 0 && random.u8(0..100) < dangers { random.u8(1..=9) } else { 0 };
        board.set(board.terrain().cell(index), Cell { terrain, danger });
    }
    let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
    let (start, goal) = (cell(), cell());
    board.set_start(start);
    board.set_goal(goal);
    board
}

/// The map of a board and the agent, written down here once more: the playground must not have another idea of them.
fn map_of(board: &Board, settings: &Settings) -> (NavMap, CostProfile) {
    let shape = match board.layout() {
        Layout::Square => Shape::Square,
        Layout::Hex => Shape::Hex(HexLayout::OddRows),
    };
    let lengths = match settings.lengths {
        Lengths::Exact => StepLengths::EUCLIDEAN,
        Lengths::Classic => StepLengths::CLASSIC,
        Lengths::Uniform => StepLengths::UNIFORM,
    };
    let topology = Topology::square(settings.diagonals).with_shape(shape).with_lengths(lengths);
    let mut map = NavMap::new(board.terrain().clone(), topology);
    for (index, &danger) in board.danger().iter().enumerate() {
        let stamp = DangerStamp::new(0.0, f32::from(danger), Falloff::Flat).unwrap();
        map.add_danger(0, &stamp, board.terrain().cell(index)).unwrap();
    }
    (map, CostProfile::default().with_aversion(0, settings.aversion).unwrap())
}

/// What `tilepath` says.
fn ask(board: &Board, settings: &Settings) -> (Result<Path, PathError>, Recorder) {
    let (mut map, profile) = map_of(board, settings);
    let mut query = PathQuery::new(board.start(), board.goal());
    let heuristic = settings.heuristic.heuristic();
    match settings.algorithm {
        Algorithm::AStar => query.options.heuristic = heuristic,
        Algorithm::Dijkstra => query.options.heuristic = Heuristic::Zero,
        Algorithm::Greedy => query = query.with_heuristic(heuristic).greedy(),
        Algorithm::Weighted => query = query.with_heuristic(heuristic).with_inflation(settings.weight),
        Algorithm::JumpPoint => {
            map.prepare(&profile);
            if let Some((path, jumps)) = map.record_jumps(&profile, query.clone(), &mut SearchScratch::new())
            {
                return (path, jumps.seen);
            }
        }
        Algorithm::GoalField => {
            map.prepare(&profile);
            let field = map.goal_field(&profile, &[board.goal()], &mut GoalFieldScratch::default());
            let Ok(field) = field else {
                let refused = map.find_path(&profile, query, &mut SearchScratch::new(), &mut ());
                assert!(refused.is_err(), "{field:?}");
                return (refused, Recorder::default());
            };
            let path = map.read_goal_field(&field).unwrap().path_from(board.start());
            return (path, Recorder::default());
        }
    }
    let mut seen = Recorder::default();
    let _ = map.find_path(&profile, query.clone(), &mut SearchScratch::new(), &mut seen);
    (map.find_path(&profile, query, &mut SearchScratch::new(), &mut ()), seen)
}

fn random_settings(random: &mut fastrand::Rng) -> Settings {
    Settings {
        algorithm: Algorithm::ALL[random.usize(..6)],
        heuristic: HeuristicChoice::ALL[random.usize(..7)],
        weight: [1.2, 2.0, 10.0][random.usize(..3)],
        diagonals: DiagonalRule::ALL[random.usize(..4)],
        lengths: Lengths::ALL[random.usize(..3)],
        aversion: [0.0, 0.5, 1.0, 5.0][random.usize(..4)],
        compares: random.bool(),
    }
}

#[test]
fn figures_of_runs_are_those_of_tilepath() {
    let mut random = fastrand::Rng::with_seed(13);
    let (mut found, mut dearer) = (0, 0);
    for round in 0..1500 {
        let board = random_board(&mut random);
        let settings = random_settings(&mut random);
        let mut synced = SyncedMap::new(&board, settings.topology(board.layout()));
        let run = run(&settings, &mut synced, &board, &mut SearchScratch::new());
        let (path, seen) = ask(&board, &settings);
        let context = format!("round {round}: {settings:?}");
        match (&run.answer.figures, &path) {
            (Some(figures), Ok(path)) => {
                assert_eq!(run.cells(), path.cells(), "{context}");
                assert_eq!((figures.cost, figures.danger), (path.cost(), path.danger()), "{context}");
                assert_eq!(figures.steps, path.cells().len() - 1, "{context}");
                if settings.algorithm != Algorithm::GoalField {
                    let counted = (figures.expanded, figures.generated);
                    assert_eq!(counted, (path.nodes_expanded(), path.nodes_generated()), "{context}");
                }
                found += 1;
            }
            (None, Err(_)) => assert!(run.answer.path.is_err()),
            (figures, path) => panic!("{context}: {figures:?} {path:?}"),
        }
        if settings.algorithm != Algorithm::GoalField {
            assert_steps(&run.recording, &seen, &board, &context);
        }
        let exact = Settings { algorithm: Algorithm::AStar, heuristic: HeuristicChoice::Auto, ..settings };
        if let Some(figures) = &run.answer.figures {
            let cheapest = ask(&board, &exact).0.unwrap().cost();
            assert_eq!(figures.cheapest, cheapest, "{context}");
            assert!(
                figures.cost == cheapest || (figures.cost > cheapest && !settings.is_exact()),
                "{context}"
            );
            dearer += usize::from(figures.cost > cheapest && settings.algorithm == Algorithm::AStar);
        }
        if settings.compares {
            let other = Settings { aversion: settings.other_aversion(), ..exact };
            let cost = run.other.unwrap().figures.map(|figures| figures.cost);
            assert_eq!(cost, ask(&board, &other).0.ok().map(|path| path.cost()), "{context}");
        }
    }
    assert!(found > 500 && dearer > 5, "{found} paths, {dearer} of A* with the squared distance dearer");
}

/// Every step of the recording is the expansion that `tilepath` made, with its numbers.
fn assert_steps(recording: &Recording, seen: &Recorder, board: &Board, context: &str) {
    assert_eq!(recording.len(), seen.expansions.len(), "{context}");
    for (step, expansion) in (1..).zip(&seen.expansions) {
        assert_eq!(recording.expansion(step), Some(expansion), "{context}");
        let on_list = seen.generated.iter().filter(|&&(by, _)| by < step);
        for (_, last) in on_list.rev().take(3) {
            let last = seen.generated.iter().rev().find(|(by, next)| *by < step && next.node == last.node);
            let (_, last) = last.expect("it is among them");
            let is_expanded = seen.expansions[..step].iter().any(|expansion| expansion.node == last.node);
            let shown = recording.numbers(last.node as usize, step).expect("it was reached");
            assert!(is_expanded || (shown.g, shown.h) == (last.g, last.h), "{context}");
        }
    }
    assert!((0..board.terrain().len()).all(|cell| {
        recording.numbers(cell, recording.len()).is_none_or(|seen| seen.node as usize == cell)
    }));
}

#[test]
fn the_texts_on_the_screen_show_these_figures() {
    let mut driver = Driver::new(&["--size", "30x20", "--seed", "3"]);
    for (index, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let setting = Setting::Algorithm(algorithm);
        driver.choose(Menu::Algorithm(PaneId::Left), Action::Set(PaneId::Left, setting));
        driver.frames(1);
        let pane: &Pane = driver.left();
        let (path, _) = ask(driver.board(), pane.settings());
        let path = path.unwrap();
        let lengths = pane.settings().lengths.pair();
        let cost = format!("cost {:.2}", lengths.in_tiles(path.cost()));
        let texts = driver.texts();
        assert!(
            texts.iter().any(|text| text.starts_with("Path:") && text.contains(&cost)),
            "{cost}: {texts:?}"
        );
        if algorithm != Algorithm::GoalField {
            let search = format!("{} expanded  {} generated", path.nodes_expanded(), path.nodes_generated());
            assert!(texts.iter().any(|text| text.contains(&search)), "{index} {search}: {texts:?}");
        }
    }
}

#[test]
fn a_goal_that_cannot_be_reached_is_said_in_words() {
    let mut driver = Driver::new(&["--map", "empty", "--size", "12x8"]);
    driver.drag(&[IVec2::new(5, 0), IVec2::new(5, 7)], MouseButton::Left);
    assert!(driver.left().run().answer.path.is_err());
    assert!(driver.texts().iter().any(|text| text.contains("There is no path")));
    driver.click(Action::Undo);
    assert!(driver.left().run().answer.path.is_ok());
}

/// The squared distance runs straight through the swamp, because every step round it seems to lead away from the goal.
#[test]
fn an_estimate_that_is_too_high_returns_a_dearer_path_than_a_right_one() {
    let mut board = Board::plain(UVec2::new(24, 9));
    for (x, y) in (6..18).flat_map(|x| (2..7).map(move |y| (x, y))) {
        board.set(IVec2::new(x, y), Cell { terrain: 9, danger: 0 });
    }
    board.set_start(IVec2::new(1, 4));
    board.set_goal(IVec2::new(22, 4));
    let cost = |heuristic| {
        let settings = Settings { heuristic, ..Settings::default() };
        let mut synced = SyncedMap::new(&board, settings.topology(board.layout()));
        let figures = run(&settings, &mut synced, &board, &mut SearchScratch::new()).answer.figures.unwrap();
        (figures.cost, figures.cheapest)
    };
    let (cheapest, _) = cost(HeuristicChoice::Auto);
    for heuristic in HeuristicChoice::ALL {
        let (cost, known) = cost(heuristic);
        assert_eq!(known, cheapest);
        assert_eq!(cost == cheapest, heuristic.is_admissible(), "{heuristic:?}: {cost:?}, {cheapest:?}");
    }
}

#[test]
fn the_comparison_of_estimates_says_how_much_dearer_the_path_is() {
    let mut driver = Driver::new(&[]);
    let lesson =
        items(Menu::Lesson).into_iter().find(|lesson| lesson.name == "An estimate too high").unwrap();
    driver.click_on(&Menu::Lesson);
    driver.click_on(&playground::widgets::Does(lesson.does));
    driver.frames(2);
    let [left, right] =
        PaneId::ALL.map(|pane| driver.panes().get(pane).run().answer.figures.clone().unwrap());
    assert!(left.cost == left.cheapest && right.cost > right.cheapest && right.cheapest == left.cost);
    assert!(right.expanded < left.expanded);
    let percent = 100.0 * (f64::from(right.cost.units()) / f64::from(left.cost.units()) - 1.0);
    let said = format!("{percent:.0} % dearer than the cheapest");
    assert!(driver.texts().iter().any(|text| text.contains(&said)), "{said}: {:?}", driver.texts());
    let warned = driver.texts().iter().any(|text| text == HeuristicChoice::Squared.name());
    assert!(warned && HeuristicChoice::Squared.name().contains("too high"));
}
