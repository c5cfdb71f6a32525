//! Maps in files: the format of the playground and that of MovingAI.

mod disk;
mod load_save;
mod movingai;
mod name;
mod own_format;

pub use load_save::{Notice, act, load, save, take_arrived};
pub use name::{FileName, NameField, leave_name, name_first};
