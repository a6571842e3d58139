// Four eyes: what one member of staff makes and another approves (product.md section 3). Rooms define kinds, `app/` opens
// the registry with them, a service asks in its own transaction.
export { type ApprovalKind, defineApproval, type Waiting } from './kinds.ts'
export { lapseApprovals } from './lapse.ts'
export { approvalById, type ApprovalFilters, approvalPage, type ApprovalRow } from './queries.ts'
export { stateAt, whyNot } from './rules.ts'
export { type Approvals, factsOf, openApprovals } from './service.ts'
export { approvalTodo } from './todo.ts'
