//! Chains of agents that push each other.

/// Where an agent may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freedom {
    /// Nearer to its goal, or to a free cell as near.
    Nearer,
    /// Pushed for an agent of the same goal: nowhere further from it.
    NotFurther,
    /// Pushed for another: anywhere.
    Anywhere,
}

/// One agent of a chain of those that push each other.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) agent: u32,
    pub(super) freedom: Freedom,
    /// The directions in which it may go, the best last.
    pub(super) directions: [u8; 8],
    pub(super) count: u8,
    /// Those of them in which it only goes if there is room.
    pub(super) if_room: u8,
    /// The cell that it wants now, and in which direction that is.
    pub(super) to: u32,
    pub(super) direction: u8,
    /// The agents in that cell that were asked to give way, by place.
    pub(super) asked: u16,
}

/// Memory of pushing.
#[derive(Clone, Debug)]
pub(super) struct Push {
    /// Who pushes whom, from the first on.
    pub(super) chain: Vec<Link>,
    /// The cells that agents of the chain want and that are full.
    pub(super) claimed: Vec<bool>,
    /// The first agent pushes no resting agents.
    pub(super) is_modest: bool,
    /// The first agent clears a corridor: it pushes agents of its own goal like any others.
    pub(super) clears_way: bool,
}

impl Push {
    pub(super) fn new(cells: usize) -> Self {
        Self { chain: Vec::new(), claimed: vec![false; cells], is_modest: false, clears_way: false }
    }
}
