// Four eyes: one staff member makes a request, another approves it. Rooms define kinds, `app/`
// creates the registry with them, and services file requests in their own transaction.

export { decidingStaff } from './approvals.deciders.ts'
export { type ApprovalKind, defineApproval, type Waiting } from './approvals.kinds.ts'
export { lapseApprovals } from './approvals.lapse.ts'
export { approveOnServer, pendingAbout } from './approvals.onServer.ts'
export { refuseOwn } from './approvals.own.ts'
export { type ApprovalRow, approvalById, approvalPage, ownApprovalPage } from './approvals.queries.ts'
export { questionsOf } from './approvals.questions.ts'
export { type Approvals, ifItWaits, openApprovals, type ViewOf, type WaitingKind } from './approvals.service.ts'
export { approvalTodo, questionTodo } from './approvals.todo.ts'
