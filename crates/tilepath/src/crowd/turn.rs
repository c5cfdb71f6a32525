//! Whose turn it is among those that travel.

/// When an agent set out, less what its way takes alone.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Departure {
    pub(super) set_out: u32,
    pub(super) way: u32,
}

/// Times are compared in 2¹² microseconds, less than a frame.
const UNIT: u32 = 12;
/// No way counts as longer, in these units: 18 minutes. So nobody waits for ever for others that set out later.
pub(super) const LONGEST: u32 = 1 << 18;
/// Ways count in whole 2²¹ microseconds, two seconds: of a crowd with one goal the last would else go before the first.
const ABOUT: u32 = (1 << 9) - 1;
/// Later times count as this one, in these units: 50 days.
pub(super) const LAST: u32 = (1 << 30) - 1 - LONGEST;

impl Departure {
    /// The turn of one that sets out at a time in microseconds and whose way is not known.
    pub(super) const fn at(now: u64) -> Self {
        let now = now >> UNIT;
        Self { set_out: if now < LAST as u64 { now as u32 } else { LAST }, way: 0 }
    }

    /// The turn of one that sets out right after those that set out at a time.
    pub(super) const fn after(now: u64) -> Self {
        Self::at(now.saturating_add(1 << UNIT))
    }

    /// Says how long its way takes, in microseconds.
    pub(super) fn set_way(&mut self, way: u64) {
        self.way = (way >> UNIT).min(LONGEST.into()) as u32 & !ABOUT;
    }

    /// Its place in the order, the least first, of 30 bits.
    pub(super) const fn place(self) -> u64 {
        (self.set_out + LONGEST - self.way) as u64
    }
}
