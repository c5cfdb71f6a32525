//! Every control, pressed by the pointer, sets what it says.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::{Action, Menu, Page},
    board::Layout,
    generate::{Generated, Generator},
    pane::{Algorithm, HeuristicChoice, Lengths, PaneId, Setting, WEIGHTS},
    sight::Sight,
    widgets::OpenMenu,
    window_state::CurrentPage,
};
use tilepath::DiagonalRule;

#[test]
fn every_line_of_every_menu_of_a_pane_sets_its_value_in_that_pane_alone() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.click(Action::ShowBoth(true));
    for pane in PaneId::ALL {
        let other = PaneId::ALL[1 - pane as usize];
        let mut check = |menu, setting| {
            let untouched = *driver.panes().get(other).settings();
            driver.choose(menu, Action::Set(pane, setting));
            assert!(driver.panes().get(pane).settings().has(setting), "{setting:?}");
            assert_eq!(*driver.panes().get(other).settings(), untouched);
            assert_eq!(driver.resource::<OpenMenu>().0, None);
        };
        for rule in DiagonalRule::ALL {
            check(Menu::Diagonals(pane), Setting::Diagonals(rule));
        }
        for lengths in Lengths::ALL {
            check(Menu::Lengths(pane), Setting::Lengths(lengths));
        }
        for aversion in [0.0, 0.5, 2.0, 5.0, 1.0] {
            check(Menu::Aversion(pane), Setting::Aversion(aversion));
        }
        check(Menu::Algorithm(pane), Setting::Algorithm(Algorithm::Weighted));
        for weight in WEIGHTS {
            check(Menu::Weight(pane), Setting::Weight(weight));
        }
        for heuristic in HeuristicChoice::ALL {
            check(Menu::Heuristic(pane), Setting::Heuristic(heuristic));
        }
        for algorithm in Algorithm::ALL {
            check(Menu::Algorithm(pane), Setting::Algorithm(algorithm));
        }
    }
}

#[test]
fn every_map_size_and_layout_of_the_menus_is_made() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    for generator in Generator::ALL {
        driver.choose(Menu::Generate, Action::Generate(generator));
        assert_eq!(driver.resource::<Generated>().generator, generator);
        assert!(driver.left().run().answer.path.is_ok(), "{generator:?}");
    }
    for layout in Layout::ALL.into_iter().rev() {
        driver.choose(Menu::Layout, Action::Layout(layout));
        assert_eq!(driver.board().layout(), layout);
    }
    let before = driver.board().clone();
    driver.click(Action::NextSeed);
    assert_ne!(*driver.board(), before);
    for size in [[16, 10], [96, 64], [512, 512]] {
        driver.choose(Menu::Size, Action::Size(size.into()));
        assert_eq!(driver.board().size(), UVec2::from(size));
        assert!(driver.resource::<Sight>().is_fitted);
    }
}

#[test]
fn one_pane_and_two_both_paths_and_fit() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    let right = playground::input::Target::Area(playground::input::Area::Board(PaneId::Right));
    assert!(driver.find(&right).is_none());
    driver.click(Action::ShowBoth(true));
    assert!(driver.find(&right).is_some());
    driver.click(Action::ToggleBothPaths(PaneId::Right));
    assert!(driver.panes().get(PaneId::Right).run().other.is_some());
    assert!(driver.left().run().other.is_none());
    driver.click(Action::ToggleBothPaths(PaneId::Right));
    assert!(driver.panes().get(PaneId::Right).run().other.is_none());
    driver.click(Action::ShowBoth(false));
    assert!(driver.find(&right).is_none());
    let place = driver.place(IVec2::new(4, 4));
    driver.point(place);
    driver.wheel(5.0);
    assert!(!driver.resource::<Sight>().is_fitted);
    driver.click(Action::Fit);
    assert!(driver.resource::<Sight>().is_fitted);
}

#[test]
fn the_heuristic_of_an_algorithm_without_one_is_not_asked_for() {
    let mut driver = Driver::new(&["--size", "20x14", "--algorithm", "dijkstra"]);
    let heuristics = |driver: &mut Driver| driver.texts().contains(&HeuristicChoice::Auto.name().to_string());
    assert!(!heuristics(&mut driver));
    driver.choose(
        Menu::Algorithm(PaneId::Left),
        Action::Set(PaneId::Left, Setting::Algorithm(Algorithm::AStar)),
    );
    assert!(heuristics(&mut driver));
}

#[test]
fn menus_close_by_escape_and_by_their_own_button() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.click(Action::Menu(Menu::Size));
    assert_eq!(driver.resource::<OpenMenu>().0, Some(Menu::Size));
    driver.key(KeyCode::Escape);
    assert_eq!(driver.resource::<OpenMenu>().0, None);
    driver.click(Action::Menu(Menu::Size));
    driver.click(Action::Menu(Menu::Size));
    assert_eq!(driver.resource::<OpenMenu>().0, None);
}

#[test]
fn the_status_line_says_what_the_control_under_the_pointer_does() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    let target = playground::input::Target::Press(Action::NextSeed);
    let [middle, _] = driver.find(&target).unwrap();
    driver.point(middle);
    driver.frames(3);
    assert!(driver.texts().iter().any(|text| text.contains("from the next seed")));
    let place = driver.place(IVec2::new(3, 4));
    driver.point(place);
    driver.frames(3);
    assert!(driver.texts().iter().any(|text| text.starts_with("(3, 4)")));
}

#[test]
fn pages_turn() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.click(Action::Page(Page::Graph));
    assert_eq!(driver.resource::<CurrentPage>().0, Page::Graph);
    driver.click(Action::Page(Page::Grid));
    assert_eq!(driver.resource::<CurrentPage>().0, Page::Grid);
    for page in [Page::Graph, Page::Grid] {
        driver.key(KeyCode::Tab);
        assert_eq!(driver.resource::<CurrentPage>().0, page);
    }
}
