//! A network in memory, whose packets are late.

use bevy_ggrs::ggrs::{Message, NonBlockingSocket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A network in memory between the players of one program. All clones of it are the same network.
#[derive(Clone)]
pub struct Network(Arc<Mutex<State>>);

struct State {
    now: u32,
    /// Frames that every packet takes.
    latency: u32,
    /// Each packet takes up to this number of frames more, so that packets overtake each other.
    jitter: u32,
    is_cut: bool,
    random: fastrand::Rng,
    packets: Vec<Packet>,
}

/// A packet on its way.
struct Packet {
    from: usize,
    to: usize,
    due: u32,
    message: Message,
}

/// What one player sends and receives by.
pub struct Wire {
    me: usize,
    network: Network,
}

impl Network {
    /// A network whose packets take `latency` frames, and by chance up to `jitter` frames more.
    #[must_use]
    pub fn new(latency: u32, jitter: u32, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self(Arc::new(Mutex::new(State {
            now: 0,
            latency,
            jitter,
            is_cut: false,
            random,
            packets: Vec::new(),
        })))
    }

    /// The end of the network at the player with this number, which is also the player's address.
    #[must_use]
    pub fn wire(&self, me: usize) -> Wire {
        Wire { me, network: self.clone() }
    }

    /// A frame passes. Packets that are due now arrive when their player asks for them.
    pub fn advance(&self) {
        self.state().now += 1;
    }

    /// The frames that a packet takes at least.
    #[must_use]
    pub fn latency(&self) -> u32 {
        self.state().latency
    }

    /// Sets the frames that the packets from now on take at least.
    pub fn set_latency(&self, frames: u32) {
        self.state().latency = frames;
    }

    /// Whether the network is cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.state().is_cut
    }

    /// Cuts the network, or mends it. While it is cut nothing arrives; what was sent in the meantime arrives afterwards.
    pub fn set_cut(&self, is_cut: bool) {
        self.state().is_cut = is_cut;
    }

    /// A thread that panicked leaves nothing half done here.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NonBlockingSocket<usize> for Wire {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let mut state = self.network.state();
        let late = state.jitter;
        let due = state.now + state.latency + state.random.u32(0..=late);
        state.packets.push(Packet { from: self.me, to: *to, due, message: message.clone() });
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        let mut state = self.network.state();
        if state.is_cut {
            return Vec::new();
        }
        let now = state.now;
        let arrives = |packet: &mut Packet| packet.to == self.me && packet.due <= now;
        state.packets.extract_if(.., arrives).map(|packet| (packet.from, packet.message)).collect()
    }
}
