// Decisions of the money desks, which can be undone until they take effect (docs/money.md, Undo).
export { type Decision, nextDecision, type RefusedDecision, refusedLast } from './decisions.queries.ts'
export { type DecisionKind, decisionsJob, giveEffect, keepDecision, takeBack, undoFor } from './decisions.service.ts'
