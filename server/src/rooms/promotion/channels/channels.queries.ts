// Channels, their terms and their last days.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Term = {
  channelId: number
  fromDay: string
  model: 'CPA' | 'CPS' | 'fixed'
  priceCents: bigint
  shareBp: number
  coefficient: number
  by: string
  at: Date
}

const columns = sql`
  x.channel_id as "channelId", to_char(x.from_day, 'YYYY-MM-DD') as "fromDay", x.model, x.price_cents as "priceCents",
  x.share_bp as "shareBp", x.coefficient, x.by, x.at`

/** The terms in force for these channels on a day. */
export async function termsOn(reader: Reader, ids: readonly number[], day: string): Promise<Map<number, Term>> {
  const { rows } = await sql<Term>`
    select distinct on (x.channel_id) ${columns} from promotion.term x
     where x.channel_id = any(${ids}::int[]) and x.from_day <= ${day}::date
     order by x.channel_id, x.from_day desc, x.id desc`.execute(reader)
  return new Map(rows.map((row) => [row.channelId, row]))
}

/** The newest terms of a channel, latest start first. */
export async function historyOf(reader: Reader, channelId: number): Promise<Term[]> {
  const { rows } = await sql<Term>`
    select ${columns} from promotion.term x where x.channel_id = ${channelId}
     order by x.from_day desc, x.id desc limit 100`.execute(reader)
  return rows
}

export const addTerm = (tx: Transaction, term: Term) =>
  sql`
    insert into promotion.term (channel_id, from_day, model, price_cents, share_bp, coefficient, by, at)
    values (${term.channelId}, ${term.fromDay}::date, ${term.model}, ${term.priceCents}, ${term.shareBp},
            ${term.coefficient}, ${term.by}, ${term.at})`.execute(tx)

export type Recent = { channel: string; installs: number; counted: number; registrations: number }

/** Results of these channels since a day, with both counts of installs. */
export async function recentOf(
  reader: Reader,
  numbers: readonly string[],
  since: string,
): Promise<Map<string, Recent>> {
  const { rows } = await sql<Recent>`
    select d.channel, sum(d.installs)::int as installs,
           sum(d.installs * coalesce(t.coefficient, 100) / 100)::int as counted, sum(d.registrations)::int as registrations
      from promotion.channel_day d
      join promotion.channel c on c.number = d.channel
      left join lateral (select x.coefficient from promotion.term x where x.channel_id = c.id and x.from_day <= d.day
                          order by x.from_day desc, x.id desc limit 1) t on true
     where d.channel = any(${numbers}::text[]) and d.key >= ${since} group by d.channel`.execute(reader)
  return new Map(rows.map((row) => [row.channel, row]))
}

export async function promoterNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.selectFrom('promotion.promoter').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const isPromoter = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader.selectFrom('promotion.promoter').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const channelById = (reader: Reader, id: number) =>
  reader.selectFrom('promotion.channel').selectAll().where('id', '=', id).executeTakeFirst()

/** The channel, locked to serialise changes of its terms. */
export const lockChannel = (tx: Transaction, id: number) =>
  tx.selectFrom('promotion.channel').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Channels and promoters by name, up to a form's maximum number of options. */
export const namesOf = (reader: Reader) =>
  Promise.all([
    reader
      .selectFrom('promotion.channel')
      .select(['id', 'number', 'name', 'enabled'])
      .orderBy('name')
      .limit(1_000)
      .execute(),
    reader.selectFrom('promotion.promoter').select(['id as promoterId', 'name']).orderBy('name').limit(1_000).execute(),
  ])
