//! Frames after an event: what an edit, a danger, new agents or a load costs, as a multiple of a frame without any.

use crate::{args::Events, clock};
use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use std::error::Error;
use tilepath::{
    CellGeometry, CostProfile, DangerStamp, DiagonalRule, Falloff, Grid, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, FleetWorld, GroundKind, Pace, Request},
};

const FRAME: Duration = Duration::from_millis(16);
/// Frames before anything is measured: landmarks are ready then, and goal fields reach their agents.
const WARM_UP: usize = 900;
/// Frames that are looked at after an event.
const AFTER: usize = 30;
/// Frames without an event, whose median is the measure.
const QUIET: usize = 60;
/// Agents on their own, and in a crowd.
const AGENTS: [usize; 2] = [2_000, 500];
const SPEED: f32 = 8.0;
/// The terrain that an edit gives its cells.
const MUD: u8 = 3;

/// Prints the longest frame after each event, in milliseconds and as a multiple of the median frame.
///
/// # Errors
/// If the map can't have this side.
pub fn run(args: &Events) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(args.side)?;
    let come = game.longest(AFTER, |game| game.come());
    (0..WARM_UP).for_each(|_| game.update());
    let quiet = clock::median(&game.times(QUIET));
    println!(
        "event\tlongest ms\tover the median\tframe\tevent ms\tsearches\texpansions\tfields\tall {AFTER} frames ms"
    );
    let print = |name: &str, found: Longest| {
        let Longest { time, frame, acting, searches, expansions, fields, total } = found;
        let ratio = time / quiet;
        println!(
            "{name}\t{time:.2}\t{ratio:.1}\t{frame}\t{acting:.2}\t{searches}\t{expansions}\t{fields}\t{total:.1}"
        );
    };
    println!("none\t{quiet:.2}\t1.0\t0\t0.00\t0\t0\t0\t{:.1}", quiet * AFTER as f64);
    print("2,500 agents come", come);
    for event in events(args.side) {
        if args.only.as_ref().is_some_and(|only| !event.name.contains(only)) {
            continue;
        }
        let found = (0..event.rounds).map(|round| {
            let found = game.longest(AFTER, |game| (event.act)(game, round));
            game.rest();
            found
        });
        if let Some(found) = found.max_by(|one, other| one.time.total_cmp(&other.time)) {
            print(&event.name, found);
        }
    }
    Ok(())
}

/// The longest of some frames, in milliseconds.
#[derive(Clone, Copy, Default, Debug)]
struct Longest {
    time: f64,
    frame: usize,
    /// The part of the event itself.
    acting: f64,
    /// The searches and their expansions in this frame, and the goal fields that were built since the event.
    searches: u64,
    expansions: u64,
    fields: u64,
    total: f64,
}

/// Makes something happen in a game, in the round with this number.
type Act = Box<dyn Fn(&mut Game, usize)>;

/// Something that happens in a game.
struct Event {
    name: String,
    rounds: usize,
    act: Act,
}

impl Event {
    fn new(name: impl Into<String>, rounds: usize, act: impl Fn(&mut Game, usize) + 'static) -> Self {
        Self { name: name.into(), rounds, act: Box::new(act) }
    }
}

fn events(side: i32) -> Vec<Event> {
    let mut events = Vec::new();
    for (shape, counts) in [
        ("in a block", &[1, 16, 100, 256, 1_024, 4_096, 16_384, 65_536][..]),
        ("in a line", &[1, 16, 100, 512][..]),
        ("scattered", &[1, 16, 100, 512, 4_096, 65_536][..]),
    ] {
        for &count in counts {
            for (class, what) in [(MUD, "mud"), (0, "walls"), (1, "plain ground")] {
                let cells = move |round: usize| cells(shape, count, side, round);
                events.push(Event::new(
                    format!("{count} tiles {shape} become {what}"),
                    3,
                    move |game, round| {
                        game.change(cells(round), class);
                    },
                ));
            }
        }
    }
    events.push(Event::new("danger of radius 40 comes", 3, |game, round| game.danger(round, true)));
    events.push(Event::new("danger of radius 40 goes", 3, |game, round| game.danger(round, false)));
    events.push(Event::new("a cost of the profile changes", 2, |game, round| {
        game.world.set_profiles(vec![CostProfile::default().with_cost(MUD, 2 + 2 * round as u16)]);
    }));
    events.push(Event::new("the diagonal rule changes, and back", 2, |game, round| {
        let rule = [DiagonalRule::Always, DiagonalRule::default()][round];
        game.world.map.set_topology(Topology::square(rule));
    }));
    events.push(Event::new("another map is loaded", 1, |game, _| {
        let map = &game.world.map;
        game.world.map = NavMap::new(map.grid().clone(), map.topology());
    }));
    events
}

/// The cells of an edit of this shape.
fn cells(shape: &str, count: i32, side: i32, round: usize) -> Vec<IVec2> {
    let round = round as i32;
    match shape {
        "in a line" => {
            (0..count).map(|nth| IVec2::new((side - count) / 2 + nth, side / 4 + round * 60)).collect()
        }
        "in a block" => {
            let width = (f64::from(count).sqrt() as i32).max(1);
            let corner = IVec2::splat((side - width) / (2 + round));
            (0..count).map(|nth| corner + IVec2::new(nth % width, nth / width)).collect()
        }
        _ => {
            let mut random = Rng::with_seed(u64::from(count.unsigned_abs()) + round as u64);
            (0..count).map(|_| IVec2::new(random.i32(0..side), random.i32(0..side))).collect()
        }
    }
}

/// Agents on their own and in a crowd, on ground of walls and mud.
struct Game {
    world: FleetWorld,
    random: Rng,
    agents: Vec<AgentId>,
    /// The terrain of the cells that the last event changed.
    changed: Vec<(IVec2, u8)>,
}

impl Game {
    fn new(side: i32) -> Result<Self, Box<dyn Error>> {
        let grid = Grid::from_fn(UVec2::splat(side.max(0) as u32), |IVec2 { x, y }| match (x, y) {
            _ if (x * 7 + y * 13) % 17 == 0 => 0,
            _ if (x / 16 + y / 16) % 3 == 0 => MUD,
            _ => 1,
        })?;
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0))?;
        let world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
        let mut game = Self { world, random: Rng::with_seed(3), agents: Vec::new(), changed: Vec::new() };
        (0..20).for_each(|_| game.update());
        Ok(game)
    }

    fn free_cell(&mut self) -> IVec2 {
        let side = self.world.map.grid().size().as_ivec2();
        loop {
            let cell = IVec2::new(self.random.i32(0..side.x), self.random.i32(0..side.y));
            if self.world.map.is_free(&CostProfile::default(), cell) {
                return cell;
            }
        }
    }

    /// All agents come and ask for paths: three of four share a goal with others.
    fn come(&mut self) {
        let goals: [IVec2; 5] = core::array::from_fn(|_| self.free_cell());
        for nth in 0..AGENTS[0] + AGENTS[1] {
            let is_in_crowd = nth >= AGENTS[0];
            let start = self.free_cell();
            let start = self.world.geometry.center_of(start);
            let goal = match nth % 4 {
                3 => self.free_cell(),
                _ if is_in_crowd => goals[4],
                shared => goals[shared],
            };
            let agent = self.world.fleet.insert(Some(start), GroundKind::Tiles);
            self.world.fleet.set_pace(agent, Some(Pace::new(SPEED)));
            self.world.fleet.set_crowd(agent, is_in_crowd.then_some(0));
            self.world.ask(agent, Request::to(goal));
            self.agents.push(agent);
        }
    }

    fn update(&mut self) {
        self.world.update(FRAME, &ScopedThreads(1));
    }

    /// The CPU time of some frames, in milliseconds.
    fn times(&mut self, frames: usize) -> Vec<f64> {
        let mut time = || clock::cpu_time(|| self.update()).as_secs_f64() * 1e3;
        (0..frames).map(|_| time()).collect()
    }

    /// The longest of the frames after an event, which is part of the first.
    fn longest(&mut self, frames: usize, act: impl FnOnce(&mut Self)) -> Longest {
        let acting = clock::cpu_time(|| act(self)).as_secs_f64() * 1e3;
        let (mut longest, begun) = (Longest { acting, ..Longest::default() }, *self.world.fleet.stats());
        for frame in 0..frames {
            let before = *self.world.fleet.stats();
            let time = self.times(1)[0] + if frame == 0 { acting } else { 0.0 };
            let now = self.world.fleet.stats();
            longest.total += time;
            longest.fields = now.field_builds - begun.field_builds;
            if time > longest.time {
                let (searches, expansions) =
                    (now.searches - before.searches, now.expansions - before.expansions);
                longest = Longest { time, frame, searches, expansions, ..longest };
            }
        }
        longest
    }

    fn change(&mut self, cells: Vec<IVec2>, class: u8) {
        let map = &mut self.world.map;
        self.changed.extend(cells.iter().map(|&cell| (cell, map.terrain(cell).unwrap_or_default())));
        map.edit(|edits| {
            cells.into_iter().for_each(|cell| edits.set_terrain(cell, class).expect("a cell of the map"));
        });
    }

    /// Undoes the last change, and waits until everything is ready again.
    fn rest(&mut self) {
        let changed = core::mem::take(&mut self.changed);
        self.world.map.edit(|edits| {
            for (cell, class) in changed.into_iter().rev() {
                edits.set_terrain(cell, class).expect("a cell of the map");
            }
        });
        (0..WARM_UP / 3).for_each(|_| self.update());
    }

    fn danger(&mut self, round: usize, comes: bool) {
        let stamp = DangerStamp::new(40.0, 3.0, Falloff::Linear).expect("a danger in range");
        let at = IVec2::new(150 + 50 * round as i32, 260);
        let edit = if comes { NavMap::add_danger } else { NavMap::remove_danger };
        edit(&mut self.world.map, 0, &stamp, at).expect("room for a danger");
    }
}
