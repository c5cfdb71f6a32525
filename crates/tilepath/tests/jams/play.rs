//! Plays an arrangement, and checks in every frame that no two agents have a cell.

use arrangements::Arena;
use core::time::Duration;
use glam::{IVec2, Vec2};
use std::collections::BTreeSet;
use tilepath::{
    CellGeometry, DiagonalRule, Grid, HexLayout, NavMap, Topology,
    batch::ScopedThreads,
    crowd::{CrowdRules, StuckReason},
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Request},
};

/// The neighbourhoods: four neighbours, eight, eight with cut corners, hexagons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Four,
    Eight,
    Cut,
    Hex,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Four, Self::Eight, Self::Cut, Self::Hex];

    fn topology(self) -> Topology {
        match self {
            Self::Four => Topology::square(DiagonalRule::Never),
            Self::Eight => Topology::square(DiagonalRule::OnlyWhenNoObstacles),
            Self::Cut => Topology::square(DiagonalRule::Always),
            Self::Hex => Topology::hex(HexLayout::OddRows),
        }
    }

    fn geometry(self) -> CellGeometry {
        match self {
            Self::Hex => CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::ONE),
            _ => CellGeometry::squares(1.0),
        }
        .unwrap()
    }
}

/// The rules without plans for jams.
pub fn without_plans() -> CrowdRules {
    CrowdRules { jam_after: Duration::MAX, ..CrowdRules::default() }
}

/// A game of an arrangement.
pub struct Play {
    pub world: FleetWorld,
    /// The agents, each with its present goal.
    pub agents: Vec<(AgentId, IVec2)>,
    /// The goals that each agent still gets, the next one last.
    orders: Vec<Vec<IVec2>>,
    pub stuck: Vec<(AgentId, StuckReason)>,
    pub seconds: f32,
}

/// How an arrangement ended.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub arrived: usize,
    pub of: usize,
    pub seconds: f32,
}

fn request_to(goal: IVec2) -> Request {
    Request { in_cell: true, ..Request::to(goal) }
}

const FRAME: Duration = Duration::from_millis(50);

impl Play {
    pub fn new(arena: &Arena, kind: Kind, rules: &CrowdRules) -> Self {
        let grid = Grid::from_fn(arena.size.as_uvec2(), |cell| u8::from(arena.is_free(cell))).unwrap();
        let mut world = FleetWorld::new(NavMap::new(grid, kind.topology()), kind.geometry());
        world.fleet.set_crowd_rules(rules).unwrap();
        let mut agents = Vec::new();
        let goal_of = |number: usize| arena.goals[number][0];
        for walker in &arena.agents {
            let (agent, goal) = (
                world.fleet.insert(Some(world.geometry.center_of(walker.start)), GroundKind::Tiles),
                goal_of(walker.goal),
            );
            world.fleet.set_pace(agent, Some(Pace::new(walker.speed as f32)));
            world.fleet.set_crowd(agent, Some(0));
            world.ask(agent, request_to(goal));
            agents.push((agent, goal));
        }
        let orders = arena.then.iter().map(|then| then.iter().rev().map(|&goal| goal_of(goal)).collect());
        let orders = orders.collect();
        Self { world, agents, orders, stuck: Vec::new(), seconds: 0.0 }
    }

    /// The cell of an agent.
    pub fn cell(&self, agent: AgentId) -> Option<IVec2> {
        self.world.fleet.cell_in_crowd(agent)
    }

    /// The number of agents that have no more orders and are in the cells of their goals.
    fn arrived(&self) -> usize {
        let agents = self.agents.iter().zip(&self.orders);
        let is_home = |&((agent, goal), orders): &(&(AgentId, IVec2), &Vec<IVec2>)| {
            orders.is_empty() && self.cell(*agent) == Some(*goal)
        };
        agents.filter(is_home).count()
    }

    /// Gives agents that stand at their goals the next one.
    fn order(&mut self) {
        for nth in 0..self.agents.len() {
            let (agent, goal) = self.agents[nth];
            let at = self.world.fleet.position(agent);
            let is_there = at.is_some_and(|at| at.distance(self.world.geometry.center_of(goal)) < 0.01);
            if let Some(next) = is_there.then(|| self.orders[nth].pop()).flatten() {
                self.agents[nth].1 = next;
                self.world.ask(agent, request_to(next));
            }
        }
    }

    /// Plays a frame.
    pub fn step(&mut self) {
        self.world.update(FRAME, &ScopedThreads(1));
        self.order();
        self.seconds += FRAME.as_secs_f32();
        for event in self.world.fleet.events() {
            if let FleetEvent::Stuck { agent, reason, .. } = event {
                self.stuck.push((*agent, *reason));
            }
        }
        self.world.fleet.forget_events();
        let cells: Vec<IVec2> = self.agents.iter().filter_map(|&(agent, _)| self.cell(agent)).collect();
        let distinct: BTreeSet<(i32, i32)> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(distinct.len(), cells.len(), "two agents in a cell");
    }

    /// Plays until each agent has the cell of its goal, at most until this second of the game.
    pub fn play(&mut self, seconds: f32) -> End {
        while self.seconds < seconds && self.arrived() < self.agents.len() {
            self.step();
        }
        End { arrived: self.arrived(), of: self.agents.len(), seconds: self.seconds }
    }
}
