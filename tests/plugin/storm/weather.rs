//! The course of a storm: events, a frame, checks.

use super::{askers::Askers, checks::Checks, site::Site};
use crate::support::diary;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;
#[cfg(feature = "serialize")]
use bevy_tilepath::{PathfindingRecorder, PathfindingRecorderPlugin, tilepath::fleet::Recording};
use std::time::Duration;

/// A storm over a site.
pub struct Weather {
    seed: u64,
    site: Site,
    checks: Checks,
    askers: Option<Askers>,
    /// The events of the last frames.
    past: Vec<String>,
}

impl Weather {
    pub fn new(seed: u64, max_threads: usize, map_type: TilemapType) -> Self {
        let site = Site::new(seed, max_threads, map_type);
        Self { seed, site, checks: Checks::default(), askers: None, past: Vec::new() }
    }

    /// The same with entities that may ask local questions, and do or do not.
    pub fn with_askers(mut self, ask: bool) -> Self {
        self.askers = Some(Askers::new(&mut self.site, ask));
        self
    }

    /// The same, recorded from the next frame on, with a hash after each `every` frames.
    #[cfg(feature = "serialize")]
    pub fn recorded(mut self, every: u32) -> Self {
        self.site.app.add_plugins(PathfindingRecorderPlugin);
        self.site.world().resource_mut::<PathfindingRecorder>().begin(every);
        self
    }

    /// Ends the recording.
    #[cfg(feature = "serialize")]
    pub fn stop_recording(&mut self) -> Recording {
        self.site.world().resource_mut::<PathfindingRecorder>().stop().unwrap()
    }

    /// Frames with up to five events each.
    pub fn storm(&mut self, frames: usize) {
        for _ in 0..frames {
            let events = if self.site.random.bool() { 0 } else { self.site.random.u32(1..6) };
            for _ in 0..events {
                self.site.forget_dead();
                self.site.happen();
            }
            if let Some(askers) = &mut self.askers {
                askers.ask(&mut self.site);
            }
            self.frame();
        }
    }

    /// Frames without events, after which every answer is up to date.
    pub fn calm(&mut self) {
        self.site.calm_budgets();
        let step = TimeUpdateStrategy::ManualDuration(Duration::from_secs(4));
        self.site.world().insert_resource(step);
        for _ in 0..100 {
            self.frame();
        }
        let ends = self.checks.after_the_storm(&mut self.site);
        self.report(ends);
    }

    fn frame(&mut self) {
        self.site.forget_dead();
        let frame = self.past.len();
        self.past.push(format!("frame {frame}: {}", self.site.log.join("\n    ")));
        self.checks.look_before(&mut self.site);
        self.site.app.update();
        let agrees = self.checks.look_after(&mut self.site);
        self.report(agrees);
        self.site.log.clear();
        self.site.teleported.clear();
        self.site.asked.clear();
        self.site.asked_alike.clear();
    }

    fn report(&self, agrees: Result<(), String>) {
        if let Err(what) = agrees {
            let last = self.past.len().saturating_sub(6);
            panic!("seed {}: {what}\n{}", self.seed, self.past[last..].join("\n"));
        }
    }

    /// Where all agents are, what they know, and all that was reported.
    pub fn end_state(&mut self) -> String {
        let stats = *self.site.app.world().resource::<PathfindingStats>();
        let events = diary(&self.site.app);
        let mut state = format!("{stats:?} {:?} {:?} {:?}", events.found, events.replanned, events.reached);
        state +=
            &events.failed.iter().map(|(agent, reason)| format!("{agent}: {reason}\n")).collect::<String>();
        let world = self.site.app.world();
        for &agent in &self.site.agents {
            let parts = world.entity(agent).get_components::<(&Transform, Option<&PathResult>)>();
            state += &format!("{agent}: {parts:?}\n");
        }
        state
    }
}
