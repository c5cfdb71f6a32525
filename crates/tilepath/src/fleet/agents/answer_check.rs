//! Decides whether an agent needs a new answer, on any kind of ground.

use super::{agent::Agent, answer::AnswerStatus, record::PlanCause};
use core::time::Duration;

/// The checks of one agent's answer. Each kind of ground implements them.
pub(in crate::fleet) trait AnswerCheck {
    /// Whether the goal field from which the agent read its path is gone.
    fn has_lost_field(&self) -> bool;

    /// Whether a change in this update connects an agent that was cut off with its target. Such an agent gets its
    /// next search without further wait.
    fn is_opened(&mut self) -> bool;

    /// Whether anything has changed since the last answer.
    fn is_stale(&self) -> bool;

    /// Whether the agent is in another cell, or nearest to another waypoint, than at the last answer.
    fn has_start_moved(&self) -> bool;

    /// Whether a target has another cell or waypoint than at the last answer.
    fn have_goals_moved(&self) -> bool;

    /// Why the agent needs another path although its targets have not moved. `None` if it needs none.
    fn needs_another_path(&self) -> Option<PlanCause>;
}

/// Why an agent needs a new answer now. `None` if it needs none. `now` is the time since the game began.
pub(in crate::fleet) fn needs_answer(
    agent: &Agent,
    now: Duration,
    check: &mut impl AnswerCheck,
) -> Option<PlanCause> {
    let may_retry = now >= agent.plan.retry_at;
    let retries = |is_due: bool| is_due.then_some(PlanCause::Retried);
    match agent.status {
        AnswerStatus::Pending => Some(PlanCause::Requested),
        AnswerStatus::Failed(reason) => {
            let is_due = may_retry && (check.is_stale() || check.has_start_moved());
            retries(is_due || reason.is_cut_off() && check.is_opened())
        }
        AnswerStatus::Partial => {
            let is_due = may_retry && check.is_stale();
            retries(is_due || check.is_opened()).or_else(|| check.needs_another_path())
        }
        AnswerStatus::Found if check.has_lost_field() => Some(PlanCause::FieldLost),
        AnswerStatus::Found if check.have_goals_moved() => Some(PlanCause::TargetMoved),
        AnswerStatus::Found => check.needs_another_path(),
    }
}
