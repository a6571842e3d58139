// Preloaded into a server: records every statement it sends, so that a bare server and pgbench can run the same ones.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env['BENCH_SQL_FILE']

type Query = { text?: string; values?: unknown[] }

/** Parameters as PostgreSQL text, since the recording goes through a file. */
function asText(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return value.toString()
  return value
}

if (file) {
  // oxlint-disable-next-line unbound-method -- it is called with the client as its `this`
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const text = typeof first === 'string' ? first : (first as Query).text
    const values = typeof first === 'string' ? second : (first as Query).values
    const list = Array.isArray(values) ? values.map(asText) : []
    appendFileSync(file, `${JSON.stringify({ text, values: list })}\n`)
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
}
