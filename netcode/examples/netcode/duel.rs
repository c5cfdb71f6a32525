//! Two players in one program, and the network between them.

use crate::{
    bot::{self, Bot},
    input::Netcode,
    player::{self, Checksums, Hand},
    view::{View, confirmed},
};
use bevy::prelude::*;
use bevy_ggrs::{
    Session,
    ggrs::{GgrsError, GgrsEvent},
};
use netcode::Network;

/// Packets take up to this number of frames more than the latency.
const JITTER: u32 = 2;
/// The damage of a shot.
const DAMAGE: u32 = 3;

/// How a duel begins.
pub struct Setup {
    pub latency: u32,
    pub seed: u64,
    /// Whether bots play.
    pub plays: bool,
    /// Whether the towers of player 2 hit harder in its own game.
    pub cheats: bool,
}

/// Two players, each with a world of its own. They share nothing but the network.
pub struct Duel {
    players: [App; 2],
    pub network: Network,
    /// The first frame in which the two games differ, as one of the players has found.
    pub desync: Option<i32>,
}

impl Duel {
    /// Starts both players.
    ///
    /// # Errors
    /// If GGRS can't start a session.
    pub fn new(setup: &Setup) -> Result<Self, GgrsError> {
        let network = Network::new(setup.latency, JITTER, setup.seed);
        let start = |player: usize| {
            let damage = if setup.cheats && player == 1 { DAMAGE + 1 } else { DAMAGE };
            let mut app = player::app(player, network.wire(player), damage)?;
            if setup.plays {
                let random = fastrand::Rng::with_seed(setup.seed + player as u64);
                bot::plugin(&mut app, Bot { player, random });
            }
            Ok(app)
        };
        Ok(Self { players: [start(0)?, start(1)?], network, desync: None })
    }

    /// Plays a frame of both games, unless GGRS lets one of them wait.
    pub fn step(&mut self) {
        self.network.advance();
        for player in &mut self.players {
            player.update();
            let mut session = player.world_mut().resource_mut::<Session<Netcode>>();
            let Session::P2P(session) = &mut *session else { continue };
            let found = session.events().find_map(|event| match event {
                GgrsEvent::DesyncDetected { frame, .. } => Some(frame),
                _ => None,
            });
            self.desync = self.desync.or(found);
        }
    }

    /// A player clicks on a tile.
    pub fn click(&mut self, player: usize, cell: IVec2) {
        self.players[player].world_mut().resource_mut::<Hand>().clicks.push_back(cell);
    }

    /// The last frame whose clicks both players know.
    pub fn confirmed(&self) -> i32 {
        let [one, two] = self.players.each_ref().map(|player| confirmed(player.world()));
        one.min(two)
    }

    /// The checksum of a confirmed frame.
    pub fn checksum(&self, frame: i32) -> u64 {
        let checksums = &self.players[0].world().resource::<Checksums>().0;
        checksums.get(frame.unsigned_abs() as usize).copied().unwrap_or_default()
    }

    /// The first frame up to the last confirmed one that is not the same in both games. GGRS compares them frame by frame; this compares them
    /// once more at the end.
    pub fn first_difference(&self) -> Option<i32> {
        let confirmed = self.confirmed();
        let [one, two] = [0, 1].map(|player| &self.players[player].world().resource::<Checksums>().0);
        let differs = |&frame: &i32| one.get(frame as usize) != two.get(frame as usize);
        (1..=confirmed).find(differs)
    }

    /// What a player sees.
    pub fn view(&mut self, player: usize) -> View {
        View::of(self.players[player].world_mut())
    }
}
