// Stop switches (docs/money.md).

export * as stopQueries from './queries.ts'
export { aloneUntil, endsAlone } from './rules.ts'
export { putOn, resumeKind, type Stoppable, stopApproval, type Thing, type Things, takeOff } from './service.ts'
export { refuseStopped, Stopped, stopped, stoppedNow, stoppedOf } from './stopped.ts'
export { stopTodo } from './todo.ts'
