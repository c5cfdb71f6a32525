//! The command line.

use argh::FromArgs;
use bevy::math::IVec2;
use std::path::PathBuf;

/// A tower defence: keep the viruses from the processor.
#[derive(FromArgs)]
pub struct Args {
    /// run the game without a window, played by a script, and print a summary
    #[argh(switch)]
    pub headless: bool,

    /// seed of all chance in the game (default: 1)
    #[argh(option, default = "1")]
    pub seed: u64,

    /// game seconds that a headless run takes (default: 60)
    #[argh(option, default = "60")]
    pub seconds: u32,

    /// let the script play in the window too
    #[argh(switch)]
    pub autoplay: bool,

    /// overlays to begin with, such as 1,3: 1 danger, 2 last search, 3 its numbers
    #[argh(option, default = "Overlays::default()", from_str_fn(overlays))]
    pub overlay: Overlays,

    /// hold the cursor over this cell, such as 12,7; (0,0) is at the bottom left
    #[argh(option, from_str_fn(cell))]
    pub hover: Option<IVec2>,

    /// write a picture of the window to this PNG file, then exit
    #[argh(option, from_str_fn(png))]
    pub screenshot: Option<PathBuf>,

    /// the game second at which the picture is taken (default: 10)
    #[argh(option, default = "10.0", from_str_fn(second))]
    pub at: f32,
}

impl Args {
    /// Reads the command line; exits with a message where it can't be read.
    pub fn read() -> Self {
        argh::from_env()
    }
}

/// Which overlays are shown: danger, the last search, its numbers.
pub type Overlays = [bool; 3];

fn overlays(text: &str) -> Result<Overlays, String> {
    let mut shown = Overlays::default();
    for part in text.split(',') {
        match part.trim() {
            "1" => shown[0] = true,
            "2" => shown[1] = true,
            "3" => shown[2] = true,
            other => return Err(format!("there is no overlay {other:?}: give some of 1,2,3")),
        }
    }
    Ok(shown)
}

fn cell(text: &str) -> Result<IVec2, String> {
    let number = |part: &str| part.trim().parse().ok();
    text.split_once(',')
        .and_then(|(x, y)| Some(IVec2::new(number(x)?, number(y)?)))
        .ok_or_else(|| format!("{text:?} is no cell: give two whole numbers, such as 12,7"))
}

fn png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("png") => Ok(path),
        _ => Err(format!("{text:?} must end in .png")),
    }
}

fn second(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err(format!("{text:?} is no time: give seconds from 0 to 86400")),
    }
}
