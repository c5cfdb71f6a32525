//! The length of steps in the distances of landmarks.

use crate::{
    cost_field::{CostField, NeighbourWeights},
    ground::{
        DiagonalRule, Moves, PLAIN_WEIGHT, Rule, Topology,
        directions::{DX, DY},
    },
};

/// The greatest distance. Longer distances count as this one.
pub(super) const UNKNOWN: u32 = i32::MAX as u32;

/// The unit of distances, and the lengths of steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metric {
    kind: MetricKind,
    /// The lengths of a straight and of a diagonal step. A step of length 1 between two cells of weight 1 has a distance of 2.
    lengths: [u32; 2],
    /// What a distance of 1 stands for, in half cost units. More than 1 if all steps are equally long.
    unit: u32,
}

/// What weight a step counts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum MetricKind {
    /// The mean of both weights. A diagonal step counts a bit less: by its cost at the lower weight, plus half a straight step at the
    /// difference of the weights. Both lengths are the same in both directions.
    Mean,
    /// The weight of the cell that it enters: what the step costs.
    Exact,
}

impl MetricKind {
    /// The kind that bounds costs on this field best, as long as it is hardly edited. `Exact`, if the weights of an eighth of the cells differ from
    /// those beside them. If all steps are equally long, `Mean` is exact, too, and serves both directions.
    pub(super) fn best_for(field: &CostField) -> Self {
        let [straight, diagonal] = field.topology().both_lengths();
        let has_diagonals = field.topology().moves() != Moves::Square(DiagonalRule::Never);
        if straight != diagonal && has_diagonals && field.has_mixed_ground() {
            Self::Exact
        } else {
            Self::Mean
        }
    }
}

impl Metric {
    pub(super) const fn of(topology: Topology, kind: MetricKind) -> Self {
        if topology.shape().is_hex() {
            Self { kind, lengths: [1, 1], unit: topology.lengths().straight() }
        } else {
            Self { kind, lengths: topology.both_lengths(), unit: 1 }
        }
    }

    /// What a distance of 1 stands for, in half cost units.
    pub(super) const fn unit(self) -> u32 {
        self.unit
    }

    /// The length of a straight step between two cells of plain ground.
    pub(super) const fn tile(self) -> u32 {
        self.lengths[0].saturating_mul(2 * PLAIN_WEIGHT)
    }

    /// The length of a step over a link between cells of these weights: that of a straight step, and what the link itself costs.
    fn over_link(self, extra: u32, [from, to]: [u32; 2]) -> u32 {
        let weights = match self.kind {
            MetricKind::Mean => u64::from(from) + u64::from(to),
            MetricKind::Exact => 2 * u64::from(to),
        };
        let straight = u64::from(self.lengths[0]) * weights;
        (straight + 2 * u64::from(extra) / u64::from(self.unit)).min(u64::from(UNKNOWN)) as u32
    }

    /// The length of a step in a direction, or in the opposite one, between cells of these weights.
    #[inline(always)]
    fn length(self, direction: usize, [from, to]: [u32; 2]) -> u32 {
        let [straight, diagonal] = self.lengths.map(u64::from);
        let length = match self.kind {
            MetricKind::Mean => {
                let (light, heavy) = (u64::from(from.min(to)), u64::from(from.max(to)));
                let to_light = if direction < 4 { straight } else { 2 * diagonal - straight };
                to_light * light + straight * heavy
            }
            MetricKind::Exact => 2 * u64::from(to) * if direction < 4 { straight } else { diagonal },
        };
        length.min(u64::from(UNKNOWN)) as u32
    }
}

/// A step between a cell and another one, in both directions. Lengths are at most [`UNKNOWN`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// The padded index of the other cell.
    pub(super) cell: usize,
    /// The length of the step there.
    pub(super) out: u32,
    /// The length of the step back.
    pub(super) back: u32,
}

/// Calls a function for each cell that a legal step leads to from the cell at a padded index. A link counts as if it led both ways, and a one-way
/// step, too: this keeps distances lower bounds.
#[inline(always)]
pub(super) fn for_each_step<R: Rule>(
    field: &CostField,
    metric: Metric,
    cell: usize,
    mut step: impl FnMut(Neighbour),
) {
    let stride = field.offset(1);
    let here = field.weight(cell);
    if here == 0 {
        return;
    }
    let around = NeighbourWeights::<R>::new(field.nine(cell));
    let mut legal = match field.has_walled_edges() {
        true => field.legal_either_way::<R>(cell),
        false => around.legal(),
    };
    while legal != 0 {
        let direction = legal.trailing_zeros() as usize;
        legal &= legal - 1;
        step(Neighbour {
            cell: cell.wrapping_add_signed(DX[direction] + DY[direction] * stride),
            out: metric.length(direction, [here, around.weight(direction)]),
            back: metric.length(direction, [around.weight(direction), here]),
        });
    }
    if field.has_crossings() {
        for crossing in field.crossings_at(cell) {
            let other = if crossing.from as usize == cell { crossing.to } else { crossing.from } as usize;
            let there = field.weight(other);
            if there != 0 {
                let [out, back] =
                    [[here, there], [there, here]].map(|ends| metric.over_link(crossing.extra, ends));
                step(Neighbour { cell: other, out, back });
            }
        }
    }
}
