// A server that runs while its database fails over knows what it had acknowledged, and so whether the new primary has it all. No statement
// runs on a new timeline before that is known: each connection of the pool is looked at when it is made, and the pulse looks every second.
import { sql } from 'kysely'
import type pg from 'pg'
import { wallNow } from '../clock.ts'
import {
  commitHere,
  type Database,
  inTransaction,
  openDatabase,
  type Reader,
  type Transaction,
} from '../database/database.ts'
import { type Commit, type Commits, type Loss, lossOf, lsnOf } from './commits.ts'
import { timelineIn } from './hosts.ts'

export type Judged = Loss & { timeline: number }

export type Failovers = {
  /** Looks at a new connection before anything runs on it. @throws if it leads to the past, or what was lost cannot be told yet */
  admit(client: pg.ClientBase): Promise<void>
  /** Told the database's timeline by the one who asked. */
  see(timeline: number): Promise<void>
}

/** So many of the last transactions are asked for by their ids: those that were under way at the end are among them. */
const asked = 2_000

/** A server that is being promoted, or was never meant: it may pass. */
const notYet = (message: string) => Object.assign(new Error(message), { code: '57P03' })

/** Which of these transactions the database committed. An id that it has not given yet is of none. */
async function keptOf(reader: Reader, commits: readonly Commit[]): Promise<Map<bigint, boolean>> {
  const { rows } = await sql<{ xid: string; kept: boolean }>`
    select x.id as xid,
           coalesce(case when x.id::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(x.id::xid8) end
                    = 'committed', false) as kept
      from unnest(${commits.map(({ xid }) => String(xid))}::text[]) as x(id)`.execute(reader)
  return new Map(rows.map(({ xid, kept }) => [BigInt(xid), kept]))
}

/** The end of what the primary replayed before it was promoted; null once it was started anew. */
async function replayedBy(reader: Reader): Promise<bigint | null> {
  const { rows } = await sql<{ lsn: string | null }>`select pg_last_wal_replay_lsn()::text as lsn`.execute(reader)
  const lsn = rows[0]?.lsn
  return lsn ? lsnOf(lsn) : null
}

/** What was lost of these, asked of the new primary. */
export async function lossNow(reader: Reader, commits: readonly Commit[], isNext: boolean): Promise<Loss> {
  // Behind several failovers, the last one's end says nothing about the first.
  const replayed = isNext ? await replayedBy(reader) : null
  const doubtful = commits.slice(-asked).filter(({ lsn }) => replayed === null || lsn <= replayed)
  return lossOf(commits, replayed, doubtful.length > 0 ? await keptOf(reader, doubtful) : new Map())
}

/** Adds what one server knows of a change of timeline. */
export async function noteFailover(
  tx: Transaction,
  { timeline, outcome, transactions, from, until }: Judged,
): Promise<void> {
  await sql`select from kit.installation for update`.execute(tx)
  await sql`
    insert into kit.failover (timeline, noticed_at, outcome, transactions, lost_from, lost_until)
    values (${timeline}, ${wallNow()}, ${outcome}, ${transactions}, ${from}, ${until})
    on conflict (timeline) do update set
      outcome = case when 'lost' in (failover.outcome, excluded.outcome) then 'lost'
                     when 'unknown' in (failover.outcome, excluded.outcome) then 'unknown' else 'complete' end,
      transactions = failover.transactions + excluded.transactions,
      lost_from = least(failover.lost_from, excluded.lost_from),
      lost_until = greatest(failover.lost_until, excluded.lost_until)`.execute(tx)
  await tx.updateTable('kit.installation').set({ timeline }).execute()
}

/**
 * @param commits what this process acknowledged
 * @param cutAll ends all connections that were made before: they lead to the old primary
 * @param onLoss runs in the transaction that notes it, unless nothing was lost
 * @param onJudged told once for each change
 */
export function openFailovers(options: {
  url: string
  commits: Commits
  cutAll: () => void
  onLoss: (tx: Transaction, timeline: number) => Promise<void>
  onJudged: (judged: Judged) => void
}): Failovers {
  const { url, commits } = options
  let known: number | undefined
  let judging: Promise<void> | undefined

  async function judge(timeline: number): Promise<void> {
    options.cutAll()
    const database: Database = openDatabase(url, { max: 1 })
    try {
      // Behind a pooler, some may be of the new timeline already.
      const before = commits.all().filter((one) => one.timeline < timeline)
      const loss = await lossNow(database, before, timeline === (known ?? 0) + 1)
      const judged = { ...loss, timeline }
      await inTransaction(database, async (tx) => {
        // Nobody may stand by the new primary yet, and until this is known nothing is even read. Whoever has a later commit has this one, too.
        await commitHere(tx)
        await noteFailover(tx, judged)
        if (loss.outcome !== 'complete') await options.onLoss(tx, timeline)
      })
      commits.forget()
      known = timeline
      options.onJudged(judged)
    } finally {
      await database.destroy()
    }
  }

  async function see(timeline: number): Promise<void> {
    known ??= timeline
    if (timeline === known) return
    if (timeline < known) throw notYet(`this is a primary of before the failover: timeline ${timeline}, not ${known}`)
    judging ??= judge(timeline).finally(() => (judging = undefined))
    await judging
  }

  return {
    see,
    async admit(client) {
      const { rows } = await client.query<{ segment: string | null }>(
        'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as segment',
      )
      const segment = rows[0]?.segment
      if (!segment) throw notYet('the database can only be read: it is a standby')
      await see(timelineIn(segment))
    },
  }
}
