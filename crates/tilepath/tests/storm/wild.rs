//! What else may happen in a game between two updates: requests are cancelled, the map moves, profiles change, agents carry obstacles.

use super::{CELL, Game};
use glam::{Affine2, IVec2, Vec2};
use tilepath::{
    CostProfile,
    fleet::{AgentId, GroundKind, Pace, PlanCause, Request, Target},
};

impl Game {
    /// Does more than [`Game::play`] does: the agents of such a game seldom come to their goals.
    pub fn play_wildly(&mut self) {
        self.enable_all();
        if self.random.bool() {
            self.play();
            return;
        }
        let (nth, what) = (self.random.u64(..self.agents.len() as u64) as usize, self.random.u8(..28));
        let agent = self.agents[nth];
        match what {
            0..=2 => self.world.fleet.cancel(agent),
            3..=6 => self.ask_wildly(agent),
            7 => _ = self.ask_once_more(agent),
            8 => self.move_map(),
            9 => self.change_profiles(),
            10..=12 => self.carry_some(agent),
            13 => self.carry(agent, &[]),
            14..=16 => {
                let layer = [None, Some(0), Some(1)][self.random.u64(..3) as usize];
                self.put_in_crowd(agent, layer);
            }
            17 => self.world.fleet.restart_walk(agent),
            18..=20 => self.push(agent),
            21 => {
                self.world.fleet.set_active(agent, false);
                self.disabled.push(agent);
            }
            22 => {
                let pace = Pace { speed: 15.0 + self.random.f32() * 60.0, is_slowed_by_terrain: false };
                self.world.fleet.set_pace(agent, Some(pace).filter(|_| self.random.bool()));
            }
            23 => self.world.fleet.ask_again(agent, PlanCause::Requested),
            24 => {
                let ground = [GroundKind::Tiles, GroundKind::Waypoints][self.random.u64(..2) as usize];
                self.world.fleet.set_ground(agent, ground);
            }
            _ => self.edit_near(agent),
        }
    }

    pub fn enable_all(&mut self) {
        self.disabled.drain(..).for_each(|agent| self.world.fleet.set_active(agent, true));
    }

    fn near(&mut self, agent: AgentId) -> IVec2 {
        let here = self.world.fleet.position(agent).and_then(|at| self.world.geometry.cell_at(at));
        let around = IVec2::new(self.random.i32(-2..=2), self.random.i32(-2..=2));
        let near = here.map_or(self.origin, |here| here + around);
        near.clamp(self.origin, self.origin + self.side - 1)
    }

    /// An edit where an agent is, or where it goes.
    fn edit_near(&mut self, agent: AgentId) {
        let goals = self.world.fleet.goal_cells(agent, &self.world.geometry).unwrap_or_default();
        let cell = match goals.first() {
            Some(&goal) if self.random.bool() => goal,
            _ => self.near(agent),
        };
        match self.random.u8(..3) {
            0 => _ = self.world.map.set_terrain(cell, 0),
            1 => _ = self.world.map.set_terrain(cell, 1),
            _ if self.blocked.len() < self.cells() / 20 => {
                self.world.map.block(cell);
                self.blocked.push((cell, 0));
            }
            _ => {}
        }
    }

    fn ask_once_more(&mut self, agent: AgentId) -> Option<()> {
        let request = self.world.fleet.agent(agent)?.request()?.clone();
        self.world.ask(agent, request);
        Some(())
    }

    fn ask_wildly(&mut self, agent: AgentId) {
        let count = 1 + self.random.u64(..3) as usize;
        let cells: Vec<IVec2> = (0..count).map(|_| self.anywhere()).collect();
        let shared = self.world.geometry.center_of(self.origin + IVec2::new(self.side / 2, 3));
        let targets = cells.into_iter().map(|cell| match self.random.u8(..4) {
            0 => Target::Position(self.world.geometry.center_of(cell) - 2.0),
            1 if self.chases => {
                Target::Agent(self.agents[self.random.u64(..self.agents.len() as u64) as usize])
            }
            2 => Target::Position(shared),
            _ => Target::Position(self.world.geometry.center_of(cell)),
        });
        let request = Request::to_nearest(targets.collect::<Vec<_>>()).with_profile(self.random.u16(..2));
        let is_on_tiles =
            self.world.fleet.agent(agent).is_some_and(|agent| agent.ground() == GroundKind::Tiles);
        let request = match self.random.u8(..8) {
            0 if is_on_tiles => request.within(1.0 + self.random.f32() * 3.0),
            1 if is_on_tiles => request.within(4.0).in_sight(),
            7 => request.by_middle(),
            2 => request.allow_partial(),
            3 if is_on_tiles => request.allow_partial().within(1.5),
            4 => request.with_danger_aversion(self.random.f32() * 3.0),
            5 => request.with_inflation(1.5),
            _ => request,
        };
        self.world.ask(agent, request);
    }

    /// Moves the map in the world, by whole cells or less.
    fn move_map(&mut self) {
        let by = Vec2::new(self.random.f32() - 0.5, self.random.f32() - 0.5) * CELL * 3.0;
        let by = if self.random.bool() { (by / CELL).round() * CELL } else { by };
        let moved = self.world.geometry.transformed(Affine2::from_translation(by));
        self.world.geometry = moved.expect("a move changes no cell");
    }

    fn change_profiles(&mut self) {
        let size = 1 + self.random.u8(..3);
        let cost = [0, 2, 7][self.random.u64(..3) as usize];
        let breaks_walls = CostProfile::default().with_cost(0, [0, 0, 20][self.random.u64(..3) as usize]);
        self.profiles = vec![
            CostProfile::default().with_cost(2, cost).with_pass_through(if cost > 5 { 2 } else { 9 }),
            breaks_walls
                .with_cost(2, 7)
                .with_aversion(0, 0.5)
                .expect("a valid aversion")
                .with_size(size)
                .expect("a valid size"),
        ];
        self.world.set_profiles(self.profiles.clone());
    }

    fn carry_some(&mut self, agent: AgentId) {
        let cells: Vec<IVec2> = (0..self.random.u32(1..6)).map(|_| self.near(agent)).collect();
        self.carry(agent, &cells);
    }

    /// Pushes an agent within its cell, or into a cell beside it.
    fn push(&mut self, agent: AgentId) {
        let Some(at) = self.world.fleet.position(agent) else { return };
        let by = Vec2::new(self.random.f32() - 0.5, self.random.f32() - 0.5) * CELL;
        self.world.fleet.set_position(agent, Some(at + by * [0.3, 1.0, 3.0][self.random.u64(..3) as usize]));
    }
}
