// User exports compared with bare Node: `pg`, one cursor, CSV, and nothing else. Both run as separate processes, in
// turn, on the same database: seconds until the file is complete, and peak memory. `node bench/exports.ts
// [--users=1000000] [--rows=100000,1000000] [--rounds=3] [--only=bare,csv,xlsx]`
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import { userList } from '@greenroom/contract/users'
import { fillUsers } from './lib/fill-users.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { type Running, startNode, startProduct } from './lib/process.ts'
import { usedBy } from './lib/processor.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '100000,1000000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'bare,csv,xlsx' },
  },
})

type Took = { seconds: number; processor: number; peak: number; megabytes: number; rows: number }
/** A fresh process for each case, so that its peak memory is that case's own. */
type Case = { name: string; aim: string; start: () => Promise<Running>; ask: (url: string) => Promise<Buffer> }

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Peak memory of the process, in MiB (Linux). */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

async function measure({ start, ask }: Case): Promise<Took> {
  const running = await start()
  try {
    const idle = usedBy(running.pid) ?? 0
    const began = performance.now()
    const file = await ask(running.url)
    const seconds = (performance.now() - began) / 1_000
    const rows =
      file.subarray(0, 2).toString() === 'PK' ? 0 : file.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), -1)
    const processor = ((usedBy(running.pid) ?? 0) - idle) / 1_000
    return { seconds, processor, peak: peakOf(running.pid), megabytes: file.length / 1e6, rows }
  } finally {
    await running.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const database = await openDatabaseForBench()
try {
  await fillUsers(database.url, Number(values.users))
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  // The fill uses ids 1, 2, 3 …; the newest users have the highest ids.
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const filters = (rows: number) =>
    rows >= Number(values.users) ? {} : { startTimeStr: day((900 * rows) / Number(values.users)) }
  const greenroom = (format: 'csv' | 'xlsx', rows: number, aim: number): Case => ({
    name: `${format} of ${rows.toLocaleString('en')}`,
    aim: `≤ ${aim} s`,
    start: () => startProduct(database.url, folder, [], { SIMULATE: 'off' }),
    ask: async (url) => {
      const token = await logIn(url)
      const query = new URLSearchParams({ export: format, ...filters(rows) })
      const answer = (await (
        await fetch(`${url}${basePath}${userList.path}?${query}`, { headers: { token } })
      ).json()) as {
        result?: { url: string }
      }
      if (!answer.result) throw new Error(JSON.stringify(answer))
      return bytesOf(await fetch(url + answer.result.url))
    },
  })
  const bare = (rows: number): Case => ({
    name: `bare csv of ${rows.toLocaleString('en')}`,
    aim: '',
    start: () => startNode(['bench/lib/bare-export.ts'], { DATABASE_URL: database.url }),
    ask: async (url) => bytesOf(await fetch(`${url}/?${new URLSearchParams(filters(rows))}`)),
  })
  const only = values.only.split(',')
  const cases = values.rows.split(',').flatMap((text) => {
    const rows = Number(text)
    const million = rows / 1_000_000
    return [
      ...(only.includes('bare') ? [bare(rows)] : []),
      ...(only.includes('csv') ? [greenroom('csv', rows, Math.max(1.5, 15 * million))] : []),
      ...(only.includes('xlsx') ? [greenroom('xlsx', rows, 30 * million)] : []),
    ]
  })
  const rounds = new Map(cases.map((one) => [one, [] as Took[]]))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const one of cases) rounds.get(one)?.push(await measure(one))
  console.log('| file | seconds, median (best) | processor s | peak MiB | MB | rows | aim |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [{ name, aim }, took] of rounds) {
    const of = (key: keyof Took) => took.map((one) => one[key])
    const { megabytes = 0, rows = 0 } = took.at(-1) ?? {}
    const seconds = `${median(of('seconds')).toFixed(2)} (${Math.min(...of('seconds')).toFixed(2)})`
    const counted = rows > 0 ? rows.toLocaleString('en') : ''
    console.log(
      `| ${[name, seconds, median(of('processor')).toFixed(1), Math.max(...of('peak')).toFixed(0), megabytes.toFixed(1), counted, aim].join(' | ')} |`,
    )
  }
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}
