// The user list with a million users: each filter and order, first and far pages, searches, through the real server,
// one request after the other, timed at a client on the same machine. `node bench/users.ts [--users=1000000]
// [--times=30] [--plans] [--only=name prefixes, with commas]`
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath, type Call } from '@greenroom/contract/call'
import { todayFigures } from '@greenroom/contract/todayFigures'
import * as users from '@greenroom/contract/users'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { markOf, plansOf, statementsSince } from './lib/plans.ts'
import { startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '30' },
    plans: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const times = Number(values.times)
const aim = 50
const size = 20
const farPages = 10_000

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const file = join(folder, 'sql.jsonl')
const database = await openDatabaseForBench()
try {
  await fillUsers(database.url, Number(values.users))
  const recorder = new URL('lib/record-sql.ts', import.meta.url).href
  const product = await startProduct(database.url, folder, values.plans ? ['--import', recorder] : [], {
    SIMULATE: 'off',
    ...(values.plans && { BENCH_SQL_FILE: file }),
  })
  const token = await logIn(product.url)
  const ask = async (call: Call<any>, payload: object) => {
    const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]))
    const started = performance.now()
    const response = await fetch(`${product.url}${basePath}${call.path}?${query}`, { headers: { token } })
    const answer = (await response.json()) as {
      code: number
      result: { next?: string; total: number; records?: unknown[] }
    }
    if (answer.code !== 200) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return { took: performance.now() - started, ...answer.result }
  }
  /** The cursor after this many pages. It works for any page size, so large pages get there sooner. */
  const cursorBehind = async (call: Call<any>, payload: object, pages: number) => {
    let after: string | undefined
    for (let walked = 0; walked < pages * size; walked += 200) {
      const { next } = await ask(call, { ...payload, size: 200, ...(after && { after }) })
      if (next === undefined) break
      after = next
    }
    return after
  }

  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const { userList, deviceList, banLogList } = users
  const far = (payload: object) => async () => ({ ...payload, after: await cursorBehind(userList, payload, farPages) })
  type Payload = object | (() => Promise<object>)
  const cases: [string, Call<any>, Payload][] = [
    ['page 1', userList, {}],
    ['page 10,000', userList, far({})],
    ...(['lastOnlineAt', 'userId', 'level', 'riskLevel', 'tokens', 'bonus'] as const).flatMap(
      (sort): [string, Call<any>, object][] => [
        [`by ${sort}, most first`, userList, { sort: `-${sort}` }],
        [`by ${sort}, least first`, userList, { sort }],
      ],
    ),
    ['by tokens, page 10,000', userList, far({ sort: '-tokens' })],
    ['by lastOnlineAt, page 10,000', userList, far({ sort: '-lastOnlineAt' })],
    ['by level, page 10,000', userList, far({ sort: '-level' })],
    ['id', userList, { q: '512345' }],
    ['unknown id', userList, { q: '99999999' }],
    ['nickname, one letter', userList, { q: 'a' }],
    ['nickname, frequent', userList, { q: 'maria' }],
    ['nickname, rarer', userList, { q: 'Maria_1' }],
    ['nickname, rare', userList, { q: 'maria_1234' }],
    ['nickname, inside', userList, { q: 'ria_1234' }],
    ['nickname, none', userList, { q: 'zzz' }],
    ['nickname, middling, by tokens', userList, { q: 'Maria_1', sort: '-tokens' }],
    ['sex', userList, { sex: 'woman' }],
    ['sex not specified', userList, { sex: 'none' }],
    ['age 20 to 25', userList, { ageMin: 20, ageMax: 25 }],
    ['age over 47', userList, { ageMin: 47 }],
    ['country, large', userList, { country: 'BR' }],
    ['country, small', userList, { country: 'FR' }],
    ['country without users', userList, { country: 'ZZ' }],
    ['country by tokens', userList, { country: 'FR', sort: '-tokens' }],
    ['channel', userList, { channel: 'ch59' }],
    ['level from 1', userList, { levelMin: 1 }],
    ['level from 10', userList, { levelMin: 10 }],
    ['level from 40', userList, { levelMin: 40 }],
    ['level 7 to 8', userList, { levelMin: 7, levelMax: 8 }],
    ['vip', userList, { vipType: 'gold' }],
    ['risk from 1', userList, { riskMin: 1 }],
    ['risk from 8', userList, { riskMin: 8 }],
    ['state ban both', userList, { state: 'ban both' }],
    ['state normal', userList, { state: 'normal' }],
    ['market audit', userList, { flag: 'marketAudit' }],
    ['security', userList, { flag: 'security' }],
    ['internal', userList, { flag: 'internal' }],
    ['certified', userList, { flag: 'certified' }],
    ['online', userList, { online: true }],
    ['not online', userList, { online: false }],
    ['tokens from 1', userList, { tokensMin: 1 }],
    ['tokens from 10,000', userList, { tokensMin: 10_000 }],
    ['tokens from 49,000', userList, { tokensMin: 49_000 }],
    ['tokens 0 or 1', userList, { tokensMax: 1 }],
    ['bonus from 1', userList, { bonusMin: 1 }],
    ['bonus from 100,000', userList, { bonusMin: 100_000 }],
    ['bonus from 800,000', userList, { bonusMin: 800_000 }],
    ['registered in a week', userList, { startTimeStr: day(400), endTimeStr: day(393) }],
    ['last online today', userList, { onlineStartStr: day(0) }],
    ['last online long ago', userList, { onlineEndStr: day(800) }],
    ['several', userList, { sex: 'woman', country: 'IN', levelMin: 2, online: true }],
    ['devices', deviceList, {}],
    ['devices, most shared', deviceList, { sort: '-users' }],
    ['devices, beginning', deviceList, { q: 'dev-ab' }],
    ['devices of a person', deviceList, { userId: 512_345 }],
    ['devices of 3 and more', deviceList, { usersMin: 3 }],
    ['devices, banned', deviceList, { banned: true }],
    ['devices, platform', deviceList, { platform: 'web' }],
    ['ban log', banLogList, {}],
    ['ban log of a person', banLogList, { userId: 500 }],
    ['ban log by somebody', banLogList, { username: 'staff7' }],
    ['ban log, in force', banLogList, { state: 'active' }],
    ['ban log, kind', banLogList, { kind: 'both' }],
    ["Home's figures", todayFigures, {}],
  ]

  await ask(userList, {})
  const only = values.only.split(',')
  console.log('| request | first ms | best ms | p50 ms | p95 ms | found | |')
  for (const [name, call, payload] of cases.filter(([named]) =>
    only.some((beginning) => named.startsWith(beginning)),
  )) {
    const took: number[] = []
    let total = 0
    const requested = typeof payload === 'function' ? await (payload as () => Promise<object>)() : payload
    const mark = values.plans ? markOf(file) : 0
    for (let round = 0; round < times; round++) {
      const answer = await ask(call, { size, ...requested })
      took.push(answer.took)
      total = answer.total
    }
    // The first call also counts, with a cold page cache; an estimated count is cached for 10 s. The best is the time
    // without other load.
    const first = took[0] ?? 0
    took.sort((a, b) => a - b)
    const at = (share: number) => (took[Math.floor(share * (took.length - 1))] ?? 0).toFixed(1)
    const over = Math.max(first, Number(at(0.95))) > aim ? 'over' : ''
    const plan = values.plans ? await plansOf(database.url, statementsSince(file, mark, /"users"\.|users\./)) : ''
    console.log(
      `| ${[name, first.toFixed(1), at(0), at(0.5), at(0.95), total ?? '', over].join(' | ')} |${plan && ` ${plan} |`}`,
    )
  }
  await product.stop()
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
