// What a competent developer would write for three calls with Node's HTTP server and the same driver, and nothing else:
// prepared statements, cached totals, one transaction with its log entry. It skips authentication, which the product
// caches for a second. Started by `beside.ts` as a separate process.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

const people = {
  name: 'people',
  text: `select u.id, u.nickname, u.avatar_url, u.sex, u.birthday::text, u.country, u.language, u.channel, u.platform, u.level,
                u.vip_type, u.risk_level, u.state, u.banned_until, u.certified, u.market_audit, u.security, u.internal,
                u.created_at, u.registered_at, u.online, u.last_online_at, w.tokens, w.paid_tokens, w.promo_tokens, w.bonus
           from users.app_user u left join users.wallet w on w.user_id = u.id
          where u.sex = $1 and u.country = $2
          order by u.created_at desc, u.id desc limit $3`,
}
const peopleCount = `select count(*)::int as count from (select 1 from users.app_user where sex = $1 and country = $2 limit 10001) c`

const logPage = {
  name: 'log',
  text: `select id, at, staff_id, username, menu_key, operation, target, content, ip from log.entry order by id desc limit 21`,
}
const logCount = 'select count(*)::int as count from (select 1 from log.entry limit 10001) c'

const totals = new Map<string, { count: number; until: number }>()
async function totalOf(text: string, values: unknown[]): Promise<number> {
  const key = `${text} ${values.join()}`
  const known = totals.get(key)
  if (known && known.until > performance.now()) return known.count
  const { rows } = await pool.query<{ count: number }>(text, values)
  const count = rows[0]?.count ?? 0
  totals.set(key, { count, until: performance.now() + 10_000 })
  return count
}

const ageOn = (birthday: string | null, today: string) =>
  birthday === null
    ? null
    : Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0)

type Row = Record<string, unknown>

async function peoplePage(query: URLSearchParams) {
  const values = [query.get('sex'), query.get('country')]
  const size = Number(query.get('size'))
  const [{ rows }, total] = await Promise.all([
    pool.query<Row & { birthday: string | null }>({ ...people, values: [...values, size + 1] }),
    totalOf(peopleCount, values),
  ])
  const today = new Date().toISOString().slice(0, 10)
  const records = rows
    .slice(0, size)
    .map((row) => ({ ...row, userId: Number(row['id']), age: ageOn(row.birthday, today) }))
  return { records, size, total }
}

async function logRows(query: URLSearchParams) {
  const [{ rows }, total] = await Promise.all([pool.query<Row>(logPage), totalOf(logCount, [])])
  return { records: rows.slice(0, Number(query.get('size'))), total }
}

const lock = {
  name: 'lock',
  text: 'select id, nickname, market_audit, security, internal, version from users.app_user where id = $1 for no key update',
}
const flag = {
  name: 'flag',
  text: 'update users.app_user set internal = $2, version = version + 1 where id = $1',
}
const entry = {
  name: 'entry',
  text: `insert into log.entry (id, at, staff_id, username, ip, menu_key, operation, target, content, reason, before, after, request_id)
         values (overlay(kit.uuid_at($1)::text placing substr($2, 25, 12) from 25 for 12)::uuid, $1, 1, 'admin', '127.0.0.1',
                 'users.list', 'user.flag', $3, $4, $5, $6, $7, $8)`,
}

async function setFlag(body: URLSearchParams) {
  const id = body.get('ids')
  const on = body.get('on') === 'true'
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Row>({ ...lock, values: [id] })
    const before = rows[0] ?? {}
    await client.query({ ...flag, values: [id, on] })
    const content = `internal ${on ? 'on' : 'off'}: ${String(before['nickname'])}`
    await client.query({
      ...entry,
      values: [
        new Date(),
        randomUUID(),
        `user ${id}`,
        content,
        body.get('reason'),
        JSON.stringify(before),
        JSON.stringify({ ...before, internal: on }),
        randomUUID(),
      ],
    })
    await client.query('commit')
    return { outcomes: [{ id: Number(id), ok: before['internal'] !== on }] }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

async function answer(request: IncomingMessage): Promise<object> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare')
  if (request.method === 'POST') return setFlag(await bodyOf(request))
  return pathname.includes('/log') ? logRows(searchParams) : peoplePage(searchParams)
}

const server = createServer((request, response) => {
  void answer(request).then(
    (result) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 200, result })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
