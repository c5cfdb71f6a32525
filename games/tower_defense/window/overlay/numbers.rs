//! The numbers of the last search on each of its cells, in tiles: above the cost to reach the cell, below its weight.

use super::{
    super::layout::z,
    cells::{self, OnCell},
    last_search::LastSearch,
};
use crate::{board::Board, overlay::Overlay};
use bevy::{platform::collections::HashMap, prelude::*, text::FontSize, text::LineHeight};
use bevy_tilepath::{
    NavGrid,
    tilepath::{PLAIN_WEIGHT, StepLengths},
};
use kit::{hud::write, overlays::Shown};

#[derive(Component)]
pub struct CellNumbers;

/// The lower of the two numbers, as a span of the upper.
#[derive(Component)]
pub struct WeightSpan;

const FONT: FontSize = FontSize::Px(9.0);
const COST: Color = Color::WHITE;
const WEIGHT: Color = Color::srgb(1.0, 0.85, 0.4);

pub fn spawn(mut commands: Commands, board: Res<Board>) {
    for cell in cells::all(&board) {
        let at = Transform::from_translation(board.center_of(cell).extend(z::NUMBERS));
        let font = TextFont::from_font_size(FONT);
        commands
            .spawn((
                CellNumbers,
                OnCell(cell),
                Text2d::default(),
                TextLayout::justify(Justify::Center),
                LineHeight::RelativeToFont(1.15),
                font.clone(),
                TextColor(COST),
                at,
                Visibility::Hidden,
            ))
            .with_child((WeightSpan, TextSpan::default(), font, TextColor(WEIGHT)));
    }
}

/// Shows the numbers of another search. Texts that stay the same are not laid out again.
pub fn show(
    shown: Res<Shown<Overlay>>,
    search: Res<LastSearch>,
    nav_grid: Res<NavGrid>,
    mut texts: Query<(&OnCell, &Children, &mut Text2d, &mut Visibility), With<CellNumbers>>,
    mut spans: Query<&mut TextSpan, With<WeightSpan>>,
) {
    if !shown.is_changed() && !search.is_changed() {
        return;
    }
    let lengths = nav_grid.map().map_or(StepLengths::default(), |map| map.topology().lengths());
    let traced: HashMap<IVec2, _> = search.cells.iter().map(|traced| (traced.cell, traced)).collect();
    for (OnCell(cell), children, mut text, mut visibility) in &mut texts {
        let Some(traced) = traced.get(cell).filter(|_| shown.contains(Overlay::Numbers)) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Visible);
        write(&mut text, format!("{:.1}\n", lengths.in_tiles(traced.g)));
        let weight = format!("{:.1}", f64::from(traced.weight) / f64::from(PLAIN_WEIGHT));
        for &child in children {
            if let Ok(mut span) = spans.get_mut(child) {
                write(&mut span, &weight);
            }
        }
    }
}
