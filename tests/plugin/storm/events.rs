//! What happens in a storm.

use super::{model::Half, site::Site};
use crate::support::TILE;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::{prelude::*, tilepath::Topology};
use std::time::Duration;

impl Site {
    /// One random event.
    pub fn happen(&mut self) {
        match self.random.u32(0..100) {
            0..20 => self.change_a_tile(),
            20..32 => self.change_an_obstacle(),
            32..40 => self.change_danger(),
            40..46 => self.move_a_parent(),
            46..52 => self.change_a_target(),
            52..60 => self.spawn_agents(),
            60..76 => self.change_a_request(),
            76..86 => self.disturb_an_agent(),
            86..88 => self.change_the_map(),
            88..92 => self.change_settings(),
            92..94 => self.change_a_profile(),
            _ => self.change_the_time(),
        }
    }

    fn change_a_tile(&mut self) {
        let Some(map) = self.map else { return };
        let (cell, texture) = (self.any_cell(), self.texture());
        let at = TilePos::new(cell.x as u32, cell.y as u32);
        let kind = self.random.u32(0..10);
        let Some(tile) = Self::pick(&mut self.random, &self.tiles) else { return };
        self.note(format!("tile {tile}: kind {kind}, {cell}, texture {texture}"));
        let mut tile = self.app.world_mut().entity_mut(tile);
        match kind {
            0 => tile.despawn(),
            1 => _ = tile.insert(at),
            2 => _ = tile.insert(NavTile(texture as u8)),
            3 => _ = tile.remove::<NavTile>(),
            4 | 5 => {
                let tile = crate::support::spawn_tile(&mut self.app, map, at.x, at.y, texture);
                self.tiles.push(tile);
            }
            6 => _ = tile.insert(Disabled),
            7 => _ = tile.remove::<Disabled>(),
            _ => _ = tile.insert(TileTextureIndex(texture)),
        }
    }

    fn change_an_obstacle(&mut self) {
        let kind = self.random.u32(0..8);
        if kind < 3 && self.obstacles.len() < 12 {
            let half = Vec2::new(self.random.i32(1..4) as f32, self.random.i32(1..4) as f32) / 2.0;
            let parent = self.maybe_parent();
            let point = self.any_point();
            let at = self.transform_at(point, parent);
            let class = [0, 0, 7][self.random.usize(0..3)];
            let obstacle = NavObstacle::rect(half * 2.0).with_class(class);
            let tower = self.world().spawn((at, obstacle, Half(half))).id();
            self.adopt(tower, parent);
            self.obstacles.push(tower);
            self.note(format!("obstacle {tower} of class {class} and {half} at {point}, parent {parent:?}"));
        } else if let Some(tower) = Self::pick(&mut self.random, &self.obstacles) {
            self.move_or_end(tower, kind);
        }
    }

    fn change_danger(&mut self) {
        let kind = self.random.u32(0..8);
        if kind < 3 && self.dangers.len() < 6 {
            let source = DangerSource::new(self.random.i32(0..5) as f32, self.random.i32(0..6) as f32)
                .on_layer(self.random.usize(0..3));
            let parent = self.maybe_parent();
            let point = self.any_point();
            let at = self.transform_at(point, parent);
            let danger = self.world().spawn((at, source)).id();
            self.adopt(danger, parent);
            self.dangers.push(danger);
            self.note(format!("danger {danger} {source:?} at {point}, parent {parent:?}"));
        } else if let Some(danger) = Self::pick(&mut self.random, &self.dangers) {
            self.move_or_end(danger, kind);
        }
    }

    /// Moves an entity, despawns, disables or enables it, or takes it from its parent.
    fn move_or_end(&mut self, entity: Entity, kind: u32) {
        self.note(format!("{entity}: kind {kind}"));
        let point = self.any_point();
        let parent = self.app.world().get::<ChildOf>(entity).map(ChildOf::parent);
        let at = self.transform_at(point, parent);
        let mut entity = self.world().entity_mut(entity);
        match kind {
            0 | 3 => entity.despawn(),
            4 => _ = entity.insert(Disabled),
            1 | 5 => _ = entity.remove::<Disabled>(),
            2 => _ = entity.remove::<ChildOf>(),
            _ => _ = entity.insert(at),
        }
    }

    fn maybe_parent(&mut self) -> Option<Entity> {
        if self.random.u32(0..4) > 0 { None } else { Self::pick(&mut self.random, &self.parents) }
    }

    fn adopt(&mut self, entity: Entity, parent: Option<Entity>) {
        if let Some(parent) = parent {
            self.world().entity_mut(entity).insert(ChildOf(parent));
        }
    }

    fn move_a_parent(&mut self) {
        let shift = Vec2::new(self.random.i32(-3..4) as f32, self.random.i32(-3..4) as f32) * TILE;
        match Self::pick(&mut self.random, &self.parents) {
            Some(parent) if self.parents.len() > 2 && self.random.u32(0..6) == 0 => {
                self.note(format!("parent {parent} is despawned"));
                self.world().entity_mut(parent).despawn();
                self.forget_dead();
            }
            Some(parent) if self.parents.len() > 2 => {
                self.note(format!("parent {parent} moves by {shift}"));
                let children = self.app.world().get::<Children>(parent);
                let children: Vec<Entity> = children.into_iter().flatten().copied().collect();
                self.teleported.extend(children);
                let mut transform = self.app.world_mut().get_mut::<Transform>(parent).unwrap();
                transform.translation = shift.extend(0.0);
            }
            _ => {
                let parent = self.world().spawn(Transform::from_translation(shift.extend(0.0))).id();
                self.parents.push(parent);
            }
        }
    }

    fn change_a_target(&mut self) {
        let point = self.any_point();
        let at = Transform::from_translation(point.extend(0.0));
        match Self::pick(&mut self.random, &self.targets) {
            Some(target) if self.targets.len() > 3 => {
                self.note(format!("target {target} moves to {point}, or ends"));
                let kind = *self.random.choice(&[0, 1, 4, 6, 7, 8, 9, 10]).unwrap();
                self.move_or_end(target, kind);
            }
            _ => {
                let target = self.world().spawn(at).id();
                self.targets.push(target);
            }
        }
    }

    fn any_request(&mut self) -> PathRequest {
        let mut request = match self.random.u32(0..10) {
            0..3 => PathRequest::to_cell(self.any_cell()),
            3..5 => PathRequest::to_position(self.any_point()),
            5..8 => match Self::pick(&mut self.random, &self.targets) {
                Some(target) => PathRequest::to_entity(target),
                None => PathRequest::to_cell(self.any_cell()),
            },
            8 => match Self::pick(&mut self.random, &self.agents) {
                Some(agent) => PathRequest::to_nearest([agent]).within(1.0),
                None => PathRequest::to_cell(self.any_cell()),
            },
            _ => PathRequest::to_nearest([self.any_cell(), self.any_cell(), self.any_cell()]),
        };
        if self.random.u32(0..4) == 0 {
            request = request.within(*self.random.choice(&[1.0, 1.5, 3.0]).unwrap());
        }
        if self.random.u32(0..5) == 0 {
            request = request.allow_partial();
        }
        if self.random.u32(0..6) == 0 {
            request = request.with_danger_aversion(*self.random.choice(&[0.0, 0.5, 3.0, -1.0]).unwrap());
        }
        if self.random.u32(0..3) == 0 {
            let profile = *self.random.choice(&[1, 2, 3, 1, 2, 3, 99]).unwrap();
            request = request.with_profile(ProfileId::new(profile));
        }
        if self.random.u32(0..12) == 0 {
            request = request.with_max_expansions(self.random.u32(0..6));
        }
        if self.random.u32(0..12) == 0 {
            request = request.with_inflation(1.5);
        }
        request.with_priority(self.random.i32(0..2))
    }

    fn spawn_agents(&mut self) {
        if self.agents.len() > 24 {
            return;
        }
        let request = self.any_request();
        let count = if self.random.u32(0..3) == 0 { self.random.usize(4..8) } else { 1 };
        for _ in 0..count {
            let parent = self.maybe_parent();
            let point = self.any_point();
            let at = self.transform_at(point, parent);
            let agent = self.world().spawn((at, request.clone())).id();
            if self.random.u32(0..6) > 0 {
                let mut follower = PathFollower::with_speed(self.random.i32(5..40) as f32);
                if self.random.u32(0..5) == 0 {
                    follower = follower.slowed_by_terrain();
                }
                self.world().entity_mut(agent).insert(follower);
            }
            self.adopt(agent, parent);
            self.agents.push(agent);
            self.asked.insert(agent);
            self.note(format!("agent {agent} at {point}, parent {parent:?}: {request:?}"));
        }
    }

    fn change_a_request(&mut self) {
        let Some(agent) = Self::pick(&mut self.random, &self.agents) else { return };
        let old = self.app.world().get::<PathRequest>(agent).cloned();
        let kind = self.random.u32(0..8);
        let request = match (kind, old) {
            (0, _) => {
                self.note(format!("agent {agent} asks for nothing"));
                self.asked.insert(agent);
                self.world().entity_mut(agent).remove::<PathRequest>();
                return;
            }
            (1..5, Some(old)) => old,
            (_, old) => {
                let request = self.any_request();
                let is_alike = |old: PathRequest| {
                    let key = |of: &PathRequest| (of.options().range, of.profile(), of.danger_aversion());
                    old.targets() == request.targets() && key(&old) == key(&request)
                };
                let asked = if old.is_some_and(is_alike) { &mut self.asked_alike } else { &mut self.asked };
                asked.insert(agent);
                request
            }
        };
        self.note(format!("agent {agent} asks: {request:?}"));
        self.world().entity_mut(agent).insert(request);
    }

    fn disturb_an_agent(&mut self) {
        let Some(agent) = Self::pick(&mut self.random, &self.agents) else { return };
        let kind = self.random.u32(0..8);
        if kind == 0 && self.agents.len() < 10 {
            return;
        }
        self.teleported.insert(agent);
        self.move_or_end(agent, [0, 2, 4, 5, 5, 6, 6, 6][kind as usize]);
        self.forget_dead();
    }

    fn change_the_map(&mut self) {
        let kind = self.random.u32(0..4);
        self.note(format!("map: kind {kind}"));
        let shift = *self.random.choice(&[0.0, 2.125, 20.0, -37.875]).unwrap();
        match (self.map, kind) {
            (Some(map), 0..2) => {
                let mut transform = self.app.world_mut().get_mut::<Transform>(map).unwrap();
                transform.translation = Vec3::new(shift, -shift, 0.0);
            }
            (Some(map), _) => {
                self.world().entity_mut(map).despawn();
                for tile in core::mem::take(&mut self.tiles) {
                    self.world().despawn(tile);
                }
                self.map = None;
                if kind == 2 {
                    self.spawn_map();
                }
            }
            (None, _) => self.spawn_map(),
        }
    }

    fn change_settings(&mut self) {
        let diagonals = *self.random.choice(&DiagonalRule::ALL).unwrap();
        let classic = self.random.bool();
        let kind = self.random.u32(0..6);
        let (expansions, cells) = (self.random.u32(0..12), self.random.u32(0..60));
        let mut settings = self.app.world_mut().resource_mut::<PathfindingSettings>();
        let plain = PathfindingSettings::default();
        match kind {
            0 => settings.diagonals = diagonals,
            1 => settings.step_lengths = if classic { StepLengths::CLASSIC } else { StepLengths::EUCLIDEAN },
            2 => settings.expansions_per_frame = expansions,
            3 => settings.field_cells_per_frame = cells,
            4 => settings.max_field_bytes = if classic { 0 } else { plain.max_field_bytes },
            _ => self.calm_budgets(),
        }
        let settings = *self.app.world().resource::<PathfindingSettings>();
        self.note(format!("{settings:?}, {:?}", Topology::default() == settings.topology(Shape::Square)));
    }

    /// Budgets that are never spent.
    pub fn calm_budgets(&mut self) {
        let mut settings = self.app.world_mut().resource_mut::<PathfindingSettings>();
        let plain = PathfindingSettings::default();
        settings.expansions_per_frame = plain.expansions_per_frame;
        settings.field_cells_per_frame = plain.field_cells_per_frame;
    }

    fn change_a_profile(&mut self) {
        let (profile, class, cost) =
            (self.random.u16(0..4), self.random.u8(1..10), *self.random.choice(&[0, 1, 2, 3, 9]).unwrap());
        self.note(format!("profile {profile}: class {class} costs {cost}"));
        let mut profiles = self.app.world_mut().resource_mut::<CostProfiles>();
        // Class 1 is most of the map.
        profiles.get_mut(ProfileId::new(profile)).unwrap().set_cost(class, if class == 1 { 1 } else { cost });
    }

    fn change_the_time(&mut self) {
        let millis = *self.random.choice(&[0, 1, 16, 16, 100, 100, 250, 1000]).unwrap();
        self.note(format!("frames of {millis} ms"));
        let step = TimeUpdateStrategy::ManualDuration(Duration::from_millis(millis));
        self.world().insert_resource(step);
    }
}
