// Stop switches (docs/money.md).

export * as stopQueries from './stops.queries.ts'
export { aloneUntil, endsAlone } from './stops.rules.ts'
export { putOn, resumeKind, type Stoppable, stopApproval, type Thing, type Things, takeOff } from './stops.service.ts'
export { refuseStopped, Stopped, stopped, stoppedNow, stoppedOf } from './stops.stopped.ts'
export { stopTodo } from './stops.todo.ts'
