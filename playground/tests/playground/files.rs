//! Loading and saving by the controls; errors are said in the window.

use crate::driver::Driver;
use bevy::{input::keyboard::Key, prelude::*};
use playground::{
    action::Action,
    board::{Cell, Tool, Ways},
    controls::Menu,
    files::{NameField, Notice},
    painter::Painter,
};
use std::{fs, path::PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("playground-test-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Types a name into the field.
fn name_file(driver: &mut Driver, name: &str) {
    driver.click_on(&NameField);
    driver.select_all();
    driver.type_text(name);
}

#[test]
fn a_board_is_saved_and_loaded_by_the_controls() {
    let folder = folder("save");
    let file = folder.join("a board.txt");
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.click(Action::Tool(Tool::Link(Ways::One)));
    driver.drag(&[IVec2::new(9, 3), IVec2::new(12, 9)], MouseButton::Left);
    driver.click(Action::Tool(Tool::EdgeWall(Ways::Both)));
    driver.drag(&[IVec2::new(9, 5), IVec2::new(12, 5)], MouseButton::Left);
    name_file(&mut driver, &file.display().to_string());
    assert_eq!(driver.file_name(), file.display().to_string());
    driver.click(Action::Save);
    let saved = driver.board().clone();
    assert_eq!((saved.links().count(), saved.edge_walls().count()), (1, 3));
    assert!(driver.resource::<Notice>().text.contains("Saved"));
    driver.click(Action::NextSeed);
    assert_ne!(*driver.board(), saved);
    driver.click(Action::Load);
    assert_eq!(*driver.board(), saved);
    // Loading is undone like everything else.
    driver.click(Action::Undo);
    assert_ne!(*driver.board(), saved);
    // Enter in the field loads, too.
    driver.click_on(&NameField);
    driver.type_key(KeyCode::Enter, Key::Enter, None);
    assert_eq!(*driver.board(), saved);
    driver.key(KeyCode::KeyE);
    assert_eq!(driver.resource::<Painter>().tool, Tool::Erase, "keys are shortcuts again");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn typed_letters_are_no_shortcuts_and_escape_leaves_the_field() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.chord(KeyCode::ControlLeft, KeyCode::KeyO);
    let tool = driver.resource::<Painter>().tool;
    driver.type_key(KeyCode::KeyE, Key::Character("e".into()), Some("e"));
    assert_eq!((driver.file_name().as_str(), driver.resource::<Painter>().tool), ("e", tool));
    driver.type_key(KeyCode::Backspace, Key::Backspace, None);
    assert_eq!((driver.file_name().as_str(), driver.resource::<Painter>().tool), ("", tool));
    driver.type_key(KeyCode::Space, Key::Space, Some(" "));
    assert!(!driver.playback().is_playing());
    driver.type_key(KeyCode::Escape, Key::Escape, None);
    driver.key(KeyCode::KeyE);
    assert_ne!(driver.resource::<Painter>().tool, tool);
}

#[test]
fn a_dropped_file_is_loaded_and_a_bad_one_is_an_error_in_the_window() {
    let folder = folder("drop");
    let map = folder.join("x.map");
    fs::write(&map, "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n").unwrap();
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.drop_file(map);
    assert_eq!(driver.board().size(), UVec2::new(3, 2));
    assert_eq!(driver.board().cell(IVec2::new(1, 1)), Some(Cell::WALL));
    let before = driver.board().clone();
    for (name, bytes) in [("bad.map", &b"type octile"[..]), ("worse", &[0, 255, 3]), ("empty.scen", b"")] {
        let file = folder.join(name);
        fs::write(&file, bytes).unwrap();
        driver.drop_file(file);
        let notice = driver.resource::<Notice>().clone();
        assert!(notice.is_error && notice.text.contains(name), "{notice:?}");
        assert_eq!(*driver.board(), before);
    }
    driver.drop_file(folder.join("missing.txt"));
    assert!(driver.resource::<Notice>().is_error);
    // The pointer over no control: the notice is in the status line.
    driver.leave();
    driver.frames(2);
    let shown = driver.texts();
    assert!(shown.iter().any(|text| text.starts_with("Can't load")), "{shown:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_of_the_command_line_is_opened_and_a_missing_one_is_no_panic() {
    let folder = folder("argument");
    let map = folder.join("x.map");
    fs::write(&map, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").unwrap();
    let driver = Driver::new(&[&map.display().to_string()]);
    assert_eq!(driver.board().size(), UVec2::new(3, 2));
    let driver = Driver::new(&["no such file"]);
    assert!(driver.resource::<Notice>().is_error);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_search_is_saved_as_a_trace_and_replayed() {
    let folder = folder("trace");
    let file = folder.join("search.trace.json");
    let mut driver = Driver::new(&["--size", "20x14"]);
    name_file(&mut driver, &file.display().to_string());
    driver.click(Action::Save);
    assert!(driver.resource::<Notice>().text.contains("as a trace"));
    let searched = driver.left().run().clone();
    driver.click(Action::Load);
    let replayed = driver.left().run().clone();
    assert!(replayed.replay.is_some() && !driver.resource::<Notice>().is_error);
    assert_eq!((replayed.recording.len(), replayed.cells()), (searched.recording.len(), searched.cells()));
    assert!(driver.texts().iter().any(|text| text == "Replay of search.trace.json"));
    // An edit searches again.
    driver.drag(&[IVec2::new(3, 3), IVec2::new(4, 3)], MouseButton::Right);
    driver.drag(&[IVec2::new(3, 3), IVec2::new(4, 3)], MouseButton::Left);
    assert!(driver.left().run().replay.is_none());
    // On another map it is refused.
    driver.choose(Menu::Size, Action::Size(UVec2::new(16, 10)));
    driver.click(Action::Load);
    assert!(driver.resource::<Notice>().is_error);
    fs::write(&file, "{").unwrap();
    driver.click(Action::Load);
    assert!(driver.resource::<Notice>().text.contains("line 1"));
    fs::remove_dir_all(folder).unwrap();
}
