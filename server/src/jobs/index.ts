// Background jobs in PostgreSQL, safe with any number of processes. Enqueued work (`enqueue`) and scheduled work
// (`cron`) goes through pg-boss in the schema `jobs`. Short periodic rounds (`every`) need no rows: the process that
// gets the round's lock runs it, the others skip it.
import type { IsRunning, Pace } from './jobs.rounds.ts'

export { type IsRunning, inParts, type Pace, untilWritten } from './jobs.rounds.ts'
export { type JobOptions, type JobState, type Jobs, openJobs, prepareJobs } from './jobs.ts'
export { parkedSince, parkedWork, type Units, unitsOf } from './parked.ts'
export { resting } from './resting.ts'

/** A short periodic task of a room: `app/` registers it with the jobs. */
export type Round = Pace & { name: string; run: (isRunning: IsRunning) => Promise<void> }
