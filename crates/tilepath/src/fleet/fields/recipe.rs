//! Recipes of shared goal fields: enough data to build the fields again on the map that was saved with them.

use super::{
    field_build::{FieldBuild, bytes_for},
    field_id::FieldId,
    groups::GroupId,
    ready_field::{ReadyField, TargetCells},
    shared_fields::{FieldBasis, SharedField, SharedFields},
};
use crate::{fleet::cells::NextCells, goal_field::GoalFieldRecipe, map::NavMap, regions::Regions};

/// The recipe of all goal fields that agents share on a map. It is what a save holds of them: the fields are built again after loading.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FieldsRecipe {
    fields: Vec<Option<FieldRecipe>>,
    frame: u64,
    made: u32,
    builds: u64,
    may_have_lost_paths: bool,
}

/// The recipe of the field of one group.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct FieldRecipe {
    id: FieldId,
    group: GroupId,
    range: f32,
    basis: FieldBasis,
    ready: Option<ReadyRecipe>,
    build: Option<BuildRecipe>,
    /// Whether the field has seen all splits of regions.
    knows_regions: bool,
    last_used: u64,
}

/// The recipe of a field from which agents read their paths.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct ReadyRecipe {
    field: GoalFieldRecipe,
    goals: TargetCells,
    changed_in: u64,
    is_edited: bool,
    grew_in: u64,
}

/// The recipe of a field that is being built.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct BuildRecipe {
    field: GoalFieldRecipe,
    goals: TargetCells,
    number: u64,
    begun_in: u64,
    restarts: u32,
}

impl FieldsRecipe {
    /// The recipe of fields on a map.
    #[must_use]
    pub fn of(fields: &SharedFields, map: &NavMap) -> Self {
        let recipe = |field: &Option<SharedField>| Some(FieldRecipe::of(field.as_ref()?, map));
        Self {
            fields: fields.fields.iter().map(recipe).collect(),
            frame: fields.frame,
            made: fields.made,
            builds: fields.builds,
            may_have_lost_paths: fields.may_have_lost_paths,
        }
    }

    /// Builds the fields again. Leaves out fields that do not fit the map: their agents get new answers.
    #[must_use]
    pub fn build(self, map: &NavMap) -> SharedFields {
        SharedFields {
            fields: self.fields.into_iter().map(|field| field?.build(map)).collect(),
            frame: self.frame,
            made: self.made,
            builds: self.builds,
            may_have_lost_paths: self.may_have_lost_paths,
            ..SharedFields::default()
        }
    }
}

impl FieldRecipe {
    fn of(field: &SharedField, map: &NavMap) -> Self {
        let ready = |ready: &ReadyField| ReadyRecipe {
            field: GoalFieldRecipe::of(&ready.field, map),
            goals: ready.goals.clone(),
            changed_in: ready.changed_in,
            is_edited: ready.is_edited,
            grew_in: ready.grew_in,
        };
        let build = |build: &FieldBuild| BuildRecipe {
            field: GoalFieldRecipe::of(&build.field, map),
            goals: build.goals.clone(),
            number: build.number,
            begun_in: build.begun_in,
            restarts: build.restarts,
        };
        Self {
            id: field.id,
            group: field.group,
            range: field.range,
            basis: field.basis.clone(),
            ready: field.ready.as_ref().map(ready),
            build: field.build.as_ref().map(build),
            knows_regions: field.split_mark == map.regions(field.profile()).map(Regions::split_mark),
            last_used: field.last_used,
        }
    }

    fn build(self, map: &NavMap) -> Option<SharedField> {
        let Self { id, group, range, basis, ready, build, knows_regions, last_used } = self;
        let regions = map.regions(&basis.profile);
        let split_mark = regions.filter(|_| knows_regions).map(Regions::split_mark);
        let ready = ready.and_then(|ready| ready.build(map, range));
        let build = build.and_then(|build| build.build(map));
        (ready.is_some() || build.is_some()).then_some(SharedField {
            id,
            group,
            range,
            basis,
            ready,
            build,
            split_mark,
            last_used,
        })
    }
}

impl ReadyRecipe {
    /// Builds the field again. The new field is up to date, even if the saved field was not.
    fn build(self, map: &NavMap, range: f32) -> Option<ReadyField> {
        Some(ReadyField {
            field: self.field.build(map).ok()?,
            goals: self.goals,
            range,
            bytes: bytes_for(map),
            next_cells: NextCells::new(map.grid().size(), map.revision()),
            changed_in: self.changed_in,
            is_edited: self.is_edited,
            grew_in: self.grew_in,
            in_step: true,
        })
    }
}

impl BuildRecipe {
    fn build(self, map: &NavMap) -> Option<FieldBuild> {
        Some(FieldBuild {
            field: self.field.build(map).ok()?,
            goals: self.goals,
            number: self.number,
            bytes: bytes_for(map),
            begun_in: self.begun_in,
            restarts: self.restarts,
            next_cells: None,
        })
    }
}
