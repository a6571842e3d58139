// Figures of the whole installation: taken by `app/telemetry/sample.ts`, given out as metrics, shown on Health.

/** What is counted in the database. Ages are in seconds; what is of one process and its machine is in `app/telemetry/gauges.ts`. */
export type Figures = {
  outbox: { client: string; stream: string; pending: number; age: number }[]
  dead: { client: string; count: number }[]
  paused: boolean
  held: number
  queues: { job: string; pending: number; age: number }[]
  parked: { job: string; units: number }[]
  /** `since`: when it stood here first with more before it than an idle one lets pass; null while it moves. */
  readers: { reader: string; lag: number; place: string; since: string | null }[]
  /** Null before the first fold, and while a history is being sent. */
  figures_age: number | null
  /** What the long checks found when they last ended. */
  checks: { check: string; count: number; age: number }[]
  schema: { version: string; functions: string } | null
  findings: number
  unsealed: number
  unsealed_age: number
  chains: { chain: string; age: number }[]
  nodes: { chain: string; state: string; count: number }[]
  audits: { kind: string; waiting: number; age: number }[]
  xid_age: number
  sessions: { state: string; count: number }[]
  sessions_max: number
  standbys: { standby: string; lag: number | null; synchronous?: boolean }[]
  /** The last one; absent in a sample of 0.2.0, as is `synchronous`. */
  failover?: {
    at: string
    outcome: 'complete' | 'lost' | 'unknown'
    transactions: number
    lost_from: string | null
    lost_until: string | null
  } | null
  /** Seconds that a failover lost, while deliveries are off for it. */
  lost?: number
  /** Why the last backup failed; empty if it went well. A server of the release before takes neither this nor the next. */
  backup_failure?: string
  /** The last trial of a restore, and the last that went well; null before the first. */
  trial?: { at: string; failure: string; proved_at: string | null } | null
}

/** The largest tables, with their months and indexes. */
export type TableSize = { name: string; bytes: number; dead: number }
/** The last figures, by wall time, and the tables' sizes in bytes. */
export type Sample = { at: Date; figures: Figures; sizes: { total: number; tables: TableSize[] } }
