// The baseline of exports: the same driver and rows by one cursor, written as CSV in the simplest way. Started by
// `exports.ts` as a separate process.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const columns = `u.id, u.nickname, u.sex, u.birthday, u.country, u.language, u.channel, u.platform, u.level, u.vip_type,
  u.risk_level, u.state, u.banned_until, u.market_audit, u.security, u.internal, u.certified, w.tokens, w.paid_tokens,
  w.promo_tokens, w.bonus, u.registered_at, u.last_online_at`
const cell = (value: string | number | boolean | Date | null) => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function write(from: string | null, response: ServerResponse): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  await client.query({
    text: `declare people no scroll cursor for
      select ${columns} from users.app_user u left join users.wallet w on w.user_id = u.id
       where u.created_at >= $1 order by u.created_at desc, u.id desc`,
    values: [from ?? '2000-01-01'],
  })
  response.writeHead(200, { 'content-type': 'text/csv' })
  response.write(`${columns.replace(/\s/g, '')}\r\n`)
  for (;;) {
    const { rows } = await client.query<Parameters<typeof cell>>({ text: 'fetch 1000 from people', rowMode: 'array' })
    if (rows.length === 0) break
    const text = rows.map((row) => row.map((value) => cell(value)).join(',')).join('\r\n')
    if (!response.write(`${text}\r\n`)) await new Promise<void>((resolve) => response.once('drain', resolve))
  }
  response.end()
  await client.end()
}

const server = createServer((request, response) => {
  const from = new URL(request.url ?? '/', 'http://bare').searchParams.get('startTimeStr')
  write(from, response).catch((error: unknown) => response.destroy(error as Error))
})

server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
