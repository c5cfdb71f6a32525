//! The page on which a recorded game is replayed.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::{Action, Page, Play, Slider},
    files::{NameField, Notice},
    input::Area,
    replay_page::{ReplayPart, ReplaySight, ReplayedGame},
    window_state::CurrentPage,
};
use std::{fs, path::PathBuf};
use tilepath::fleet::FleetWorld;

fn game(driver: &Driver) -> &ReplayedGame {
    driver.resource()
}

fn world(driver: &Driver) -> &FleetWorld {
    game(driver).world().expect("a recording was opened")
}

fn act(driver: &mut Driver, action: Action) {
    driver.app.world_mut().write_message(action);
    driver.frames(2);
}

/// A driver that has recorded a crowd, at its first frame.
fn recorded() -> Driver {
    let mut driver = Driver::new(&["--size", "24x16"]);
    driver.key(KeyCode::F3);
    assert!(driver.texts().iter().any(|text| text.starts_with("Load a recording")));
    driver.click(Action::RecordCrowd);
    assert_eq!((driver.resource::<CurrentPage>().0, game(&driver).frames()), (Page::Replay, 600));
    driver
}

/// Waits until the frame of the slider is reached: slices take what time there is.
fn settle(driver: &mut Driver) {
    for _ in 0..2000 {
        if game(driver).frame() == driver.playback().step() {
            return;
        }
        driver.frames(1);
    }
    panic!("the replay stays at {}", game(driver).frame());
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("playground-replay-{}-{name}", std::process::id()))
}

#[test]
fn the_slider_goes_to_every_frame_and_back() {
    let mut driver = recorded();
    assert_eq!((game(&driver).frame(), driver.playback().steps()), (0, 600));
    act(&mut driver, Action::Slide(Slider::Step, 0.5));
    settle(&mut driver);
    assert_eq!(game(&driver).frame(), 300);
    assert!(driver.texts().contains(&"frame 300 of 600".to_owned()));
    let middle = world(&driver).state_hash();
    act(&mut driver, Action::Play(Play::Last));
    settle(&mut driver);
    assert_eq!(game(&driver).differs(), None, "the hashes of the recording hold");
    assert_ne!(world(&driver).state_hash(), middle);
    act(&mut driver, Action::Slide(Slider::Step, 0.5));
    settle(&mut driver);
    assert_eq!(world(&driver).state_hash(), middle);
    driver.key(KeyCode::ArrowRight);
    settle(&mut driver);
    driver.key(KeyCode::ArrowLeft);
    settle(&mut driver);
    assert_eq!((game(&driver).frame(), world(&driver).state_hash()), (300, middle));
    driver.key(KeyCode::Space);
    driver.frames(30);
    assert!(game(&driver).frame() > 300, "Space plays");
}

#[test]
fn a_click_on_an_agent_says_what_it_does_and_a_drag_moves_the_picture() {
    let mut driver = recorded();
    act(&mut driver, Action::Slide(Slider::Step, 0.1));
    settle(&mut driver);
    driver.frames(2);
    let mut parts = driver.app.world_mut().query::<&ReplayPart>();
    let parts: Vec<ReplayPart> = parts.iter(driver.app.world()).copied().collect();
    assert!(parts.contains(&ReplayPart::Map) && parts.contains(&ReplayPart::Agents));
    let (agent, _) = world(&driver).fleet.agents().next().unwrap();
    let at = world(&driver).fleet.position(agent).unwrap();
    let place = driver.resource::<ReplaySight>().sight.place(at);
    let [middle, _] = driver.find(&Area::Replay).unwrap();
    driver.click_at(middle + place * Vec2::new(1.0, -1.0), MouseButton::Left);
    let chosen = game(&driver).chosen.unwrap();
    let near = world(&driver).fleet.position(chosen).unwrap().distance(at);
    assert!(near < 32.0, "an agent there");
    let named = format!("{chosen} at");
    assert!(driver.texts().iter().any(|text| text.starts_with(&named)), "{:?}", driver.texts());

    let before = driver.resource::<ReplaySight>().sight;
    driver.point(middle);
    driver.wheel(3.0);
    let zoomed = driver.resource::<ReplaySight>().sight;
    assert!(zoomed.scale < before.scale);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.point(middle + Vec2::new(60.0, 0.0));
    driver.frames(1);
    driver.release(MouseButton::Left);
    driver.frames(1);
    assert!(driver.resource::<ReplaySight>().sight.centre.x < zoomed.centre.x);
    assert_eq!(game(&driver).chosen, Some(chosen), "a drag is no click");
    driver.key(KeyCode::KeyF);
    assert_eq!(driver.resource::<ReplaySight>().sight, before);
}

#[test]
fn recordings_are_saved_loaded_and_compared() {
    let (one, other) = (file("one.tilerec"), file("other.tilerec"));
    let mut driver = recorded();
    let save_as = |driver: &mut Driver, file: &PathBuf| {
        driver.click_on(&NameField);
        driver.select_all();
        driver.type_text(&file.display().to_string());
        driver.click(Action::Save);
        assert!(driver.resource::<Notice>().text.starts_with("Saved"), "{:?}", driver.resource::<Notice>());
    };
    save_as(&mut driver, &one);
    // The crowd of another board is another game.
    driver.click(Action::Page(Page::Grid));
    driver.click(Action::NextSeed);
    driver.click(Action::Page(Page::Replay));
    driver.click(Action::RecordCrowd);
    save_as(&mut driver, &other);
    driver.drop_file(one.clone());
    assert_eq!((game(&driver).frames(), game(&driver).frame()), (600, 0));
    assert!(driver.texts().iter().any(|text| text.starts_with("playground-replay")), "{:?}", driver.texts());
    driver.click(Action::Compare);
    assert!(game(&driver).difference().unwrap().ends_with("is the same game."));
    driver.click_on(&NameField);
    driver.select_all();
    driver.type_text(&other.display().to_string());
    driver.click(Action::Compare);
    let difference = game(&driver).difference().unwrap().to_owned();
    assert!(difference.contains("other.tilerec: frame 0"), "{difference}");
    assert!(driver.texts().contains(&difference));

    // A file that is no recording is an error in the window, and the game stays.
    fs::write(&other, b"tilerec\0 but no more").unwrap();
    driver.click_on(&NameField);
    driver.click(Action::Load);
    assert!(driver.resource::<Notice>().is_error && game(&driver).frames() == 600);
    // A map turns to the page of the grid.
    let map = file("x.map");
    fs::write(&map, "type octile\nheight 2\nwidth 3\nmap\n...\n...\n").unwrap();
    driver.drop_file(map.clone());
    assert_eq!(driver.resource::<CurrentPage>().0, Page::Grid);
    [one, other, map].iter().for_each(|file| fs::remove_file(file).unwrap());
}

#[test]
fn before_a_recording_is_opened_nothing_is_compared_or_saved() {
    let mut driver = Driver::new(&["--size", "20x14"]);
    driver.key(KeyCode::F3);
    act(&mut driver, Action::Play(Play::Toggle));
    assert!(!driver.playback().is_playing());
    driver.click_on(&NameField);
    driver.select_all();
    driver.type_text("nothing.tilerec");
    driver.click(Action::Save);
    assert!(driver.resource::<Notice>().text.contains("no recording is replayed"));
    driver.click_on(&Area::Replay);
    assert!(game(&driver).chosen.is_none());
}
