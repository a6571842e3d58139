// Four eyes: one staff member makes a request, another approves it. Rooms define kinds, `app/`
// creates the registry with them, and services file requests in their own transaction.

export { type ApprovalKind, defineApproval, type Waiting } from './kinds.ts'
export { lapseApprovals } from './lapse.ts'
export { approveOnServer, pendingAbout } from './onServer.ts'
export { refuseOwn } from './own.ts'
export { type ApprovalRow, approvalById, approvalPage, ownApprovalPage } from './queries.ts'
export { questionsOf } from './questions.ts'
export { type Approvals, openApprovals, type ViewOf } from './service.ts'
export { approvalTodo, questionTodo } from './todo.ts'
