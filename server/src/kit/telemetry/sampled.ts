// Figures of the whole installation: taken by `app/telemetry/sample.ts`, given out as metrics, shown on Health.

/** What is counted in the database. Ages are in seconds; what is of one process and its machine is in `app/telemetry/gauges.ts`. */
export type Figures = {
  outbox: { client: string; stream: string; pending: number; age: number }[]
  dead: { client: string; count: number }[]
  paused: boolean
  held: number
  queues: { job: string; pending: number; age: number }[]
  parked: { job: string; units: number }[]
  readers: { reader: string; lag: number }[]
  findings: number
  unsealed: number
  unsealed_age: number
  chains: { chain: string; age: number }[]
  nodes: { chain: string; state: string; count: number }[]
  audits: { kind: string; waiting: number; age: number }[]
  xid_age: number
  sessions: { state: string; count: number }[]
  sessions_max: number
  standbys: { standby: string; lag: number | null }[]
}

/** The largest tables, with their months and indexes. */
export type TableSize = { name: string; bytes: number; dead: number }
/** The last figures, by wall time, and the tables' sizes in bytes. */
export type Sample = { at: Date; figures: Figures; sizes: { total: number; tables: TableSize[] } }
