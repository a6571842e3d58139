// Reads, locks and writes promoters' lines.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { paidDays, sums } from './promoterSettle.refresh.ts'
import type { SettleState } from './promoterSettle.rules.ts'

export type Line = {
  id: number
  promoterId: number
  promoterName: string
  model: 'CPA' | 'CPS' | 'fixed'
  /** The first day of the month. */
  period: string
  endsAt: Date
  payableCents: bigint
  state: SettleState
  frozenById: number | null
  approvedById: number | null
  approvedAt: Date | null
}

const columns = sql`
  s.id, s.promoter_id as "promoterId", p.name as "promoterName", s.model, to_char(s.period, 'YYYY-MM-DD') as period,
  s.ends_at as "endsAt", s.payable_cents as "payableCents", s.state, s.frozen_by_id as "frozenById",
  s.approved_by_id as "approvedById", s.approved_at as "approvedAt"`

const unlocked = sql``
const locked = sql`for update of s`

async function linesById(reader: Reader, ids: readonly number[], lock: typeof locked): Promise<Map<number, Line>> {
  const { rows } = await sql<Line>`
    select ${columns} from promotion.settlement s join promotion.promoter p on p.id = s.promoter_id
     where s.id = any(${ids}::int[]) order by s.id ${lock}`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** These lines as they are. */
export const readById = (reader: Reader, ids: readonly number[]) => linesById(reader, ids, unlocked)

/** The same, locked in id order. */
export const lockById = (tx: Transaction, ids: readonly number[]) => linesById(tx, ids, locked)

/**
 * For each line, the month of the earliest open line before it, and of a line frozen after it: a line's remainder goes to the next frozen
 * line, which may be of an earlier month if facts came late.
 */
export async function neighbours(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, { openBefore: string | null; closedAfter: string | null }>> {
  const { rows } = await sql<{ id: number; openBefore: string | null; closedAfter: string | null }>`
    select s.id, to_char(min(o.period) filter (where o.period < s.period and o.state = 'open'), 'YYYY-MM') as "openBefore",
           to_char(max(o.period) filter (where o.state <> 'open' and (o.frozen_at, o.period) > (s.frozen_at, s.period)), 'YYYY-MM') as "closedAfter"
      from promotion.settlement s
      left join promotion.settlement o on o.promoter_id = s.promoter_id and o.model = s.model and o.id <> s.id
     where s.id = any(${ids}::int[]) group by s.id`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export type Part = {
  channelId: number
  number: string
  name: string
  priceCents: bigint
  shareBp: number
  coefficient: number
  days: number
  installs: number
  counted: number
  registrations: number
  netCents: bigint
  cents: bigint
}

const partColumns = sql`
  c.id as "channelId", c.number, c.name, x.price_cents as "priceCents", x.share_bp as "shareBp", x.coefficient, x.days,
  x.installs, x.counted, x.registrations, x.net_cents as "netCents", x.cents`

/** Each channel under each of its terms, by the current days. */
const currentParts = (ids: readonly number[]) => sql`
  select s.id as settlement_id, c.id as channel_id, t.price_cents, t.share_bp, t.coefficient, ${sums}
    from promotion.settlement s
    join (${paidDays}) on c.promoter_id = s.promoter_id and t.model = s.model
     and d.key >= to_char(s.period, 'YYYY-MM-DD') and d.key < to_char(s.period + interval '1 month', 'YYYY-MM-DD')
   where s.id = any(${ids}::int[])
   group by s.id, c.id, t.price_cents, t.share_bp, t.coefficient`

/** The statement of a line: current for an open one, as frozen for others. */
export async function partsOf(reader: Reader, id: number, isOpen: boolean): Promise<Part[]> {
  const from = isOpen
    ? sql`(select channel_id, price_cents, share_bp, coefficient, days, installs, counted, registrations, net as net_cents, cents
             from (${currentParts([id])}) n)`
    : sql`(select * from promotion.settlement_part where settlement_id = ${id})`
  const { rows } = await sql<Part>`
    select ${partColumns} from ${from} x join promotion.channel c on c.id = x.channel_id
     order by c.name, c.id, x.price_cents, x.share_bp, x.coefficient`.execute(reader)
  return rows
}

/** Freezes locked lines with their statements. */
export async function freeze(tx: Transaction, ids: readonly number[], by: { id: number; name: string }, at: Date) {
  await sql`
    insert into promotion.settlement_part
      (settlement_id, line, channel_id, price_cents, share_bp, coefficient, days, installs, counted, registrations, net_cents, cents)
    select n.settlement_id, row_number() over (partition by n.settlement_id order by n.channel_id, n.price_cents, n.share_bp, n.coefficient),
           n.channel_id, n.price_cents, n.share_bp, n.coefficient, n.days, n.installs, n.counted, n.registrations, n.net, n.cents
      from (${currentParts(ids)}) n`.execute(tx)
  await sql`
    update promotion.settlement
       set state = 'frozen', frozen_by = ${by.name}, frozen_by_id = ${by.id}, frozen_at = ${at}, updated_by = ${by.name},
           updated_at = ${at}, version = version + 1
     where id = any(${ids}::int[])`.execute(tx)
}

export async function reopen(tx: Transaction, ids: readonly number[], by: string, at: Date) {
  await sql`delete from promotion.settlement_part where settlement_id = any(${ids}::int[])`.execute(tx)
  await sql`
    update promotion.settlement
       set state = 'open', frozen_by = '', frozen_by_id = null, frozen_at = null, updated_by = ${by}, updated_at = ${at},
           version = version + 1
     where id = any(${ids}::int[])`.execute(tx)
}

export const setApproved = (
  tx: Transaction,
  lines: readonly { id: number; transferId: string | null }[],
  by: { id: number; name: string },
  at: Date,
) =>
  sql`
    update promotion.settlement s
       set state = 'approved', approved_by = ${by.name}, approved_by_id = ${by.id}, approved_at = ${at},
           transfer_id = n.transfer_id, updated_by = ${by.name}, updated_at = ${at}, version = version + 1
      from unnest(${lines.map((one) => one.id)}::int[], ${lines.map((one) => one.transferId)}::uuid[]) n(id, transfer_id)
     where s.id = n.id`.execute(tx)

export const setPaid = (
  tx: Transaction,
  lines: readonly { id: number; paymentId: string; reference: string }[],
  by: string,
  at: Date,
) =>
  sql`
    update promotion.settlement s
       set state = 'paid', paid_at = ${at}, payment_id = n.payment_id, payment_reference = n.reference, updated_by = ${by},
           updated_at = ${at}, version = version + 1
      from unnest(${lines.map((one) => one.id)}::int[], ${lines.map((one) => one.paymentId)}::uuid[],
                  ${lines.map((one) => one.reference)}::text[]) n(id, payment_id, reference)
     where s.id = n.id`.execute(tx)
