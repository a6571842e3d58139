// Figures of the whole installation that are read from the database: by one process, every 15 seconds, in one statement; each process gives
// them out (metrics), and /sys/health shows them. Ages are of wall time, except for the app's items, which have business time.
import { sql } from 'kysely'
import type { Round } from '../../jobs/index.ts'
import { type Clock, wallNow } from '../../kit/clock.ts'
import { type Database, inTransaction, json, type Reader, type Transaction } from '../../kit/database/database.ts'
import { longestEmpty } from '../../kit/database/newRows.ts'
import type { Figures, Sample, TableSize } from '../../kit/telemetry/sampled.ts'
import { functionsIn } from '../../migrations/functions.ts'
import { isFilling } from '../simulationStore.ts'

const everyMs = 15_000
/** Sizes take longer, as each file is asked for its own. */
const sizesEveryMs = 10 * 60_000
/** Of what is counted one by one. */
const countedAtMost = 10_000

const age = (of: ReturnType<typeof sql>, now: Date) =>
  sql`coalesce(extract(epoch from ${now}::timestamptz - ${of}), 0)::float8`
const list = (query: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(f), '[]') from (${query}) f)`

/** pg-boss's tables are there once a process opened its queues, and a role of its own may be kept from them. */
async function readsQueues(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'jobs' and c.relname = 'job'
         and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')) as may`.execute(reader)
  return rows[0]!.may
}

async function figuresOf(reader: Reader, wall: Date, business: Date): Promise<Figures> {
  const queues = (await readsQueues(reader)) ? queuesOf(wall) : sql`'[]'::jsonb`
  const { rows } = await sql<{ figures: Figures }>`
    select jsonb_build_object(
      'outbox', ${list(sql`
        select c.name as client, d.stream, count(*)::int as pending,
               ${age(sql`min(uuid_extract_timestamp(d.command_id))`, wall)} as age
          from bridge.delivery d join bridge.client c on c.id = d.client_id
         where d.state = 'waiting' group by c.name, d.stream`)},
      'dead', ${list(sql`
        select c.name as client, count(*)::int as count
          from bridge.delivery d join bridge.client c on c.id = d.client_id where d.state = 'dead' group by c.name`)},
      'paused', exists (select from bridge.pause),
      'held', (select count(*)::int from bridge.held_event where state = 'held'),
      'queues', ${queues},
      'parked', ${list(sql`select job, count(*)::int as units from kit.parked_work group by job`)},
      'readers', ${list(sql`
        select name as reader, greatest(0, kit.horizon()::text::numeric - boundary::text::numeric)::float8 as lag,
               concat_ws(' ', boundary, within) as place, null as since
          from kit.reader`)},
      'figures_age', (select ${age(sql`at`, business)} from indicators.folded),
      'checks', ${list(sql`select kind as check, count, ${age(sql`at`, wall)} as age from notify.finding`)},
      'schema', jsonb_build_object(
        'version', (select max(name) from kysely_migration), 'functions', ${functionsIn}),
      'findings', (select count(*)::int from ledger.finding),
      'unsealed', (select count(*)::int from (${unsealed}) e),
      'unsealed_age', (select ${age(sql`min(e.at)`, business)} from (${unsealed}) e),
      'chains', ${list(sql`select chain, ${age(sql`at`, wall)} as age from chain.head`)},
      'nodes', ${list(sql`select chain, state, count(*)::int as count from chain.node group by chain, state`)},
      'audits', ${list(sql`
        select kind, count(*)::int as waiting, ${age(sql`min(waiting_since)`, business)} as age
          from audits.review where state = 'waiting' group by kind`)},
      'xid_age', (select age(datfrozenxid)::int from pg_database where datname = current_database()),
      'sessions', ${list(sql`
        select coalesce(state, 'other') as state, count(*)::int as count
          from pg_stat_activity where datname = current_database() group by 1`)},
      'sessions_max', current_setting('max_connections')::int,
      'standbys', ${list(sql`
        select coalesce(nullif(application_name, ''), 'standby') as standby, extract(epoch from replay_lag)::float8 as lag,
               coalesce(sync_state in ('sync', 'quorum'), false) as synchronous
          from pg_stat_replication limit 20`)},
      'failover', (
        select to_jsonb(f) from (
          select noticed_at as at, outcome, transactions, lost_from, lost_until from kit.failover order by timeline desc limit 1) f),
      'lost', coalesce((
        select greatest(1, extract(epoch from f.lost_until - f.lost_from))::float8
          from bridge.pause p join kit.failover f on f.timeline = p.timeline where f.outcome = 'lost'), 0),
      'backup_failure', coalesce((
        select r.failure from kit.backup_run r join kit.installation i on i.id = r.installation
         where r.kind = 'backup' order by r.id desc limit 1), ''),
      'trial', (select jsonb_build_object('at', t.ended_at, 'failure', t.failure, 'proved_at', t.proved_at) from (
        select r.ended_at, r.failure, max(r.ended_at) filter (where r.failure = '') over () as proved_at
          from kit.backup_run r join kit.installation i on i.id = r.installation
         where r.kind = 'restore' order by r.id desc limit 1) t)
    ) as figures`.execute(reader)
  return rows[0]!.figures
}

/** @param before the figures before these */
function standing(readers: Figures['readers'], before: Figures['readers'] | undefined, now: Date): Figures['readers'] {
  const stood = new Map(before?.map((one) => [`${one.reader} ${one.place}`, one.since]))
  return readers.map((one) => {
    const waits = one.lag > Number(longestEmpty)
    return { ...one, since: waits ? (stood.get(`${one.reader} ${one.place}`) ?? now.toISOString()) : null }
  })
}

/** Entries that are in no block yet. */
const unsealed = sql`
  select e.at from log.entry e
   where e.xid >= coalesce((select max(xid_to) from log.block), '0'::xid8) limit ${sql.lit(countedAtMost)}`

/** pg-boss's states of work that has not begun, or begins again. */
const queued = ['created', 'retry']
/** Its own work. */
const internal = '\\_\\_%'

/** Work that should have begun. */
const queuesOf = (now: Date) =>
  list(sql`
  select name as job, count(*)::int as pending, ${age(sql`min(start_after)`, now)} as age
    from jobs.job where state::text = any(${queued}::text[]) and start_after <= ${now} and name not like ${internal} group by name`)

async function sizesOf(reader: Reader): Promise<Sample['sizes']> {
  const { rows } = await sql<TableSize & { total: number }>`
    select pg_database_size(current_database())::float8 as total, t.name, t.bytes, t.dead
      from (
        select coalesce(p.root, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid))::float8 as bytes,
               coalesce(sum(s.n_dead_tup), 0)::float8 as dead
          from pg_class c
          left join lateral (select pg_partition_root(c.oid) as root where c.relispartition) p on true
          left join pg_stat_user_tables s on s.relid = c.oid
          join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
         group by 1 order by 2 desc, 1 limit 25) t
     order by t.bytes desc, t.name`.execute(reader)
  return { total: rows[0]?.total ?? 0, tables: rows.map(({ name, bytes, dead }) => ({ name, bytes, dead })) }
}

/** What a server of the release before, which may have taken the figures, does not know. */
const sinceThen = { figures_age: null, checks: [], schema: null }

type Stored = Figures & { sizes: Sample['sizes']; sizesAt: string }

async function stored(reader: Reader): Promise<{ at: Date; figures: Stored } | undefined> {
  const { rows } = await sql<{ at: Date; figures: Stored }>`select at, figures from kit.sample`.execute(reader)
  const [found] = rows
  return found && { at: found.at, figures: { ...sinceThen, ...found.figures } }
}

/** The last figures, no matter who took them; null before the first. */
export async function lastSample(reader: Reader): Promise<Sample | null> {
  const found = await stored(reader)
  if (!found) return null
  const { sizes, sizesAt: _, ...figures } = found.figures
  return { at: found.at, figures, sizes }
}

/** Takes the figures now, unless another process just did. */
export async function takeSample(database: Database, clock: Pick<Clock, 'now'>): Promise<void> {
  const now = wallNow()
  const before = await stored(database)
  const sinceMs = (at: Date) => now.getTime() - at.getTime()
  if (before && sinceMs(before.at) >= 0 && sinceMs(before.at) < everyMs / 2) return
  const found = await figuresOf(database, now, clock.now())
  const figures: Figures = {
    ...found,
    readers: standing(found.readers, before?.figures.readers, now),
    figures_age: (await isFilling(database)) ? null : found.figures_age,
  }
  const isDue = !before || Math.abs(sinceMs(new Date(before.figures.sizesAt))) >= sizesEveryMs
  const sizes = isDue ? await sizesOf(database) : before.figures.sizes
  const sizesAt = isDue ? now.toISOString() : before.figures.sizesAt
  await inTransaction(database, async (tx) => {
    await sql`
      insert into kit.sample (at, figures) values (${now}, ${json({ ...figures, sizes, sizesAt })})
      on conflict (one) do update set at = excluded.at, figures = excluded.figures`.execute(tx)
    if (isDue) await keepSizes(tx, now, [{ name: '', bytes: sizes.total }, ...sizes.tables])
  })
}

/** Days whose sizes are kept. */
const keptMs = 400 * 86_400_000

async function keepSizes(tx: Transaction, now: Date, sizes: readonly { name: string; bytes: number }[]): Promise<void> {
  await sql`
    insert into kit.size_day (day, name, bytes)
    select ${dayOf(now)}::date, s.name, s.bytes
      from unnest(${sizes.map(({ name }) => name)}::text[], ${sizes.map(({ bytes }) => String(bytes))}::bigint[]) as s(name, bytes)
    on conflict (day, name) do update set bytes = excluded.bytes`.execute(tx)
  await sql`delete from kit.size_day where day < ${dayOf(new Date(now.getTime() - keptMs))}::date`.execute(tx)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export const sampleRound = ({ database, clock }: { database: Database; clock: Pick<Clock, 'now'> }): Round => ({
  name: 'health-sample',
  milliseconds: everyMs,
  run: () => takeSample(database, clock),
})
