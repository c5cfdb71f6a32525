//! What differs between two recordings is named.

use crate::{recorded, storm::Game};
use glam::{IVec2, Vec2};
use tilepath::{
    MapEdit, MapInput,
    batch::ScopedThreads,
    fleet::{Difference, Differs, FleetInput, Input, Mismatch, Pace, Recording, Replay, Step, Subject},
};

const THREADS: ScopedThreads = ScopedThreads(1);

fn storm(seed: u64) -> Recording {
    let mut game = Game::new(seed, true);
    (0..30).for_each(|_| drop(game.step()));
    recorded(&mut game, 90, |game, _| drop(game.step()))
}

/// The first input of a kind from a frame on: its frame and its place there.
fn find(recording: &Recording, from: usize, is_it: impl Fn(&Input) -> bool) -> (usize, usize) {
    let frames = recording.frames().iter().enumerate().skip(from);
    let mut found = frames.filter_map(|(frame, of)| Some((frame, of.inputs.iter().position(&is_it)?)));
    found.next().unwrap()
}

fn first_mismatch(recording: &Recording) -> Result<(), Differs> {
    let mut replay = Replay::new(recording.clone()).unwrap();
    while replay.step(&THREADS)? != Step::Ended {}
    Ok(())
}

fn difference(one: &Recording, other: &Recording) -> Difference {
    let found = one.difference(other, &THREADS).unwrap().unwrap();
    let back = other.difference(one, &THREADS).unwrap().unwrap();
    assert_eq!((found.frame, found.state.is_some()), (back.frame, back.state.is_some()));
    found
}

#[test]
fn a_position_that_differs_is_named_with_its_agent() {
    let recording = storm(0);
    let (frame, nth) =
        find(&recording, 20, |input| matches!(input, Input::Fleet(FleetInput::SetPosition(_, Some(_)))));
    let mut other = recording.clone();
    let Input::Fleet(FleetInput::SetPosition(agent, Some(at))) = &mut other.frames_mut()[frame].inputs[nth]
    else {
        unreachable!()
    };
    at.x += 0.5;
    let agent = *agent;
    let found = difference(&recording, &other);
    let state = found.state.clone().unwrap();
    assert_eq!((found.frame, state.subject), (frame, Subject::Agent(agent)));
    assert_eq!(state.field, "position");
    let input = found.input.clone().unwrap();
    assert_eq!((input.frame, input.nth), (frame, nth));
    let text = found.to_string();
    assert!(text.starts_with(&format!("frame {frame}: agent {agent}: position: Some(Vec2(")), "{text}");
    assert!(text.contains(&format!("; input {nth} of frame {frame}: Fleet(SetPosition(")), "{text}");
    let mismatch = first_mismatch(&other).unwrap_err();
    assert!(mismatch.frame == frame && matches!(mismatch.mismatch, Mismatch::Hash { .. }), "{mismatch}");
}

#[test]
fn an_input_that_is_missing_is_named() {
    let mut named = 0;
    for seed in 0..3 {
        let recording = storm(seed);
        for frame in (0..recording.frames().len()).step_by(7) {
            let is_input = |input: &Input| {
                !matches!(
                    input,
                    Input::Fleet(
                        FleetInput::SetCells(_)
                            | FleetInput::Begin(..)
                            | FleetInput::Answer(_)
                            | FleetInput::Walk(_)
                    )
                )
            };
            let Some(nth) = recording.frames()[frame].inputs.iter().position(is_input) else { continue };
            let mut other = recording.clone();
            let removed = other.frames_mut()[frame].inputs.remove(nth);
            let found = difference(&recording, &other);
            let input = found.input.as_ref().unwrap();
            assert_eq!(
                (input.frame, input.nth, input.one.as_ref()),
                (frame, nth, Some(&removed)),
                "seed {seed}"
            );
            match (first_mismatch(&other), found.state) {
                // The input had no effect.
                (Ok(()), None) => {}
                (Err(mismatch), Some(state)) => {
                    assert_eq!(mismatch.frame, found.frame, "seed {seed}: {state}");
                    named += 1;
                }
                (mismatch, state) => panic!("seed {seed}: {mismatch:?}, {state:?}"),
            }
        }
    }
    assert!(named > 10, "only {named} inputs had an effect");
}

#[test]
fn an_edit_that_differs_is_named_with_its_cell() {
    let recording = storm(1);
    let (frame, nth) = find(
        &recording,
        0,
        |input| matches!(input, Input::Map(MapInput::Edit(edits)) if matches!(edits[..], [MapEdit::BlockAs(..)])),
    );
    let mut other = recording.clone();
    let Input::Map(MapInput::Edit(edits)) = &mut other.frames_mut()[frame].inputs[nth] else {
        unreachable!()
    };
    let [MapEdit::BlockAs(cell, class)] = edits[..] else { unreachable!() };
    edits.push(MapEdit::BlockAs(cell, class));
    edits.push(MapEdit::SetTerrain(cell, 200));
    let found = difference(&recording, &other);
    assert_eq!(found.frame, frame);
    let state = found.state.unwrap();
    // Agents may take note of the edit in the same frame.
    if state.subject == Subject::Map {
        assert_eq!(state.field, format!("terrain of ({}, {})", cell.x, cell.y));
        assert_eq!(state.other, "Some(200)");
    }
    assert_eq!(first_mismatch(&other).unwrap_err().frame, frame);
}

#[test]
fn a_hash_that_differs_is_named() {
    let recording = storm(2);
    let mut other = recording.clone();
    let hash = other.frames_mut()[33].hash.as_mut().unwrap();
    *hash ^= 1 << 40;
    let found = difference(&recording, &other);
    assert_eq!((found.frame, found.state.unwrap().field), (33, "recorded hash".into()));
    let Differs { frame, mismatch } = first_mismatch(&other).unwrap_err();
    assert!(
        frame == 33
            && matches!(mismatch, Mismatch::Hash { recorded, played } if recorded ^ played == 1 << 40)
    );
    // It can go on.
    let mut replay = Replay::new(other).unwrap();
    assert_eq!(replay.seek(50, &THREADS).unwrap_err().frame, 33);
    assert_eq!((replay.frame(), replay.world().state_hash()), (50, recording.frames()[49].hash));
}

#[test]
fn a_recording_that_ends_earlier_differs_after_its_end() {
    let recording = storm(2);
    let mut other = recording.clone();
    other.frames_mut().truncate(40);
    let found = difference(&recording, &other);
    assert_eq!((found.frame, found.state, found.input.unwrap().other), (40, None, None));
}

#[test]
fn the_id_of_an_agent_that_differs_is_named() {
    let mut game = Game::new(0, true);
    let recording = recorded(&mut game, 9, |game, frame| {
        if frame % 3 == 0 {
            game.join();
        }
        game.update();
    });
    let mut other = recording.clone();
    let is_insert = |input: &Input| matches!(input, Input::Fleet(FleetInput::Insert(..)));
    let (frame, nth) = find(&recording, 1, is_insert);
    other.frames_mut()[frame].inputs.remove(nth);
    other.frames_mut().iter_mut().for_each(|frame| frame.hash = None);
    let Differs { frame: found, mismatch } = first_mismatch(&other).unwrap_err();
    assert!(
        (frame, found) == (3, 6) && matches!(mismatch, Mismatch::Agent { .. }),
        "frame {found}: {mismatch}"
    );
    let found = difference(&recording, &other);
    let state = found.state.unwrap();
    assert_eq!((found.frame, state.field.as_str(), state.other.as_str()), (3, "presence", "nobody"));
}

/// Every field that a game can see is named, with the first agent or part that differs.
#[test]
fn each_field_of_a_state_is_named() {
    let game = {
        let mut game = Game::new(4, true);
        (0..120).for_each(|_| drop(game.step()));
        game
    };
    let agent = game.agents[7];
    type Change = fn(&mut Game);
    let changes: [(&str, Change); 16] = [
        ("position", |game| game.world.fleet.set_position(game.agents[7], Some(Vec2::new(1.25, 9.0)))),
        ("request", |game| {
            let other = game.world.fleet.agent(game.agents[7]).unwrap().request().unwrap().clone();
            game.world.ask(game.agents[7], other.with_priority(77));
        }),
        ("progress", |game| game.world.fleet.restart_walk(game.agents[7])),
        ("pace", |game| game.world.fleet.set_pace(game.agents[7], Some(Pace::new(3.0)))),
        ("status", |game| game.world.fleet.cancel(game.agents[7])),
        ("crowd", |game| game.world.fleet.set_crowd(game.agents[7], Some(99))),
        ("is steered", |game| game.world.fleet.set_steered(game.agents[7], true)),
        ("is active", |game| game.world.fleet.set_active(game.agents[7], false)),
        ("waypoint", |game| game.world.fleet.set_waypoint(game.agents[7], Some(game.waypoints[0]))),
        ("own obstacle", |game| game.world.fleet.set_own_obstacles(game.agents[7], &[IVec2::ONE])),
        ("presence", |game| assert!(game.world.fleet.remove(game.agents[7]))),
        ("terrain of", |game| game.world.map.set_terrain(game.origin + 4, 100).unwrap()),
        ("obstacles on", |game| game.world.map.block(game.origin + 4)),
        ("edge of", |game| assert!(game.world.graph.set_edges(game.waypoints[1], &[]))),
        ("waypoint", |game| assert!(game.world.graph.move_waypoint(game.waypoints[1], Vec2::ONE))),
        ("profile", |game| game.world.set_profiles(vec![])),
    ];
    assert_eq!(game.world.difference(&game.clone().world), None);
    for (field, change) in changes {
        let mut other = game.clone();
        change(&mut other);
        let found = game.world.difference(&other.world).unwrap_or_else(|| panic!("{field}: no difference"));
        assert!(found.field.contains(field), "{field}: {found}");
        if let Subject::Agent(named) = found.subject {
            assert_eq!(named, agent, "{field}");
        }
    }
}
