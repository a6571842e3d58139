// Approves every draft of the newest week through the call that staff use, a full batch per request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basePath } from '@greenroom/contract/call'
import { limits } from '@greenroom/contract/limits'
import { newId } from '@greenroom/contract/operationId'
import { settlementApprove } from '@greenroom/contract/settlement'
import { withClient } from '../../server/test/server.ts'
import { dataDir } from './place.ts'
import { postgresMilliseconds, usedBy } from './processor.ts'
import { caughtUp } from './rounds.ts'

/** `callers`: how many requests at once. */
type Approving = { url: string; databaseUrl: string; token: string; pid: number; most: number; callers: number }

/** Resident memory of a process in MiB. */
const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)

/** Confirms the drafts at once. @returns the ids of confirmed weeks, in order */
export function confirmAll(databaseUrl: string): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query(
      `update guilds.settlement set state = 'confirmed', confirmed_at = drafted_at where state = 'draft'`,
    )
    await client.query('vacuum analyze guilds.settlement')
    const { rows } = await client.query<{ id: number }>(
      `select id from guilds.settlement where state = 'confirmed' order by id`,
    )
    return rows.map(({ id }) => id)
  })
}

/** One request of staff. @throws if a week of it is not approved */
export async function approve(url: string, token: string, ids: readonly number[]): Promise<void> {
  const response = await fetch(url + basePath + settlementApprove.path, {
    method: 'POST',
    headers: { token },
    body: new URLSearchParams({ ids: ids.join(','), operationId: newId() }),
  })
  const body = (await response.json()) as { code: number; result?: { outcomes: { ok: boolean; reason?: string }[] } }
  const failed = body.result?.outcomes.find(({ ok }) => !ok)
  if (!body.result || failed) throw new Error(`not approved: ${JSON.stringify(failed ?? body)}`)
}

/** Confirms the drafts at once, approves them, and says how long that took and how much memory the server held in the meantime. */
export async function approveAll({ url, databaseUrl, token, pid, most, callers }: Approving): Promise<void> {
  const ids = (await confirmAll(databaseUrl)).slice(0, most)
  const redeemedBefore = await redemptions(databaseUrl)
  const began = performance.now()
  const processor = () => [usedBy(pid) ?? 0, postgresMilliseconds(join(dataDir, 'postgres'))] as const
  const before = processor()
  const memory: number[] = []
  const longest: number[] = []
  let next = 0
  const approveNext = async () => {
    const from = next
    next += limits.batch
    const started = performance.now()
    await approve(url, token, ids.slice(from, from + limits.batch))
    longest.push(performance.now() - started)
    memory.push(memoryOf(pid))
  }
  const caller = async () => {
    while (next < ids.length) await approveNext()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - began) / 1_000
  await caughtUp(databaseUrl)
  const followed = (performance.now() - began) / 1_000
  const [server, postgres] = processor().map((now, at) => ((now - before[at]!) / 1_000).toFixed(1))
  const redeemed = (await redemptions(databaseUrl)) - redeemedBefore
  console.log(
    `approved ${ids.length} weeks with ${redeemed} redemptions in ${seconds.toFixed(1)} s; longest call ` +
      `${(Math.max(0, ...longest) / 1_000).toFixed(1)} s; server's memory, MiB, over time: ${tenths(memory).join(' ')}, at most ${Math.max(...memory)}; ` +
      `the rounds that follow were done ${(followed - seconds).toFixed(0)} s later; processor time with them: server ${server} s, PostgreSQL ${postgres} s`,
  )
}

/** The first value, and the last one of each tenth of the run. */
const tenths = (values: readonly number[]): (number | undefined)[] =>
  Array.from({ length: 11 }, (_, at) => values[Math.round((at / 10) * (values.length - 1))])

const redemptions = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ledger.transfer where kind = 'settlement.redeem'`,
    )
    return rows[0]!.count
  })
