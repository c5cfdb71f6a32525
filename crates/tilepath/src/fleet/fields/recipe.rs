//! Recipes of shared goal fields: enough data to make the fields again on the map that was saved with them.

use super::{
    field_build::{FieldBuild, bytes_for},
    field_id::FieldId,
    groups::GroupId,
    ready_field::{ReadyField, TargetCells},
    shared_fields::{FieldBasis, SharedField, SharedFields},
};
use crate::{
    fleet::walking::NextCells,
    goal_field::GoalFieldRecipe,
    jobs::{Job, RunJobs},
    map::NavMap,
    path::Contact,
};

/// The recipe of all shared goal fields.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(in crate::fleet) struct FieldsRecipe<'a> {
    #[serde(borrow)]
    fields: Vec<Option<FieldRecipe<'a>>>,
    #[serde(deserialize_with = "crate::counters::read")]
    frame: u64,
    #[serde(deserialize_with = "crate::counters::read")]
    made: u32,
    #[serde(deserialize_with = "crate::counters::read")]
    builds: u64,
    may_have_lost_paths: bool,
}

/// The recipe of the field of one group.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct FieldRecipe<'a> {
    id: FieldId,
    group: GroupId,
    contact: Contact,
    basis: FieldBasis,
    #[serde(borrow)]
    ready: Option<ReadyRecipe<'a>>,
    #[serde(borrow)]
    build: Option<BuildRecipe<'a>>,
    /// Whether the field has seen all splits of regions.
    knows_regions: bool,
    last_used: u64,
}

/// The recipe of a field from which agents read their paths.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct ReadyRecipe<'a> {
    #[serde(borrow)]
    field: GoalFieldRecipe<'a>,
    goals: TargetCells,
    changed_in: u64,
    is_edited: bool,
    grew_in: u64,
    in_step: bool,
}

/// The recipe of a field that is being built.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct BuildRecipe<'a> {
    #[serde(borrow)]
    field: GoalFieldRecipe<'a>,
    goals: TargetCells,
    number: u64,
    begun_in: u64,
    #[serde(deserialize_with = "crate::counters::read")]
    restarts: u32,
}

/// The maximum memory of all goal fields of a save, in bytes: a few bytes of a recipe ask for a whole field.
const MAX_BYTES: u64 = 4 << 30;

impl<'a> FieldsRecipe<'a> {
    /// The recipe of fields on a map. Leaves out fields that do not fit the map: the next update drops them. `with_labels`: so that the
    /// labels of cells need not be found again.
    pub(in crate::fleet) fn of(fields: &'a SharedFields, map: &NavMap, with_labels: bool) -> Self {
        let fits = |field: &&SharedField| {
            field.basis.matches(map, field.profile()) && map.is_prepared(field.profile())
        };
        let recipe = |field: &'a Option<SharedField>| {
            Some(FieldRecipe::of(field.as_ref().filter(fits)?, map, with_labels))
        };
        Self {
            fields: fields.fields.iter().map(recipe).collect(),
            frame: fields.frame,
            made: fields.made,
            builds: fields.builds,
            may_have_lost_paths: fields.may_have_lost_paths,
        }
    }

    /// Makes the fields again. Leaves out fields that no longer fit the map: their agents get new answers.
    ///
    /// # Errors
    /// A message if the fields would take too much memory, or if their frames are yet to come.
    pub(in crate::fleet) fn build(self, map: &NavMap, run: RunJobs<'_>) -> Result<SharedFields, String> {
        let recipes = || self.fields.iter().flatten();
        if let Some(last) = recipes().map(FieldRecipe::last_frame).max().filter(|&last| last > self.frame) {
            return Err(format!("a goal field of frame {last} in frame {}", self.frame));
        }
        let fields =
            recipes().map(|field| u64::from(field.ready.is_some()) + u64::from(field.build.is_some()));
        let fields: u64 = fields.sum();
        if fields.saturating_mul(bytes_for(map) as u64) > MAX_BYTES {
            let size = map.grid().size();
            return Err(format!(
                "{fields} goal fields on a map of {size}: must take at most {MAX_BYTES} bytes"
            ));
        }
        let mut fields: Vec<Option<SharedField>> = self.fields.iter().map(|_| None).collect();
        let recipes = self.fields.into_iter().zip(&mut fields);
        let jobs = recipes.filter_map(|(recipe, field)| Some((recipe?, field)));
        run(jobs
            .map(|(recipe, field)| -> Job<'_> { Box::new(move || *field = recipe.build(map)) })
            .collect());
        Ok(SharedFields {
            fields,
            frame: self.frame,
            made: self.made,
            builds: self.builds,
            may_have_lost_paths: self.may_have_lost_paths,
            ..SharedFields::default()
        })
    }
}

impl<'a> FieldRecipe<'a> {
    fn of(field: &'a SharedField, map: &NavMap, with_labels: bool) -> Self {
        let ready = |ready: &'a ReadyField| ReadyRecipe {
            field: GoalFieldRecipe::of(&ready.field, ready.in_step, map, with_labels),
            goals: ready.goals.clone(),
            changed_in: ready.changed_in,
            is_edited: ready.is_edited,
            grew_in: ready.grew_in,
            in_step: ready.in_step,
        };
        let build = |build: &'a FieldBuild| BuildRecipe {
            field: GoalFieldRecipe::of(&build.field, true, map, with_labels),
            goals: build.goals.clone(),
            number: build.number,
            begun_in: build.begun_in,
            restarts: build.restarts,
        };
        Self {
            id: field.id,
            group: field.group,
            contact: field.contact,
            basis: field.basis.clone(),
            ready: field.ready.as_ref().map(ready),
            build: field.build.as_ref().map(build),
            knows_regions: field.split_mark == map.split_mark(field.profile()),
            last_used: field.last_used,
        }
    }

    /// The last frame in which something happened to the field.
    fn last_frame(&self) -> u64 {
        let ready = self.ready.as_ref().map_or(0, |ready| ready.changed_in.max(ready.grew_in));
        let build = self.build.as_ref().map_or(0, |build| build.begun_in);
        self.last_used.max(ready).max(build)
    }

    fn build(self, map: &NavMap) -> Option<SharedField> {
        let Self { id, group, contact, basis, ready, build, knows_regions, last_used } = self;
        let split_mark = map.split_mark(&basis.profile).filter(|_| knows_regions);
        let ready = ready.and_then(|ready| ready.build(map, contact));
        let build = build.and_then(|build| build.build(map));
        (ready.is_some() || build.is_some()).then_some(SharedField {
            id,
            group,
            contact,
            basis,
            ready,
            build,
            split_mark,
            last_used,
        })
    }
}

impl ReadyRecipe<'_> {
    fn build(self, map: &NavMap, contact: Contact) -> Option<ReadyField> {
        Some(ReadyField {
            field: self.field.build(map).ok()?,
            goals: self.goals,
            contact,
            bytes: bytes_for(map),
            next_cells: NextCells::new(map.grid().bounds(), map.revision()),
            changed_in: self.changed_in,
            is_edited: self.is_edited,
            grew_in: self.grew_in,
            in_step: self.in_step,
        })
    }
}

impl BuildRecipe<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, Grid, Topology},
        jobs::one_by_one,
    };
    use glam::{IVec2, UVec2};

    #[test]
    fn goal_fields_that_take_too_much_memory_are_refused() {
        let map = |side| NavMap::new(Grid::new(UVec2::splat(side), 1).unwrap(), Topology::default());
        let (mut small, large, profile) = (map(9), map(2048), CostProfile::default());
        small.prepare(&profile);
        let field = small.growing_goal_field(&profile, &[IVec2::ONE]).unwrap();
        let ready = ReadyRecipe {
            field: GoalFieldRecipe::of(&field, true, &small, true),
            goals: TargetCells::new(),
            changed_in: 0,
            is_edited: false,
            grew_in: 0,
            in_step: true,
        };
        let group = postcard::from_bytes(&[0, 0]).unwrap();
        let recipe = |fields| FieldsRecipe {
            fields: (0..fields)
                .map(|_| {
                    Some(FieldRecipe {
                        id: FieldId { slot: 0, number: 0 },
                        group,
                        contact: Contact::default(),
                        basis: FieldBasis::new(&small, &profile),
                        ready: Some(ready.clone()),
                        build: None,
                        knows_regions: false,
                        last_used: 0,
                    })
                })
                .collect(),
            frame: 0,
            made: 0,
            builds: 0,
            may_have_lost_paths: false,
        };
        assert!(recipe(200).build(&small, &one_by_one).is_ok());
        let error = recipe(200).build(&large, &one_by_one).unwrap_err();
        assert!(error.contains("200 goal fields on a map of [2048, 2048]"), "{error}");
    }
}
