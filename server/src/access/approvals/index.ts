// Four eyes: what one member of staff makes and another approves (product.md section 3). Rooms define kinds, `app/` opens
// the registry with them, a service asks in its own transaction.
export { type ApprovalKind, defineApproval, type Waiting } from './kinds.ts'
export { lapseApprovals } from './lapse.ts'
export { type ApprovalRow, approvalById, approvalPage, ownApprovalPage } from './queries.ts'
export { type Approvals, openApprovals, type ViewOf } from './service.ts'
export { approvalTodo } from './todo.ts'
