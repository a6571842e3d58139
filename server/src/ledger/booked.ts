// Sums of the books by when entries are booked: of each platform account, and of the accounts of each kind of owner.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'
import { idAt } from '../kit/random.ts'
import type { Book } from './ledger.accounts.ts'

/** Sums of entries in a span; both are positive. */
export type BookSum = Book & { span: number; debit: bigint; credit: bigint }

const slotMs = 900_000
const dayMs = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
/** Maximum distance between a transfer's id and its booking time (`ledger.id_time_differs`). */
export const maxDistanceMs = 600_000

/** A condition on transfers `t`: booked within `[from, to)`, found by their ids, or by the index of those whose id's time differs. */
export const bookedWithin = (from: Date, to: Date) => sql`
  t.booked_at >= ${from} and t.booked_at < ${to} and t.id >= ${idAt(new Date(from.getTime() - maxDistanceMs))}::uuid
  and t.id < ${idAt(new Date(to.getTime() + maxDistanceMs))}::uuid and not ledger.id_time_differs(t.id, t.booked_at)`
export const bookedApart = (from: Date, to: Date) => sql`
  ledger.id_time_differs(t.id, t.booked_at) and t.booked_at >= ${from} and t.booked_at < ${to}`

/**
 * Sums of what is booked before `bounds[0]` (span 0), and within each `[bounds[n - 1], bounds[n])` (span n). Exact: includes entries that
 * are not folded yet.
 *
 * @param bounds ascending; all but the last at a full quarter of an hour, as the ends of months are in every zone.
 */
export async function bookSums(reader: Reader, bounds: readonly Date[]): Promise<BookSum[]> {
  const end = bounds.at(-1)!
  const lastSlot = new Date(Math.floor(end.getTime() / slotMs) * slotMs)
  // Days that contain a bound are read by slots, the others whole.
  const divided = [...new Set(bounds.map(dayOf))]
  const limits = bounds.map((bound) => bound.toISOString())
  const { rows } = await sql<BookSum>`
    with bounds as materialized (select ${limits}::timestamptz[] as ats
    ), fresh as materialized (
      select e.account_id, e.transfer_id, e.amount from ledger.entry e
       where e.version is null and e.xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)
      union all
      select e.account_id, e.transfer_id, e.amount from ledger.entry e
       where e.version is not null and e.amount <> 0
         and e.xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)
    ), loose as (
      select f.account_id, f.amount, t.booked_at from fresh f
       cross join lateral (select booked_at from ledger.transfer t where t.id = f.transfer_id offset 0) t
       where t.booked_at < ${lastSlot}
      union all
      select e.account_id, e.amount, t.booked_at
        from (select t.id, t.booked_at from ledger.transfer t where ${bookedWithin(lastSlot, end)}
              union all
              select t.id, t.booked_at from ledger.transfer t where ${bookedApart(lastSlot, end)}) t
       cross join lateral (select account_id, amount from ledger.entry e where e.transfer_id = t.id and e.amount <> 0 offset 0) e
    ), by_account as (
      select l.account_id, width_bucket(l.booked_at, b.ats) as span,
             coalesce(sum(-l.amount) filter (where l.amount < 0), 0) as debit,
             coalesce(sum(l.amount) filter (where l.amount > 0), 0) as credit
        from loose l, bounds b group by 1, 2
    ), parts as (
      select width_bucket(d.day::timestamp at time zone 'UTC', b.ats) as span, d.holder, d.purpose, d.currency,
             sum(d.debit) as debit, sum(d.credit) as credit
        from ledger.booked_day d, bounds b
       where d.day < ${dayOf(lastSlot)}::date and d.day <> all(${divided}::date[])
       group by 1, 2, 3, 4
      union all
      select width_bucket(s.slot, b.ats), s.holder, s.purpose, s.currency, s.debit, s.credit
        from bounds b, unnest(${divided}::date[]) as divided(day)
       cross join lateral (
         select * from ledger.booked o
          where o.slot >= divided.day::timestamp at time zone 'UTC' and o.slot < (divided.day + 1)::timestamp at time zone 'UTC'
            and o.slot < ${lastSlot} offset 0) s
      union all
      select l.span, split_part(a.owner, ':', 1), a.purpose, a.currency, l.debit, l.credit
        from by_account l
       cross join lateral (select owner, purpose, currency from ledger.account a where a.id = l.account_id offset 0) a
    )
    select span, holder, purpose, currency, sum(debit)::bigint as debit, sum(credit)::bigint as credit
      from parts where span < ${bounds.length} group by 1, 2, 3, 4`.execute(reader)
  return rows
}

/** A line of the chart that somebody asks for: there may be none. */
type AskedBook = Omit<Book, 'purpose'> & { purpose: string }

type Counted = Partial<{ [K in keyof AskedBook]: AskedBook[K] | undefined }> & {
  booked?: { from: Date; to: Date } | undefined
  owner?: unknown
  kind?: unknown
  kinds?: unknown
  reference?: unknown
  span?: unknown
}

/**
 * How many entries are booked in a span of whole quarters of an hour, of these accounts: what is folded, and what is not yet.
 *
 * @returns undefined if the sums can't tell, such as for one kind of transfer.
 */
export async function bookedEntries(reader: Reader, of: Counted): Promise<number | undefined> {
  const { booked, holder, purpose, currency } = of
  if (!booked || (of.owner ?? of.kind ?? of.kinds ?? of.reference ?? of.span) !== undefined) return undefined
  // UTC days that lie wholly in the span are read as days, what is before and after them by slots.
  const firstDay = dayOf(new Date(booked.from.getTime() + dayMs - 1))
  const lastDay = dayOf(booked.to)
  const named = (holderOf: RawBuilder<unknown>, table: string) => sql`
    (${holder ?? null}::text is null or ${holderOf} = ${holder ?? null}::text)
    and (${purpose ?? null}::text is null or ${sql.ref(`${table}.purpose`)} = ${purpose ?? null}::text)
    and (${currency ?? null}::text is null or ${sql.ref(`${table}.currency`)} = ${currency ?? null}::text)`
  const { rows } = await sql<{ entries: number }>`
    with fresh as materialized (
      select e.account_id, e.transfer_id from ledger.entry e
       where e.version is null and e.xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)
      union all
      select e.account_id, e.transfer_id from ledger.entry e
       where e.version is not null and e.amount <> 0
         and e.xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8))
    select ((select coalesce(sum(d.entries), 0) from ledger.booked_day d
              where d.day >= ${firstDay}::date and d.day < ${lastDay}::date and ${named(sql`d.holder`, 'd')})
          + (select coalesce(sum(b.entries), 0) from ledger.booked b
              where b.slot >= ${booked.from} and b.slot < least(${booked.to}, ${firstDay}::timestamp at time zone 'UTC')
                and ${named(sql`b.holder`, 'b')})
          + (select coalesce(sum(b.entries), 0) from ledger.booked b
              where b.slot >= greatest(${booked.from}, ${lastDay}::timestamp at time zone 'UTC', ${firstDay}::timestamp at time zone 'UTC')
                and b.slot < ${booked.to} and ${named(sql`b.holder`, 'b')})
          + (select count(*) from fresh f
              cross join lateral (select booked_at from ledger.transfer t where t.id = f.transfer_id offset 0) t
              cross join lateral (select * from ledger.account a where a.id = f.account_id offset 0) a
              where t.booked_at >= ${booked.from} and t.booked_at < ${booked.to}
                and ${named(sql`split_part(a.owner, ':', 1)`, 'a')}))::float8 as entries`.execute(reader)
  return rows[0]!.entries
}
