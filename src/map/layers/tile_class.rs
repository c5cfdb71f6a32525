//! Classes that come from the data of a map editor, and what is wrong with such data.

use core::fmt::Display;

/// What a function returns that gives classes to tiles: a class, or an error if the data of the tile names none.
pub trait IntoTileClass {
    /// The class.
    ///
    /// # Errors
    /// Why the tile has none.
    fn into_tile_class(self) -> Result<u8, String>;
}

impl IntoTileClass for u8 {
    fn into_tile_class(self) -> Result<u8, String> {
        Ok(self)
    }
}

impl<E: Display> IntoTileClass for Result<u8, E> {
    fn into_tile_class(self) -> Result<u8, String> {
        self.map_err(|error| error.to_string())
    }
}

/// A tile of a tileset has a property whose value is no class.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the property {property:?} of tile {tile} is {value:?}: a class is a whole number from 0 to 255")]
pub struct InvalidTileClass {
    /// The name of the property.
    pub property: String,
    /// The texture index of the tile.
    pub tile: u32,
    /// The value.
    pub value: String,
}

/// Reads a class from the value of a property.
pub(super) fn class_of_value(
    property: &str,
    tile: u32,
    value: &impl Display,
) -> Result<u8, InvalidTileClass> {
    let value = value.to_string();
    let class = value.trim().parse();
    class.map_err(|_| InvalidTileClass { property: property.to_owned(), tile, value })
}
