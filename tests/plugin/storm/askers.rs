//! Questions of one machine in a storm, which must change nothing.

use super::site::Site;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// How many entities ask.
const COUNT: usize = 1000;

/// Entities that may ask local questions. They are there in both storms that are compared, so that all entities have the same numbers.
pub struct Askers {
    entities: Vec<Entity>,
    random: fastrand::Rng,
    ask: bool,
}

impl Askers {
    pub fn new(site: &mut Site, ask: bool) -> Self {
        let entities = (0..COUNT).map(|_| site.world().spawn(Transform::default()).id()).collect();
        Self { entities, random: fastrand::Rng::with_seed(77), ask }
    }

    /// Lets all of them ask for something, some for the same as before, and looks at the map in every other way.
    pub fn ask(&mut self, site: &mut Site) {
        if !self.ask {
            return;
        }
        let targets: Vec<Entity> = site.agents.iter().chain(&site.targets).copied().collect();
        let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(-1..16), random.i32(-1..12));
        for &asker in &self.entities {
            let random = &mut self.random;
            let request = match random.choice(&targets) {
                Some(&target) if random.bool() => PathRequest::to_entity(target),
                _ => PathRequest::to_nearest([cell(random), cell(random)]),
            };
            let profile = ProfileId::new(random.u16(..5));
            let request = match random.u8(..4) {
                0 => request.allow_partial(),
                1 => request.within(2.0).in_sight(),
                2 => request.with_danger_aversion(random.f32() * 3.0),
                _ => request,
            };
            let at = Transform::from_xyz(random.f32() * 250.0, random.f32() * 180.0, 0.0);
            let mut asker = site.world().entity_mut(asker);
            match random.u8(..8) {
                0 => _ = asker.remove::<LocalPathRequest>(),
                1 => _ = asker.insert((at, LocalPathRequest(request.with_profile(profile)))),
                2 => _ = asker.insert(at),
                _ => _ = asker.insert(LocalPathRequest(request.with_profile(profile))),
            }
        }
        let (from, to) = (cell(&mut self.random), cell(&mut self.random));
        let agents = site.agents.clone();
        let look = move |nav_grid: Res<NavGrid>, mut explain: Explain, mut check: PlacementCheck| {
            let _ = nav_grid.find_path(&CostProfile::default().with_cost(9, 3), PathQuery::new(from, to));
            let mut reachable = Reachable::default();
            let _ = nav_grid.reachable(
                &CostProfile::default(),
                from,
                StepLengths::default().cost_of_tiles(5.0),
                &mut reachable,
            );
            let _ = check.can_build(&[from, to], &[]);
            agents.iter().map(|&agent| explain.agent(agent).to_string().len()).sum::<usize>()
        };
        site.world().run_system_once(look).expect("all parameters are there");
    }
}
