// Promoters and channels of an old console, as an import brings them (docs/moving-in.md). Promoters keep their numbers, by which channels name them.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Origin } from '../users/index.ts'
import { lockLines } from './promoters/promoterSettle.refresh.ts'

type Promoter = ImportRecord<'promoter'>
type Channel = ImportRecord<'channel'>

/** Promoters without accounts: they enter theirs anew. */
export async function openPromoters(
  tx: Transaction,
  { by, now }: Origin,
  promoters: readonly Promoter[],
): Promise<void> {
  await sql`
    insert into promotion.promoter (id, name, remark, created_by, created_at, updated_by, updated_at)
    overriding system value
    select p."promoterId", p.name, p.remark, ${by}, p."createdAt", ${by}, ${now}
      from jsonb_to_recordset(${JSON.stringify(promoters)}::jsonb) as p(
             "promoterId" int, name text, remark text, "createdAt" timestamptz)
     order by 1`.execute(tx)
  // New ones are numbered after these.
  await sql`
    select setval(pg_get_serial_sequence('promotion.promoter', 'id'), greatest(max(id), 501)) from promotion.promoter`.execute(
    tx,
  )
}

/**
 * What promoters are owed becomes one approved line of the month before, so that it is paid like every other. Nothing recounts it: no day of the
 * platform is behind it.
 *
 * @param zone the platform's, in which months end
 */
export async function openLines(
  tx: Transaction,
  { by, at, now }: Origin,
  lines: readonly { promoterId: number; cents: number; transferId: string }[],
  zone: string,
): Promise<void> {
  if (lines.length === 0) return
  await lockLines(tx)
  const month = sql`date_trunc('month', ${at}::timestamptz at time zone ${zone})`
  await sql`
    insert into promotion.settlement
      (promoter_id, model, period, ends_at, now_cents, own_cents, payable_cents, state, frozen_by, frozen_at, approved_by, approved_at,
       transfer_id, updated_by, updated_at)
    select l.promoter_id, 'fixed', (${month} - interval '1 month')::date, ${month} at time zone ${zone}, l.cents, l.cents, l.cents, 'approved',
           ${by}, ${now}, ${by}, ${now}, l.transfer_id, ${by}, ${now}
      from unnest(${lines.map(({ promoterId }) => promoterId)}::int[], ${lines.map(({ cents }) => cents)}::bigint[],
                  ${lines.map(({ transferId }) => transferId)}::uuid[]) as l(promoter_id, cents, transfer_id)
     order by 1`.execute(tx)
}

/** A line is as an import brought it. */
const asOpened = sql`(s.approved_by like 'import %' and s.state = 'approved' and s.version = 1)`

/** Tables that refer to a table, with the column, but for these. */
async function referring(reader: Reader, table: string, but: readonly string[]) {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = ${table}::regclass and c.conparentid = 0 and not (c.conrelid::regclass::text = any(${[...but]}::text[]))
     order by 1, 2`.execute(reader)
  return rows.map(({ table: from, column }) => ({ from, column }))
}

/** Promoters that something other than an import refers to, so that they cannot be taken back. */
export async function promotersInUse(
  tx: Transaction,
  promoterIds: readonly number[],
  channels: readonly string[],
): Promise<number[]> {
  const tables = await referring(tx, 'promotion.promoter', ['promotion.channel', 'promotion.settlement'])
  const used = tables.map(
    ({ from, column }) => sql`exists (select from ${sql.raw(from)} r where r.${sql.ref(column)} = p.id) or `,
  )
  const { rows } = await sql<{ id: number }>`
    select p.id from promotion.promoter p
     where p.id = any(${promoterIds}::int[])
       and (${sql.join(used, sql``)} p.version > 1
         or exists (select from promotion.settlement s where s.promoter_id = p.id and not ${asOpened}
                       and (s.state <> 'open' or s.now_cents <> 0))
         or exists (select from promotion.channel c where c.promoter_id = p.id and not (c.number = any(${channels}::text[]))))
     order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes promoters that nothing refers to, with the lines that were brought. */
export async function closePromoters(tx: Transaction, promoterIds: readonly number[]): Promise<void> {
  await lockLines(tx)
  await sql`
    delete from promotion.settlement s
     where s.promoter_id = any(${promoterIds}::int[]) and (${asOpened} or (s.state = 'open' and s.now_cents = 0))`.execute(
    tx,
  )
  await sql`delete from promotion.promoter where id = any(${promoterIds}::int[])`.execute(tx)
}

/** Channels with their terms from the day of their creation on. Days that the app has reported before are counted again. */
export async function openChannels(
  tx: Transaction,
  { by, now }: Origin,
  channels: readonly Channel[],
  zone: string,
): Promise<void> {
  await sql`
    with opened as (
      select * from jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as c(
             number text, name text, "promoterId" int, type text, enabled boolean, remark text, "createdAt" timestamptz, model text,
             "priceUsdCents" bigint, "shareBp" int, coefficient int)
    ), added as (
      insert into promotion.channel (number, name, promoter_id, type, enabled, remark, created_by, created_at, updated_by, updated_at)
      select number, name, "promoterId", type, enabled, remark, ${by}, "createdAt", ${by}, ${now} from opened order by number
      returning id, number
    ), terms as (
      insert into promotion.term (channel_id, from_day, model, price_cents, share_bp, coefficient, by, at)
      select a.id, (o."createdAt" at time zone ${zone})::date, o.model, o."priceUsdCents", o."shareBp", o.coefficient, ${by}, ${now}
        from opened o join added a on a.number = o.number
    )
    insert into promotion.dirty_day (channel, at)
    select d.channel, d.day::timestamp at time zone coalesce((select zone from promotion.zone), 'UTC')
      from promotion.channel_day d join opened o on o.number = d.channel`.execute(tx)
}

/** Channels that something other than an import refers to, or whose terms were changed. */
export async function channelsInUse(tx: Transaction, numbers: readonly string[]): Promise<string[]> {
  const tables = await referring(tx, 'promotion.channel', ['promotion.term'])
  const used = tables.map(
    ({ from, column }) => sql`exists (select from ${sql.raw(from)} r where r.${sql.ref(column)} = c.id) or `,
  )
  const { rows } = await sql<{ number: string }>`
    select c.number from promotion.channel c
     where c.number = any(${numbers}::text[])
       and (${sql.join(used, sql``)} c.version > 1
         or (select count(*) from promotion.term t where t.channel_id = c.id) > 1)
     order by 1`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Removes channels that nothing refers to. What the app reported of them stays, as of an unknown channel. */
export async function closeChannels(tx: Transaction, numbers: readonly string[]): Promise<void> {
  await sql`
    delete from promotion.term t using promotion.channel c where c.id = t.channel_id and c.number = any(${numbers}::text[])`.execute(
    tx,
  )
  await sql`delete from promotion.channel where number = any(${numbers}::text[])`.execute(tx)
}
