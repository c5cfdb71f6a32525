//! Snapshots of goal fields, and going back to them.

use super::shared_fields::SharedFields;
use crate::{
    map::NavMap,
    undo::{Image, RestoreError, Visit},
};

/// A state of [`SharedFields`] to which they can go back: see [`SharedFields::snapshot`].
#[derive(Clone, Debug)]
pub struct FieldsSnapshot {
    fields: SharedFields,
    /// For each slot, whether the field had seen all splits of regions.
    knows_regions: Vec<bool>,
}

impl Image for SharedFields {
    fn visit(&mut self, visit: &mut Visit) {
        self.timeline.visit(visit);
        for field in self.fields.iter_mut().flatten() {
            field.ready.iter_mut().for_each(|ready| ready.visit(visit));
            field.build.iter_mut().for_each(|build| build.visit(visit));
        }
        self.spare.iter_mut().for_each(|spare| spare.visit(visit));
    }
}

impl SharedFields {
    /// Takes a snapshot of the fields, to which [`SharedFields::restore`] can go back. `map` is the map of the fields.
    ///
    /// The time grows with the number of fields, not with the size of the map.
    #[must_use]
    pub fn snapshot(&mut self, map: Option<&NavMap>) -> FieldsSnapshot {
        let fields = self.fields.iter();
        let knows_regions = fields.map(|field| {
            let regions = field.as_ref().map(|field| map?.split_mark(field.profile()));
            field.as_ref().map(|field| field.split_mark) == regions
        });
        FieldsSnapshot { knows_regions: knows_regions.collect(), fields: self.image() }
    }

    /// Takes the fields back to the state in which a snapshot of them was taken. Later snapshots can't be restored any more.
    /// [Restore](NavMap::restore) the map first.
    ///
    /// # Errors
    /// [`RestoreError`]. The fields are then unchanged.
    pub fn restore(&mut self, snapshot: &FieldsSnapshot, map: Option<&NavMap>) -> Result<(), RestoreError> {
        let fields = self.checked(snapshot)?;
        self.become_again(fields, snapshot, map);
        Ok(())
    }

    /// Checks whether [`SharedFields::restore`] can restore a snapshot, and changes nothing.
    ///
    /// # Errors
    /// [`RestoreError`].
    pub fn check_restore(&mut self, snapshot: &FieldsSnapshot) -> Result<(), RestoreError> {
        self.checked(snapshot).map(drop)
    }

    /// The fields of a snapshot, if these fields can [become](SharedFields::become_again) those fields again.
    pub(crate) fn checked(&mut self, snapshot: &FieldsSnapshot) -> Result<Self, RestoreError> {
        let mut fields = snapshot.fields.clone();
        fields.check_against(self)?;
        Ok(fields)
    }

    /// Becomes the fields of a snapshot, which must be [checked](SharedFields::checked).
    pub(crate) fn become_again(&mut self, mut fields: Self, snapshot: &FieldsSnapshot, map: Option<&NavMap>) {
        // Memory and the lists of one frame stay.
        (fields.scratch, fields.wanted) =
            (core::mem::take(&mut self.scratch), core::mem::take(&mut self.wanted));
        *self = fields;
        self.visit(&mut Visit::Revive);
        for (field, knows_regions) in self.fields.iter_mut().zip(&snapshot.knows_regions) {
            if let Some(field) = field {
                let mark = map.and_then(|map| map.split_mark(field.profile()));
                field.split_mark = mark.filter(|_| *knows_regions);
            }
        }
    }
}
