//! Data that was cut off or altered is refused, or is a crowd on which every call works.

use super::{march::World, refused::saved_crowd};
use crate::crowd::{Crowd, CrowdAnswer, CrowdRules, MemberId};
use fastrand::Rng;
use glam::IVec2;
use serde_json::{Value, json};

/// Numbers at the limits of types and of lists.
const NUMBERS: [u64; 12] =
    [0, 1, 2, 8, 255, 256, 65_536, u32::MAX as u64 - 1, u32::MAX as u64, 1 << 40, u64::MAX - 1, u64::MAX];

/// Alters one value somewhere in the data.
fn alter(data: &mut Value, random: &mut Rng) {
    match data {
        Value::Object(fields) => {
            let nth = random.usize(..fields.len());
            alter(fields.values_mut().nth(nth).expect("a field"), random);
        }
        Value::Array(list) if list.is_empty() => list.push(json!(random.u8(..))),
        Value::Array(list) => {
            let [one, other] = [(); 2].map(|()| random.usize(..list.len()));
            match random.u8(..20) {
                0 => _ = list.remove(one),
                1 => list.insert(one, list[other].clone()),
                2 => list.swap(one, other),
                3 => list[one] = list[other].clone(),
                _ => alter(&mut list[one], random),
            }
        }
        Value::Number(number) => {
            let was = number.as_u64().unwrap_or(0);
            *data = match random.u8(..4) {
                0 => json!(was.wrapping_add(1)),
                1 => json!(was.saturating_sub(1)),
                2 => json!(random.u64(..90)),
                _ => json!(NUMBERS[random.usize(..NUMBERS.len())]),
            };
        }
        Value::Bool(is) => *is = !*is,
        Value::String(text) => {
            let states = ["Moving", "Waiting", "Resting", "Outside", "Now", "OnEvent", "AtDoor", "Crowded"];
            *text = states[random.usize(..states.len())].into();
        }
        Value::Null => *data = json!(random.u64(..90)),
    }
}

/// Lets a crowd go on as a game would, for which nothing has happened.
fn go_on(crowd: &mut Crowd, world: &mut World, now: u64, random: &mut Rng) {
    let mut agents: Vec<MemberId> = world.bodies.keys().copied().collect();
    for tick in 1..60 {
        let now = now + tick * 100_000;
        let cell = IVec2::new(random.i32(0..18), random.i32(0..5));
        let agent = agents[random.usize(..agents.len())];
        match tick {
            10 => agents.push(crowd.insert(cell, 0, now)),
            20 => crowd.remove(agent, now),
            25 => crowd.teleport(agent, cell, now),
            30 => crowd.set_goal(agent, 1, now),
            35 => crowd.set_capacity(2, now),
            40..45 if !world.goals.contains(&cell) => {
                world.toggle(cell);
                crowd.sync(&world.map, now);
            }
            50 => {
                let rules = CrowdRules { passage_width: 2, ..CrowdRules::default() };
                crowd.set_rules(rules, now).unwrap();
            }
            _ => crowd.change_pace(agent, 50_000, now),
        }
        crowd.settle_paces(now);
        agents.iter().for_each(|&agent| crowd.arrive(agent));
        crowd.decide(now, world);
        let size = world.map.grid().size().as_ivec2();
        for (_, answer) in crowd.answers() {
            if let CrowdAnswer::Step(step) = answer {
                assert!(step.to.cmplt(size).all() && step.starts <= step.ends, "{step:?}");
            }
        }
    }
    serde_json::to_string(crowd).unwrap();
}

#[test]
fn altered_crowds_are_refused_or_run() {
    let (mut march, data) = saved_crowd();
    let (mut refused, mut ran) = (0, 0);
    for seed in 0..3000 {
        let mut random = Rng::with_seed(seed);
        let mut altered = data.clone();
        (0..random.u8(1..4)).for_each(|_| alter(&mut altered, &mut random));
        match serde_json::from_value::<Crowd>(altered) {
            Ok(mut crowd) => {
                go_on(&mut crowd, &mut march.world, march.now, &mut random);
                ran += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 500 && ran > 500, "{refused} were refused, {ran} ran");
}

#[test]
fn a_crowd_that_was_cut_off_is_refused() {
    let (_, data) = saved_crowd();
    let text = data.to_string();
    for length in (0..text.len()).step_by(97) {
        assert!(serde_json::from_str::<Crowd>(&text[..length]).is_err(), "{length}");
    }
}
