// Where the records of each kind are, of all users or of a few.
import { type RawBuilder, sql } from 'kysely'
import type { CursorType } from '../../../kit/database/cursor.ts'
import { idAt } from '../../../kit/random.ts'
import { userEntriesOf, usersEntriesOf } from '../../../ledger/index.ts'
import type { Span } from '../figures/figures.facts.ts'
import { dayPlus, daysBetween, spanOfDay, type Zone } from '../fold/fold.rules.ts'
import { isReturned } from '../indicators.conditions.ts'
import type { Listed } from './figureRecords.listed.ts'

/** Ids of events are within a day of their moment: they are of the app's clock. */
const slackMs = 86_400_000

/** Days with their first moments, and the end of the last one. */
export function momentsOf({ from, to }: Span, zones: readonly Zone[]) {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index))
  const starts = days.map((day) => spanOfDay(day, zones).from)
  return { days, starts, end: spanOfDay(to, zones).to }
}
export type Moments = ReturnType<typeof momentsOf>

/** Where records of a kind are: columns `id, at, user_id, other_id, what, value`, and the order that their index has. */
export type Source = { rows: RawBuilder<unknown>; order: 'at' | 'id'; id: CursorType; nulls?: 'last' }

const within = (moment: string, { starts, end }: Moments) =>
  sql`${sql.ref(moment)} >= ${starts[0]} and ${sql.ref(moment)} < ${end}`

/** The records of all users, or of these only: their own records are looked up then, in no order. */
export function sourceOf(listed: Listed, moments: Moments, users: readonly bigint[] | null): Source {
  if (users === null) return rowsOf(listed, moments)
  const { rows, ...order } = rowsOf(listed, moments, sql`w.id`)
  return {
    rows: sql`select r.* from unnest(${users}::bigint[]) w(id) cross join lateral (${rows} offset 0) r`,
    ...order,
  }
}

/** The records of all users, or of the one with the SQL `userId`. */
function rowsOf(
  { kind, subject, where, value, entries }: Listed,
  moments: Moments,
  userId?: RawBuilder<unknown>,
): Source {
  const of = (column: string) =>
    sql`${userId ? sql`and ${sql.ref(column)} = ${userId}` : sql``} ${where ? sql`and ${where}` : sql``}`
  const amount = value ?? sql`null::bigint`
  switch (kind) {
    case 'calls': {
      const [own, other] = subject === 'received' ? ['c.callee_id', 'c.caller_id'] : ['c.caller_id', 'c.callee_id']
      return {
        rows: sql`select c.id, 0 as line, c.requested_at as at, ${sql.ref(own)} as user_id, ${sql.ref(other)} as other_id,
            c.kind as what, ${amount} as value
          from live.call c where ${within('c.requested_at', moments)} ${of(own)}`,
        order: 'at',
        id: 'text',
      }
    }
    case 'matches':
      return {
        rows: sql`select m.id, 0 as line, m.requested_at as at, m.user_id, null::bigint as other_id, m.outcome as what, ${amount} as value
          from live.match m left join live.call c on c.id = m.call_id where ${within('m.requested_at', moments)} ${of('m.user_id')}`,
        order: 'at',
        id: 'text',
        nulls: 'last',
      }
    case 'broadcasts':
      return {
        rows: sql`select s.id, 0 as line, s.started_at as at, s.user_id, null::bigint as other_id, null::text as what, ${amount} as value
          from live.session s where ${within('s.started_at', moments)} ${of('s.user_id')}`,
        order: 'at',
        id: 'text',
      }
    case 'views':
      return {
        rows: sql`select v.id, 0 as line, v.at, v.user_id, s.user_id as other_id, v.live_id as what, ${amount} as value
          from live.view v left join live.session s on s.id = v.live_id where ${within('v.at', moments)} ${of('v.user_id')}`,
        order: 'at',
        id: 'text',
      }
    case 'gifts':
      return {
        rows: sql`select g.id, 0 as line, g.at, g.sender_id as user_id, g.receiver_id as other_id, null::text as what, g.tokens as value
          from live.gift g where ${ofIds('g.id', moments)} and ${within('g.at', moments)} and g.live_id is not null ${of('g.sender_id')}`,
        order: 'id',
        id: 'uuid',
      }
    case 'orders': {
      if (subject === 'refund')
        return {
          rows: sql`select o.id, 0 as line, r.at, o.user_id, null::bigint as other_id, r.kind as what, ${amount} as value
            from finance.order_return r join finance.recharge_order o on o.id = r.order_id
           where ${within('r.at', moments)} and ${isReturned} ${of('o.user_id')}`,
          order: 'at',
          id: 'text',
        }
      return {
        rows: sql`select o.id, 0 as line, o.paid_at as at, o.user_id, null::bigint as other_id, 'paid' as what,
            ${value ?? sql`o.usd_cents`} as value
          from finance.recharge_order o
         where ${within('o.paid_at', moments)} and o.recharge_id is not null ${of('o.user_id')}`,
        order: 'at',
        id: 'text',
      }
    }
    case 'entries': {
      const { currency, kinds } = entries!
      const { fromId, toId } = idsOf(moments)
      const asked = { currency, kinds, fromId, toId, where: where! }
      return {
        rows: sql`select e.transfer_id as id, e.line, e.at, e.user_id, null::bigint as other_id, e.kind as what, ${amount} as value
          from (${userId ? userEntriesOf(userId, asked) : usersEntriesOf(asked)}) e where ${within('e.at', moments)}`,
        order: 'id',
        id: 'uuid',
      }
    }
  }
}

const idsOf = ({ starts, end }: Moments) => ({
  fromId: idAt(new Date(starts[0]!.getTime() - slackMs)),
  toId: idAt(new Date(end.getTime() + slackMs)),
})
const ofIds = (id: string, moments: Moments) => {
  const { fromId, toId } = idsOf(moments)
  return sql`${sql.ref(id)} >= ${fromId}::uuid and ${sql.ref(id)} < ${toId}::uuid`
}
