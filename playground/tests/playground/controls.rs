//! Every control, pressed by the pointer, sets what it says.

use crate::driver::Driver;
use bevy::{feathers::controls::ButtonVariant, prelude::*, ui::InteractionDisabled};
use playground::{
    action::{Action, Page, Play, Slider},
    board::{Layout, Tool},
    controls::{Menu, items},
    generate::{Generated, Generator},
    input::Area,
    painter::Painter,
    pane::{Algorithm, HeuristicChoice, Lengths, PaneId, Setting, WEIGHTS},
    sight::Sight,
    view::Numbers,
    widgets::{Does, Slides},
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
            assert_eq!(driver.open_menu(), None);
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
    let right = Area::Board(PaneId::Right);
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
    driver.click_on(&Menu::Size);
    assert_eq!(driver.open_menu(), Some(Menu::Size));
    driver.key(KeyCode::Escape);
    assert_eq!(driver.open_menu(), None);
    driver.click_on(&Menu::Size);
    driver.click_on(&Menu::Size);
    assert_eq!(driver.open_menu(), None);
    driver.click_on(&Menu::Size);
    driver.click_on(&Menu::Generate);
    assert_eq!(driver.open_menu(), Some(Menu::Generate));
}

#[test]
fn a_menu_is_used_by_the_keys_alone() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.tab_to(&Menu::Layout);
    driver.key(KeyCode::Enter);
    driver.frames(2);
    assert_eq!(driver.open_menu(), Some(Menu::Layout));
    driver.key(KeyCode::ArrowDown);
    driver.key(KeyCode::Enter);
    driver.frames(2);
    assert_eq!((driver.board().layout(), driver.open_menu()), (Layout::Hex, None));
    assert!(driver.has_focus_ring(&Menu::Layout), "the keys are back at the button");
}

#[test]
fn space_presses_the_button_to_which_tab_has_led_and_plays_otherwise() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    // A click takes no keys.
    driver.click(Action::Tool(Tool::Erase));
    driver.key(KeyCode::Space);
    assert!(driver.playback().is_playing());
    driver.key(KeyCode::Space);
    assert!(!driver.playback().is_playing());
    let wall = Does(vec![Action::Tool(Tool::Wall)]);
    driver.tab_to(&wall);
    assert_eq!(driver.resource::<Painter>().tool, Tool::Erase);
    driver.key(KeyCode::Space);
    assert_eq!(driver.resource::<Painter>().tool, Tool::Wall);
    assert!(!driver.playback().is_playing());
    // Back and on again; the arrows of a slider are its own.
    driver.chord(KeyCode::ShiftLeft, KeyCode::Tab);
    assert!(!driver.has_focus_ring(&wall));
    driver.tab_to(&Slides(Slider::Speed));
    let (step, speed) = (driver.playback().step(), driver.playback().speed());
    driver.key(KeyCode::ArrowLeft);
    assert_eq!(driver.playback().step(), step);
    assert!(driver.playback().speed() < speed);
}

#[test]
fn tab_leads_round_all_controls_that_are_shown_and_to_no_other() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    let next_graph = Does(vec![Action::NextGraph]);
    let first = Does(vec![Action::Page(Page::Grid)]);
    driver.key(KeyCode::Tab);
    assert!(driver.has_focus_ring(&first));
    let back = (1..100).find(|_| {
        driver.key(KeyCode::Tab);
        assert!(!driver.has_focus_ring(&next_graph), "the other page");
        driver.has_focus_ring(&first)
    });
    assert!(back.is_some_and(|count| count > 45), "{back:?}");
}

#[test]
fn a_control_that_does_nothing_now_is_off() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    let steps = driver.playback().steps();
    driver.click(Action::Play(Play::Forward));
    driver.click(Action::Undo);
    assert_eq!(driver.playback().step(), steps);
    driver.choose(Menu::Layout, Action::Layout(Layout::Hex));
    driver.click_on(&Menu::Diagonals(PaneId::Left));
    assert_eq!(driver.open_menu(), None);
    driver.click(Action::Undo);
    driver.click_on(&Menu::Diagonals(PaneId::Left));
    assert_eq!(driver.open_menu(), Some(Menu::Diagonals(PaneId::Left)));
}

#[test]
fn the_status_line_says_what_the_control_under_the_pointer_does() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    let [middle, _] = driver.find(&Does(vec![Action::NextSeed])).unwrap();
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
    for (key, page) in [(KeyCode::F2, Page::Graph), (KeyCode::F1, Page::Grid)] {
        driver.key(key);
        assert_eq!(driver.resource::<CurrentPage>().0, page);
    }
}

#[test]
fn numbers_are_hidden_and_shown() {
    let mut driver = Driver::new(&["--size", "16x10"]);
    let has_numbers = |driver: &mut Driver| driver.texts().iter().any(|text| text.starts_with("g "));
    assert!(has_numbers(&mut driver));
    driver.click(Action::ToggleNumbers);
    assert!(!has_numbers(&mut driver) && !driver.resource::<Numbers>().0);
    driver.key(KeyCode::KeyN);
    driver.frames(2);
    assert!(has_numbers(&mut driver));
}

/// The cells of a large board have no room for numbers. A button that does nothing is neither lit nor enabled.
#[test]
fn the_button_of_numbers_is_lit_where_they_are_drawn() {
    let look = |driver: &mut Driver| {
        let world = driver.app.world_mut();
        let mut buttons = world.query::<(&Does, &ButtonVariant, Has<InteractionDisabled>)>();
        let button = buttons.iter(world).find(|(does, ..)| does.0 == [Action::ToggleNumbers]).unwrap();
        (*button.1 == ButtonVariant::Primary, button.2)
    };
    let (lit, disabled) = ((true, false), (false, true));
    let mut driver = Driver::new(&["--size", "60x40"]);
    assert_eq!(look(&mut driver), disabled, "at the first zoom");
    let middle = driver.place(IVec2::new(30, 20));
    driver.point(middle);
    (0..20).for_each(|_| driver.wheel(1.0));
    driver.frames(2);
    assert_eq!(look(&mut driver), lit, "zoomed in");
    driver.key(KeyCode::KeyN);
    driver.frames(2);
    assert_eq!(look(&mut driver), (false, false), "switched off");
    driver.key(KeyCode::KeyN);
    driver.key(KeyCode::KeyF);
    driver.frames(2);
    assert_eq!(look(&mut driver), disabled, "the whole board again");
    driver.click(Action::Page(Page::Graph));
    driver.frames(2);
    assert_eq!(look(&mut driver), lit, "nodes always have room");
}

#[test]
fn every_comparison_sets_up_both_panes() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    for lesson in items(Menu::Lesson) {
        driver.click_on(&Menu::Lesson);
        let does = Does(lesson.does);
        driver.click_on(&does);
        driver.frames(2);
        assert!(driver.panes().shows_both());
        for pane in PaneId::ALL {
            let settings = driver.panes().get(pane).settings();
            let set = does.0.iter().filter_map(|action| match action {
                Action::Set(id, setting) if *id == pane => Some(*setting),
                _ => None,
            });
            assert!(set.clone().count() == 2 && set.into_iter().all(|setting| settings.has(setting)));
        }
    }
}
