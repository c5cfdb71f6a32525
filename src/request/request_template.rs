//! Requests in scenes: their targets may be entities that are not spawned yet.

use super::{path_request::PathRequest, profiles::ProfileId, target::PathTarget};
use bevy::ecs::template::{EntityTemplate, FromTemplate, Template, TemplateContext};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{PathOptions, path_option_builders};

/// The form of a [`PathRequest`] in `bsn!`, where a target may be an entity of the same scene by its `#Name`.
///
/// `bsn!` uses this type by itself: write `PathRequest`. Begin with a constructor. Further entries may set fields.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// fn level() -> impl SceneList {
///     bsn_list![
///         (#Base Transform),
///         (PathRequest::to_entity(#Base) PathRequest { priority: 1 } PathFollower { speed: 80.0 }),
///     ]
/// }
/// ```
///
/// Without a target the scene fails to spawn.
#[derive(Default, Debug)]
pub struct PathRequestTemplate {
    /// The targets. The path ends at the target that is cheapest to reach.
    pub targets: Vec<PathTargetTemplate>,
    /// The options of the search.
    pub options: PathOptions,
    /// The profile of the agent.
    pub profile: ProfileId,
    /// The aversion to all danger layers. `None` if the aversions of the profile apply.
    pub danger_aversion: Option<f32>,
    /// The priority. The plugin begins with requests of higher priority.
    pub priority: i32,
    /// Whether a crowd agent rests in its goal only, see [`PathRequest::in_cell`].
    pub in_cell: bool,
    /// The classes of obstacles before which the agent stops, see [`PathRequest::stop_before`].
    pub stop_before: Vec<u8>,
}

/// A [`PathTarget`] in a scene.
#[derive(Clone, Copy, Debug)]
pub enum PathTargetTemplate {
    /// A cell of the map.
    Cell(IVec2),
    /// A point of the [plane](crate::Plane).
    Position(Vec2),
    /// An entity. It may be an entity that the same scene spawns.
    Entity(EntityTemplate),
}

impl PathRequestTemplate {
    /// The template of [`PathRequest::to_cell`].
    #[must_use]
    pub fn to_cell(cell: IVec2) -> Self {
        Self::to_nearest([cell])
    }

    /// The template of [`PathRequest::to_position`].
    #[must_use]
    pub fn to_position(position: Vec2) -> Self {
        Self::to_nearest([position])
    }

    /// The template of [`PathRequest::to_entity`].
    #[must_use]
    pub fn to_entity(entity: impl Into<EntityTemplate>) -> Self {
        Self::to_nearest([entity.into()])
    }

    /// The template of [`PathRequest::to_nearest`].
    #[must_use]
    pub fn to_nearest<T: Into<PathTargetTemplate>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self { targets: targets.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    path_option_builders!(options);
}

impl From<IVec2> for PathTargetTemplate {
    fn from(cell: IVec2) -> Self {
        Self::Cell(cell)
    }
}

impl From<Vec2> for PathTargetTemplate {
    fn from(position: Vec2) -> Self {
        Self::Position(position)
    }
}

impl From<Entity> for PathTargetTemplate {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity.into())
    }
}

impl From<EntityTemplate> for PathTargetTemplate {
    fn from(entity: EntityTemplate) -> Self {
        Self::Entity(entity)
    }
}

impl PathTargetTemplate {
    fn build(&self, context: &mut TemplateContext) -> Result<PathTarget> {
        Ok(match self {
            Self::Cell(cell) => PathTarget::Cell(*cell),
            Self::Position(position) => PathTarget::Position(*position),
            Self::Entity(entity) => PathTarget::Entity(entity.build_template(context)?),
        })
    }
}

impl Template for PathRequestTemplate {
    type Output = PathRequest;

    fn build_template(&self, context: &mut TemplateContext) -> Result<PathRequest> {
        if self.targets.is_empty() {
            return Err("a PathRequest in a scene has no target: write PathRequest::to_entity(#Name)".into());
        }
        let targets = self.targets.iter().map(|target| target.build(context)).collect::<Result<_>>()?;
        let request = PathRequest {
            targets,
            options: self.options,
            profile: self.profile,
            danger_aversion: self.danger_aversion,
            priority: self.priority,
            in_cell: self.in_cell,
            stop_before: SmallVec::new(),
        };
        Ok(request.stop_before(self.stop_before.iter().copied()))
    }

    fn clone_template(&self) -> Self {
        Self { targets: self.targets.clone(), stop_before: self.stop_before.clone(), ..*self }
    }
}

impl FromTemplate for PathRequest {
    type Template = PathRequestTemplate;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_with_everything_set_makes_the_same_request() {
        let mut world = World::new();
        let base = world.spawn_empty().id();
        let mut template = PathRequestTemplate::to_entity(base).within(2.0);
        template.targets.push(IVec2::new(3, 4).into());
        template.targets.push(Vec2::new(5.0, 6.0).into());
        (template.priority, template.danger_aversion, template.in_cell) = (3, Some(2.0), true);
        template.stop_before = vec![9, 7];
        let made = world.spawn_empty().build_template(&template.clone_template()).unwrap();
        let targets: [PathTarget; 3] = [base.into(), IVec2::new(3, 4).into(), Vec2::new(5.0, 6.0).into()];
        let wanted =
            PathRequest::to_nearest(targets).within(2.0).with_danger_aversion(2.0).with_priority(3).in_cell();
        let wanted = wanted.stop_before([7, 9]);
        assert_eq!(made, wanted);
    }

    #[test]
    fn a_template_without_a_target_is_an_error_that_says_what_to_write() {
        let mut world = World::new();
        let error = world.spawn_empty().build_template(&PathRequestTemplate::default()).unwrap_err();
        assert!(error.to_string().contains("no target"), "{error}");
    }
}
