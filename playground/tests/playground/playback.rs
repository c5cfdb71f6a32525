//! Playing, pausing, stepping and scrubbing.

use crate::driver::Driver;
use bevy::prelude::*;
use playground::{
    action::{Action, Play, Slider},
    controls::Menu,
    pane::{Algorithm, CellState, PaneId, Setting},
    view::{JumpLine, Picture},
};

fn driver() -> Driver {
    let mut driver = Driver::new(&["--size", "30x20"]);
    driver.click(Action::ShowBoth(true));
    driver
}

/// What the textures of both panes show, as bytes.
fn pictures(driver: &mut Driver) -> Vec<Vec<u8>> {
    let mut pictures = driver.app.world_mut().query::<&Picture>();
    let mut shown: Vec<(PaneId, Handle<Image>)> = pictures
        .iter(driver.app.world())
        .map(|picture| (picture.pane(), picture.texture().clone()))
        .collect();
    shown.sort_by_key(|(pane, _)| *pane as usize);
    let images = driver.resource::<Assets<Image>>();
    shown.iter().map(|(_, image)| images.get(image).unwrap().data.clone().unwrap()).collect()
}

fn painted(driver: &mut Driver) -> usize {
    let mut pictures = driver.app.world_mut().query::<&Picture>();
    pictures.iter(driver.app.world()).map(Picture::painted).sum()
}

#[test]
fn the_buttons_step_through_the_search() {
    let mut driver = driver();
    let steps = driver.playback().steps();
    assert!(steps > 100 && driver.playback().is_at_end());
    driver.click(Action::Play(Play::Back));
    assert_eq!(driver.playback().step(), steps - 1);
    driver.click(Action::Play(Play::First));
    assert_eq!(driver.playback().step(), 0);
    for step in 1..4 {
        driver.click(Action::Play(Play::Forward));
        assert_eq!(driver.playback().step(), step);
    }
    driver.key(KeyCode::ArrowRight);
    driver.key(KeyCode::ArrowRight);
    driver.key(KeyCode::ArrowLeft);
    assert_eq!(driver.playback().step(), 4);
    driver.click(Action::Play(Play::Last));
    assert!(driver.playback().is_at_end());
    driver.key(KeyCode::Home);
    assert_eq!(driver.playback().step(), 0);
    driver.key(KeyCode::End);
    assert!(driver.playback().is_at_end());
}

#[test]
fn playing_shows_every_step_in_both_panes_until_the_end() {
    let mut driver = driver();
    driver.slide(Slider::Speed, 0.0);
    let slow = driver.playback().speed();
    driver.slide(Slider::Speed, 1.0);
    assert!(driver.playback().speed() > slow);
    driver.slide(Slider::Speed, 0.6);
    driver.click(Action::Play(Play::Toggle));
    assert!(driver.playback().is_playing());
    driver.frames(3);
    let step = driver.playback().step();
    assert!(step > 0 && !driver.playback().is_at_end());
    driver.key(KeyCode::Space);
    assert!(!driver.playback().is_playing());
    let paused = driver.playback().step();
    driver.frames(10);
    assert_eq!(driver.playback().step(), paused);
    driver.key(KeyCode::Space);
    driver.frames(2000);
    assert!(driver.playback().is_at_end() && !driver.playback().is_playing());
}

#[test]
fn the_slider_scrubs_while_it_is_dragged_wherever_the_pointer_is() {
    let mut driver = driver();
    let steps = driver.playback().steps();
    driver.slide(Slider::Step, 0.5);
    assert!(driver.playback().step().abs_diff(steps / 2) <= steps / 100 + 1);
    let [middle, size] = driver.find(&playground::widgets::Slides(Slider::Step)).unwrap();
    driver.point(middle);
    driver.press(MouseButton::Left);
    driver.frames(1);
    driver.point(middle + Vec2::new(size.x * 0.25, -300.0));
    driver.frames(1);
    assert!(driver.playback().step().abs_diff(steps * 3 / 4) <= steps / 100 + 1);
    driver.point(middle - Vec2::new(3000.0, 0.0));
    driver.frames(1);
    assert_eq!(driver.playback().step(), 0);
    driver.release(MouseButton::Left);
    driver.point(middle);
    driver.frames(1);
    assert_eq!(driver.playback().step(), 0);
}

#[test]
fn a_step_back_shows_what_was_shown_before() {
    let mut driver = driver();
    let mut seen = Vec::new();
    driver.click(Action::Play(Play::First));
    for _ in 0..30 {
        seen.push(pictures(&mut driver));
        driver.key(KeyCode::ArrowRight);
    }
    for before in seen.iter().rev() {
        driver.key(KeyCode::ArrowLeft);
        assert!(pictures(&mut driver) == *before);
    }
    // Both panes at the same step, each as far as its own search goes.
    driver.click(Action::Play(Play::Last));
    for pane in PaneId::ALL {
        let recording = &driver.panes().get(pane).run().recording;
        let closed =
            (0..600).filter(|&cell| recording.state(cell, driver.playback().step()) == CellState::Closed);
        assert_eq!(closed.count(), recording.len());
    }
}

#[test]
fn a_step_on_a_large_board_paints_few_cells() {
    let mut driver = Driver::new(&["--size", "512x512", "--map", "caves"]);
    driver.click(Action::Play(Play::First));
    driver.frames(1);
    let before = painted(&mut driver);
    driver.key(KeyCode::ArrowRight);
    driver.key(KeyCode::ArrowRight);
    let count = painted(&mut driver) - before;
    assert!((1..40).contains(&count), "{count}");
}

#[test]
fn cells_that_are_large_enough_show_g_h_and_f() {
    let mut driver = Driver::new(&["--size", "16x10"]);
    let start = driver.board().start();
    let cell = driver.left().run().cells()[1];
    let index = driver.board().terrain().index(cell).unwrap();
    let numbers = driver.left().run().recording.numbers(index, usize::MAX).unwrap();
    let lengths = driver.left().settings().lengths.pair();
    let [g, h, f] = [numbers.g, numbers.h, numbers.f].map(|cost| lengths.in_tiles(cost));
    let wanted = format!("g {g:.1}\nh {h:.1}\nf {f:.1}");
    assert!(driver.texts().contains(&wanted), "{wanted:?} at {cell}, the start is {start}");
    driver.click(Action::Play(Play::First));
    driver.frames(2);
    assert!(!driver.texts().iter().any(|text| text.starts_with("g ")));
    // Small cells have none.
    driver.click(Action::Play(Play::Last));
    let place = driver.place(cell);
    driver.point(place);
    driver.wheel(-4.0);
    driver.frames(2);
    assert!(!driver.texts().iter().any(|text| text.starts_with("g ")));
}

/// The number of vertices of the lines of jumps, before and of the last expansion.
fn jump_lines(driver: &mut Driver) -> [usize; 2] {
    let mut lines = driver.app.world_mut().query::<(&JumpLine, &Mesh2d)>();
    let world = driver.app.world();
    let meshes = world.resource::<Assets<Mesh>>();
    let mut counts = [0; 2];
    for (line, mesh) in lines.iter(world) {
        counts[usize::from(line.is_last)] += meshes.get(&mesh.0).unwrap().count_vertices();
    }
    counts
}

#[test]
fn jumps_appear_as_lines_expansion_by_expansion() {
    let mut driver = Driver::new(&["--size", "40x24", "--map", "rooms"]);
    assert_eq!(jump_lines(&mut driver), [0, 0], "A* makes steps");
    let jump = Action::Set(PaneId::Left, Setting::Algorithm(Algorithm::JumpPoint));
    driver.choose(Menu::Algorithm(PaneId::Left), jump);
    let steps = driver.playback().steps();
    let recording = driver.left().run().recording.clone();
    let made = |step: usize, of_last| recording.jumps(step, of_last).count();
    assert!(steps > 5 && made(steps, false) + made(steps, true) > steps);
    driver.click(Action::Play(Play::First));
    assert_eq!(jump_lines(&mut driver), [0, 0]);
    let mut before = 0;
    for step in 1..=steps {
        driver.key(KeyCode::ArrowRight);
        let [old, new] = jump_lines(&mut driver);
        assert!(old >= before && (old > 0) == (made(step, false) > 0) && (new > 0) == (made(step, true) > 0));
        before = old;
        // Each jump of this expansion begins at the cell that was expanded.
        let at = driver.board().terrain().cell(recording.expansion(step).unwrap().node as usize);
        assert!(recording.jumps(step, true).all(|cells| cells[0] == at && cells.len() > 2));
    }
    driver.click(Action::Play(Play::First));
    assert_eq!(jump_lines(&mut driver), [0, 0]);
}
