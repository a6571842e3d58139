// Stop switches (docs/money.md).

export * as stopQueries from './queries.ts'
export { aloneUntil, endsAlone } from './rules.ts'
export { putOn, resumeKind, type Stoppable, stopApproval, type Thing, type Things, takeOff } from './service.ts'
export { refuseStopped, Stopped, stopped, stoppedOf } from './stopped.ts'
export { stopTodo } from './todo.ts'
