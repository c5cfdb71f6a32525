//! A crowd spreads over the gates, without running to and fro.

use crate::gates::*;
use bevy::prelude::*;
use bevy_tilepath::{PathfindingStats, prelude::*};

#[test]
fn without_congestion_a_crowd_passes_one_gate_and_with_it_three() {
    for own in [false, true] {
        let through = |congestion| {
            let gates = Gates::new(squares(), congestion);
            let gates = if own { gates.with_own_paths() } else { gates };
            let mut gates = gates.with_crowd(&to_goal());
            let through = gates.run();
            let fields = gates.app.world().resource::<PathfindingStats>().fields;
            assert_eq!(fields, u64::from(!own), "they share a goal field, or have paths of their own");
            through
        };
        assert_eq!(through(None), [0, 300, 0]);
        let with = through(Some(Congestion::default()));
        assert_eq!(with.iter().sum::<usize>(), 300);
        assert!(with.iter().all(|&count| count >= 40), "{with:?}");
    }
}

/// Where agents wait for each other.
#[test]
fn a_crowd_that_keeps_its_cells_is_through_sooner() {
    for own in [false, true] {
        let seconds = |congestion| {
            let gates = Gates::new(squares(), congestion);
            let gates = if own { gates.with_own_paths() } else { gates };
            let mut gates = gates.with_crowd(&to_goal()).that_occupy_their_cells();
            assert_eq!(gates.run().iter().sum::<usize>(), 300, "own paths {own}");
            gates.app.world().resource::<Time>().elapsed_secs()
        };
        let [without, with] = [None, Some(Congestion::default())].map(seconds);
        assert!(with < 0.75 * without, "own paths {own}: {with} s, without congestion {without} s");
    }
}

#[test]
fn a_stream_of_agents_spreads_as_well() {
    let mut gates = Gates::new(squares(), Some(Congestion::default()));
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..300 {
        gates.spawn(IVec2::new(2, random.i32(17..24)), 2.0 + random.f32() * 2.0, &to_goal());
        gates.frame();
        gates.frame();
    }
    let through = gates.run();
    assert_eq!(through.iter().sum::<usize>(), 300);
    assert!(through.iter().all(|&count| count >= 40), "{through:?}");
}

/// The profile, and the request's own aversion, say how much an agent minds.
#[test]
fn agents_without_aversion_to_the_layer_push_through() {
    let mut gates = Gates::new(squares(), Some(Congestion { layer: 2, ..default() }));
    let dog = CostProfile::default().with_aversion(2, 0.0).unwrap();
    let dog = gates.app.world_mut().resource_mut::<CostProfiles>().add(dog);
    let fears_others = CostProfile::default().with_aversion(1, 0.0).unwrap();
    let fears_others = gates.app.world_mut().resource_mut::<CostProfiles>().add(fears_others);
    let mut of_dogs = gates.with_crowd(&to_goal().with_profile(dog));
    assert_eq!(of_dogs.run(), [0, 300, 0]);
    assert!(!is_safe(&of_dogs.app), "they are a crowd to others");
    let mut gates = Gates::new(squares(), Some(Congestion { layer: 2, ..default() }));
    gates.app.insert_resource(of_dogs.app.world_mut().remove_resource::<CostProfiles>().unwrap());
    let through = gates.with_crowd(&to_goal().with_profile(fears_others)).run();
    assert!(through.iter().all(|&count| count >= 40), "{through:?}");
}

/// How often an agent turned round along the wall and walked at least two tiles back.
#[derive(Clone, Copy, Default)]
struct Reversals {
    turned_at: f32,
    direction: f32,
    count: usize,
}

impl Reversals {
    fn note(&mut self, y: f32) {
        let moved = y - self.turned_at;
        if moved * self.direction > 0.0 {
            self.turned_at = y;
        } else if moved.abs() > 2.0 * TILE {
            self.count += usize::from(self.direction != 0.0);
            (self.turned_at, self.direction) = (y, moved.signum());
        }
    }
}

/// Behind its gate each agent that took a detour turns once to the goal. Which agents turn more often is drawn by the danger of the crowd.
#[test]
fn nobody_runs_to_and_fro_and_nobody_is_searched_for_more_often_than_once_a_count() {
    for own in [false, true] {
        let mut counts = [0; 12];
        for seed in 5..11 {
            let gates = Gates::new(squares(), Some(Congestion::default()));
            let gates = if own { gates.with_own_paths() } else { gates };
            let mut gates = gates.with_drawn_crowd(&to_goal(), seed);
            let start = |agent| Reversals { turned_at: gates.place(agent).y, ..default() };
            let mut reversals: Vec<Reversals> = (0..300).map(start).collect();
            let seconds = 25;
            for _ in 0..seconds * FRAMES_PER_SECOND {
                gates.frame();
                for (agent, reversals) in reversals.iter_mut().enumerate() {
                    reversals.note(gates.place(agent).y);
                }
            }
            reversals.iter().for_each(|reversals| counts[reversals.count.min(11)] += 1);
            let searches = gates.searches();
            assert!(searches <= 300 * (u64::from(seconds) + 1) * u64::from(own), "{searches} searches");
        }
        // Seen in these 1,800 walks: 0.9 turns an agent and never more than 3 on a goal field, 1.4 and once 5 on paths of their own.
        let total: usize = counts.iter().enumerate().map(|(turns, agents)| turns * agents).sum();
        let (most_in_all, most, often) = if own { (3000, 5, 4) } else { (2000, 3, 0) };
        let is_calm = counts[most + 1..].iter().all(|&agents| agents == 0)
            && counts[5..].iter().sum::<usize>() <= often;
        assert!(total <= most_in_all && is_calm, "own paths {own}: {total} turns, by number {counts:?}");
    }
}

#[test]
fn equal_crowds_walk_alike_on_any_number_of_threads() {
    for own in [false, true] {
        let play = |threads| {
            let gates = Gates::new(squares(), Some(Congestion { interval_secs: 0.2, ..default() }));
            let gates = if own { gates.with_own_paths() } else { gates };
            let mut gates = gates.with_crowd(&to_goal());
            gates.app.world_mut().resource_mut::<PathfindingSettings>().max_threads = threads;
            let mut seen = Vec::new();
            for frame in 0..10 * FRAMES_PER_SECOND {
                gates.frame();
                if frame % 10 == 0 {
                    let bits = |agent| gates.place(agent).to_array().map(f32::to_bits);
                    let danger = danger(&gates.app, 1).to_vec();
                    seen.push(((0..300).map(bits).collect::<Vec<_>>(), danger));
                }
            }
            assert!(!is_safe(&gates.app));
            (seen, *gates.app.world().resource::<PathfindingStats>())
        };
        let one = play(1);
        assert!(one == play(4) && one == play(1));
    }
}

#[test]
fn crowds_spread_on_every_shape() {
    let cell = Vec2::splat(TILE);
    let hexagons = HexLayout::ALL.map(|layout| CellGeometry::hex(layout, Vec2::ZERO, cell));
    let others = [CellGeometry::diamond, CellGeometry::staggered, CellGeometry::axial_columns];
    let others = others.map(|geometry| geometry(Vec2::ZERO, cell));
    for geometry in hexagons.into_iter().chain(others).flatten() {
        let through = |congestion| Gates::new(geometry, congestion).with_crowd(&to_goal()).run();
        let (without, with) = (through(None), through(Some(Congestion::default())));
        assert_eq!(with.iter().sum::<usize>(), 300, "{geometry:?}");
        // Many paths over hexagons cost the same.
        let [least, unused] = [with, without].map(|through| *through.iter().min().unwrap());
        assert!(least >= 25 && unused <= 5, "{geometry:?}: {with:?}, without {without:?}");
    }
}
