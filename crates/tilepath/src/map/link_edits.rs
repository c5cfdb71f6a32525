//! Adding and removing links and walls on edges.

use super::{edits::MapEdits, input::MapEdit};
use crate::ground::{CellRect, EdgeWall, EdgeWallError, EditKind, LinkError, NavLink};

impl MapEdits<'_> {
    /// Adds a link between two cells. The cells may be outside the map, where agents can't use the link. Equal links may be there several
    /// times; each takes an [`MapEdits::unlink`] of its own.
    ///
    /// # Errors
    /// [`LinkError`] if no map can have the link, or if the map needs the class of the link as a number for several obstacles on a cell and
    /// has no other number left. The map is then unchanged.
    pub fn link(&mut self, link: NavLink) -> Result<(), LinkError> {
        self.session.note(|| MapEdit::Link(link));
        link.check()?;
        self.keep_free(link.class()).map_err(LinkError::TooManyClasses)?;
        if self.map.grid.links_mut().add(link) == 1 {
            self.record_link(link, true);
        }
        Ok(())
    }

    /// Removes a link that is equal to this one. Returns whether there was one.
    pub fn unlink(&mut self, link: NavLink) -> bool {
        self.session.note(|| MapEdit::Unlink(link));
        let left = self.map.grid.links_mut().remove(link);
        if left == Some(0) {
            self.record_link(link, false);
        }
        left.is_some()
    }

    fn record_link(&mut self, link: NavLink, is_open: bool) {
        self.map.revision.advance(link.digits(is_open));
        for end in link.ends() {
            if self.map.grid.contains(end) {
                self.record(CellRect::of_cell(end), EditKind::Link { link, is_open });
            }
        }
    }

    /// Builds a wall on the edge between two cells. The cells may be outside the map. Equal walls may be there several times; each takes an
    /// [`MapEdits::remove_edge_wall`] of its own.
    ///
    /// # Errors
    /// [`EdgeWallError`] if no map of this shape can have the wall, or if the map needs the class of the wall as a number for several obstacles
    /// on a cell and has no other number left. The map is then unchanged.
    pub fn build_edge_wall(&mut self, wall: EdgeWall) -> Result<(), EdgeWallError> {
        self.session.note(|| MapEdit::BuildEdgeWall(wall));
        wall.check_length()?;
        if !self.map.topology.shape().have_edge(wall.from(), wall.to()) {
            return Err(EdgeWallError::NotNeighbours(wall.from(), wall.to()));
        }
        self.keep_free(wall.class()).map_err(EdgeWallError::TooManyClasses)?;
        let wall = wall.in_order();
        if self.map.grid.links_mut().edit_edges(|edges| edges.add(wall)) == 1 {
            self.record_edge_wall(wall, true);
        }
        Ok(())
    }

    /// Removes a wall on an edge that is equal to this one. Returns whether there was one.
    pub fn remove_edge_wall(&mut self, wall: EdgeWall) -> bool {
        self.session.note(|| MapEdit::RemoveEdgeWall(wall));
        let wall = wall.in_order();
        let left = self.map.grid.links_mut().edit_edges(|edges| edges.remove(wall));
        if left == Some(0) {
            self.record_edge_wall(wall, false);
        }
        left.is_some()
    }

    fn record_edge_wall(&mut self, wall: EdgeWall, is_built: bool) {
        self.map.revision.advance(wall.digits(is_built));
        let [from, to] = wall.ends().map(CellRect::of_cell);
        if let Some(rect) = from.union(to).intersection(self.map.grid.bounds()) {
            self.record(rect, EditKind::EdgeWall { wall, is_built });
        }
    }
}
