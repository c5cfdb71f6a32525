//! Links as arrows and walls on edges as thick lines over the board.

use super::{
    cameras::pane_layer,
    palette::Swatch,
    ribbon::Figure,
    stage::{Canvas, Stage},
};
use crate::{
    action::Page,
    board::{Board, Layout, TILE},
    painter::Painter,
    pane::PaneId,
};
use bevy::prelude::*;
use tilepath::{EdgeWall, NavLink};

/// What is drawn between cells, in a pane.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BetweenCells {
    pub pane: PaneId,
    pub part: Part,
}

/// What one mesh shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The lines of links.
    Links,
    /// The tips of links, at the cells to which they lead, and dots at the begins of one-way links.
    LinkEnds,
    EdgeWalls,
    /// The link that is being drawn.
    UnderWay,
}

/// What the meshes show.
#[derive(Default, PartialEq)]
pub struct Shown {
    under_way: Option<NavLink>,
    scale: f32,
    both: bool,
}

/// Draws links and walls again when they or the zoom have changed.
pub fn draw(
    stage: Stage,
    painter: Res<Painter>,
    mut canvas: Canvas,
    drawn: Query<Entity, With<BetweenCells>>,
    mut shown: Local<Shown>,
) {
    let board = stage.document.board();
    let now = Shown {
        under_way: painter.link_under_way(board),
        scale: stage.sight.scale,
        both: stage.panes.shows_both(),
    };
    let change = &stage.change.0;
    if *shown == now && !change.between && !change.whole {
        return;
    }
    drawn.iter().for_each(|mesh| canvas.commands.entity(mesh).despawn());
    let scale = stage.sight.scale;
    for (pane, _) in stage.panes.shown() {
        // A path is drawn over the lines of links that it uses, and under all tips.
        for (part, swatch, height) in [
            (Part::Links, Swatch::Link, 2.6),
            (Part::LinkEnds, Swatch::Link, 4.8),
            (Part::EdgeWalls, Swatch::Wall, 4.4),
            (Part::UnderWay, Swatch::Jump, 5.2),
        ] {
            // A light rim, so that they are seen on every ground.
            for (rim, colour, height) in
                [(1.5 * scale, Srgba::WHITE, height), (0.0, swatch.colour(), height + 0.2)]
            {
                let figure = figure(part, board, now.under_way, scale, rim);
                if !figure.is_empty() {
                    let layer = pane_layer(Page::Grid, pane);
                    canvas.add(BetweenCells { pane, part }, figure.mesh(), colour.into(), height, layer);
                }
            }
        }
    }
    *shown = now;
}

/// What one mesh shows, with a rim of this width.
fn figure(part: Part, board: &Board, under_way: Option<NavLink>, scale: f32, rim: f32) -> Figure {
    let (mut figure, layout) = (Figure::default(), board.layout());
    match part {
        Part::Links => board.links().for_each(|link| add_line(&mut figure, layout, link, scale, rim)),
        Part::LinkEnds => board.links().for_each(|link| add_ends(&mut figure, layout, link, scale, rim)),
        Part::EdgeWalls => {
            board.edge_walls().for_each(|wall| add_wall(&mut figure, layout, wall, scale, rim));
        }
        Part::UnderWay => {
            if let Some(link) = under_way {
                add_line(&mut figure, layout, link, scale, rim);
                add_ends(&mut figure, layout, link, scale, rim);
            }
        }
    }
    figure
}

/// The width of the line of a link.
fn link_width(scale: f32) -> f32 {
    (TILE * 0.1).clamp(1.5 * scale, 5.0 * scale)
}

/// The line of a link.
fn add_line(figure: &mut Figure, layout: Layout, link: NavLink, scale: f32, rim: f32) {
    let [from, to] = [link.from(), link.to()].map(|cell| layout.geometry().center_of(cell));
    figure.bar(from, to, link_width(scale) + 2.0 * rim);
}

/// A tip at each end to which a link leads, and a disc where it only begins.
fn add_ends(figure: &mut Figure, layout: Layout, link: NavLink, scale: f32, rim: f32) {
    let [from, to] = [link.from(), link.to()].map(|cell| layout.geometry().center_of(cell));
    let width = link_width(scale);
    let head = (width * 4.0).min(from.distance(to) / 2.5) + 4.0 * rim;
    let along = (to - from).normalize_or_zero();
    for (end, way, is_tip) in [(to, along, true), (from, -along, link.is_two_way())] {
        if is_tip {
            // The rim goes round the point, too.
            let point = end + way * rim * 2.0;
            let (neck, side) = (point - way * head, way.perp() * (head / 2.0));
            figure.polygon(&[neck - side, point, neck + side]);
        } else {
            figure.disc(end, width * 1.4 + rim);
        }
    }
}

/// A line on the edge, with a tip in the direction in which agents step freely.
fn add_wall(figure: &mut Figure, layout: Layout, wall: EdgeWall, scale: f32, rim: f32) {
    let geometry = layout.geometry();
    let (along, _) = geometry.stride(wall.from(), wall.to());
    let (middle, half) = (geometry.between(wall.from(), wall.to()), layout.edge_length() / 2.0);
    let width = (TILE * 0.14).clamp(2.0 * scale, 7.0 * scale);
    let side = along.perp() * half;
    figure.line(&[middle - side, middle + side], width + 2.0 * rim);
    if wall.is_one_way() {
        let wide = TILE * 0.2 + rim;
        let tip = middle + along * (TILE * 0.36 + rim * 2.0);
        figure.polygon(&[middle - along.perp() * wide, middle + along.perp() * wide, tip]);
    }
}
