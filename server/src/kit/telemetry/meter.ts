// Where the server's parts report what they do. Nothing is kept and nothing is loaded unless somebody asked for metrics (`METRICS_PORT`): then
// `app/telemetry` puts a meter here.
import type { CounterName, HistogramName } from './metrics.ts'

export type Attributes = Readonly<Record<string, string | number>>

export type Meter = {
  count(name: CounterName, by: number, attributes: Attributes): void
  record(name: HistogramName, seconds: number, attributes: Attributes): void
}

/** Of the process, as its event loop is. */
let meter: Meter | undefined

export const useMeter = (one: Meter | undefined): void => void (meter = one)

/** Whether anybody counts: what is costly to find out is found out only then. */
export const isMeasured = (): boolean => meter !== undefined

export const count = (name: CounterName, attributes: Attributes = {}, by = 1): void =>
  meter?.count(name, by, attributes)

export const record = (name: HistogramName, seconds: number, attributes: Attributes = {}): void =>
  meter?.record(name, seconds, attributes)

/** Runs `work` and records how long it took, with an `outcome` of `done` or `failed`. */
export async function timed<T>(name: HistogramName, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> {
  if (!meter) return work()
  const started = performance.now()
  let outcome = 'failed'
  try {
    const result = await work()
    outcome = 'done'
    return result
  } finally {
    record(name, (performance.now() - started) / 1_000, { ...attributes, outcome })
  }
}

/** What kind of error: a code of PostgreSQL or Node, or its class. */
export const kindOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' || typeof code === 'number') return String(code)
  return typeof name === 'string' ? name : 'Error'
}

/** Runs a request to somebody else's server, and records how long it took. */
export async function asPeer<T>(peer: 's3' | 'sms' | 'chain', work: () => Promise<T>): Promise<T> {
  if (!meter) return work()
  const started = performance.now()
  let failure: string | undefined
  try {
    return await work()
  } catch (error) {
    failure = kindOf(error)
    throw error
  } finally {
    record('http.client.request.duration', (performance.now() - started) / 1_000, {
      'greenroom.peer': peer,
      ...(failure !== undefined && { 'error.type': failure }),
    })
  }
}

const known = new Map<string, string>()
const knownAtMost = 5_000
const table =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|from|join)\s+(?:only\s+)?"?([a-z_]+)"?\."?([a-z_]+)"?/i
const called = /\b(select|call)\s+"?([a-z_]+)"?\."?([a-z_]+)"?\s*\(/i
const verb = /^\s*(?:with\b[^]*?\)\s*)?([a-z]+)/i

/** A statement's verb and its first table or function, such as `select users.app_user`: few, whatever its text. */
export function operationOf(text: string): string {
  let found = known.get(text)
  if (found === undefined) {
    const [, how = '', schema, name] = table.exec(text) ?? called.exec(text) ?? []
    const does = /^(insert|update|delete|merge)/i.exec(how)?.[1] ?? verb.exec(text)?.[1] ?? 'other'
    found = schema === undefined ? does.toLowerCase() : `${does.toLowerCase()} ${schema}.${name}`
    if (known.size >= knownAtMost) known.clear()
    known.set(text, found)
  }
  return found
}
