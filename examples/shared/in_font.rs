//! The sentences of the plugin in Bevy's default font.

/// A text without the one letter of the plugin's sentences that the font lacks.
pub fn in_font(text: &impl ToString) -> String {
    text.to_string().replace('µ', "u")
}
