//! `rollback --plugin`: what the plugin does in its set of the schedule in which earlier states come back: snapshots of a game of entities,
//! and going back to them.

use crate::{
    args::Rollback,
    clock,
    rollback::{DISTANCE, FRAME, WARM_UP, edits_in, ground, print_times},
};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_tilepath::{PathfindingState, prelude::*};
use fastrand::Rng;
use std::error::Error;

/// The schedule in which earlier states come back: it holds nothing else.
#[derive(ScheduleLabel, SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
struct Restore;

/// The plugin's schedule.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Walk;

/// Prints the time of snapshots and restores in microseconds, median and longest.
///
/// # Errors
/// If the map can't have this side.
pub fn run(args: &Rollback) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(args)?;
    (0..WARM_UP).for_each(|_| game.update());
    let (mut snapshots, mut restores) = game.measure(args.rounds);
    print_times(&mut snapshots, &mut restores);
    Ok(())
}

/// The agents of [`crate::rollback`] as entities.
struct Game {
    app: App,
    random: Rng,
    side: i32,
}

impl Game {
    fn new(args: &Rollback) -> Result<Self, Box<dyn Error>> {
        let (side, mut random) = (args.side, Rng::with_seed(5));
        let (grid, geometry) = ground(side, &mut random)?;
        let settings = PathfindingSettings {
            max_field_bytes: 1 << 30,
            load_cells_per_frame: 10_000_000,
            max_threads: 1,
            ..default()
        };
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Walk).restored_in(Restore, Restore)))
            .insert_resource(settings)
            .insert_resource(NavGrid::from_grid(grid, geometry));
        for one_thread in [Walk.intern(), ScheduleLabel::intern(&Restore)] {
            app.edit_schedule(one_thread, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
            });
        }
        app.finish();
        app.cleanup();
        let mut game = Self { app, random, side };
        let goals: Vec<IVec2> = (0..args.fields.max(1)).map(|_| game.free_cell()).collect();
        for nth in 0..args.agents {
            let start = game.free_cell();
            let place = Transform::from_translation(geometry.center_of(start).extend(0.0));
            let request = PathRequest::to_cell(goals[nth % goals.len()]);
            let mut agent = game.app.world_mut().spawn((place, request, PathFollower::with_speed(20.0)));
            if args.crowd {
                agent.insert(CrowdAgent::default());
            }
        }
        Ok(game)
    }

    fn set_terrain(&mut self, class: u8) -> IVec2 {
        let cell = IVec2::new(self.random.i32(0..self.side), self.random.i32(0..self.side));
        let mut nav_grid = self.app.world_mut().resource_mut::<NavGrid>();
        nav_grid.map_mut().expect("a map").set_terrain(cell, class).expect("a cell of the map");
        cell
    }

    /// Any cell, which becomes free.
    fn free_cell(&mut self) -> IVec2 {
        self.set_terrain(1)
    }

    fn edit(&mut self) {
        let class = self.random.u8(..3);
        self.set_terrain(class);
    }

    /// The CPU microseconds of the set in which earlier states come back.
    fn restore(&mut self) -> f64 {
        clock::cpu_time(|| self.app.world_mut().run_schedule(Restore)).as_secs_f64() * 1e6
    }

    fn walk(&mut self) {
        self.app.world_mut().resource_mut::<Time>().advance_by(FRAME);
        self.app.world_mut().run_schedule(Walk);
    }

    /// A frame without a snapshot.
    fn update(&mut self) {
        self.restore();
        self.walk();
    }

    fn places(&mut self) -> Vec<(Entity, Transform)> {
        let mut agents = self.app.world_mut().query::<(Entity, &Transform)>();
        agents.iter(self.app.world()).map(|(agent, place)| (agent, *place)).collect()
    }

    /// Again and again, takes a snapshot in every frame, and then goes back to the first one. Returns the times of snapshots and of going
    /// back.
    fn measure(&mut self, rounds: usize) -> (Vec<f64>, Vec<f64>) {
        let (mut snapshots, mut restores) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let places = self.places();
            let mut kept: Vec<PathfindingState> = Vec::new();
            for frame in 0..=DISTANCE {
                kept.push(self.app.world().resource::<PathfindingState>().clone());
                snapshots.push(self.restore());
                if frame < DISTANCE {
                    (0..edits_in(frame)).for_each(|_| self.edit());
                    self.walk();
                }
            }
            // As a rollback library does it.
            for (agent, place) in places {
                self.app.world_mut().entity_mut(agent).insert(place);
            }
            self.app.world_mut().insert_resource(kept.swap_remove(0));
            restores.push(self.restore());
            self.walk();
        }
        (snapshots, restores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_go_back_to_where_they_were() {
        for crowd in [false, true] {
            let args = Rollback { side: 48, agents: 60, fields: 3, crowd, rounds: 5, plugin: true };
            let mut game = Game::new(&args).unwrap();
            (0..100).for_each(|_| game.update());
            let (snapshots, restores) = game.measure(args.rounds);
            assert_eq!((snapshots.len(), restores.len()), (5 * (DISTANCE + 1), 5));
            let results = game.places();
            let mut again = Game::new(&args).unwrap();
            (0..100).for_each(|_| again.update());
            // The frames that were played and undone leave no trace but their edits, which were undone as well.
            (0..5).for_each(|_| again.update());
            assert_eq!(results, again.places());
        }
    }
}
