// The product's baseline: Node's HTTP server and the same driver, running statements recorded from the product, and
// nothing else. Started by `log-list.ts` as a separate process.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from './statements.ts'

const { BENCH_SQL_FILE = '', DATABASE_URL = '' } = process.env
const [first, ...rest] = JSON.parse(readFileSync(BENCH_SQL_FILE, 'utf8')) as [Statement, ...Statement[]]
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 })

const run = (statement: Statement) => pool.query(statement.text, statement.values)

const server = createServer((_request, response) => {
  void answer().then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

async function answer(): Promise<string> {
  await run(first)
  const results = await Promise.all(rest.map(run))
  return JSON.stringify({ code: 200, result: { records: results.at(-1)?.rows } })
}

server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
