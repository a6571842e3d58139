// Background work in PostgreSQL itself, safe with any number of processes. Work that is handed over (`enqueue`) and work
// by the calendar (`cron`) goes through pg-boss in the schema `jobs`; short rounds (`every`) need no rows: the process that
// gets the round's lock does it, the others skip it.
export { type JobOptions, type Jobs, openJobs } from './jobs.ts'

/** A short piece of work that a room does by itself, again and again: `app/` hands it to the jobs. */
export type Round = { name: string; milliseconds: number; run: () => Promise<void> }
