//! Recordings: the start of a game and all its inputs, which play the same game again.

#[cfg(feature = "serde")]
mod apply;
#[cfg(feature = "serde")]
mod compare;
#[cfg(feature = "serde")]
mod difference;
#[cfg(feature = "serde")]
mod differs;
#[cfg(feature = "serde")]
mod input;
#[cfg(not(feature = "serde"))]
mod off;
#[cfg(not(feature = "serde"))]
mod off_world;
#[cfg(feature = "serde")]
mod parts;
#[cfg(feature = "serde")]
mod recorder;
#[cfg(feature = "serde")]
#[expect(clippy::module_inception, reason = "the folder is named after what it holds")]
mod recording;
#[cfg(feature = "serde")]
mod replay;
#[cfg(feature = "serde")]
mod side_by_side;
#[cfg(feature = "serde")]
mod world;

#[cfg(feature = "serde")]
pub use difference::{Difference, InputDifference, StateDifference, Subject};
#[cfg(feature = "serde")]
pub use differs::{Differs, Mismatch};
#[cfg(feature = "serde")]
pub use input::Input;
#[cfg(not(feature = "serde"))]
pub(super) use off::{Mark, Recorder};
#[cfg(feature = "serde")]
pub use parts::GameParts;
#[cfg(feature = "serde")]
pub use recorder::{Mark, Recorder};
#[cfg(feature = "serde")]
pub use recording::{Frame, Recording, Stopped};
#[cfg(feature = "serde")]
pub use replay::{Replay, Step};
