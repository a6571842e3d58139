// The records behind a figure: facts whose user has a day of the figure's subject in cells that the filters name. So they are those that
// the figure counts, without marked accounts. A page walks the facts along the index of their time and looks up each one's day.
import type { PersonRef } from '@greenroom/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { CursorType } from '../../../kit/cursor.ts'
import { type Page, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { personColumn, personOrNull } from '../../../kit/person.ts'
import { idAt } from '../../../kit/random.ts'
import { visible } from '../../../kit/scope.ts'
import { usersEntriesOf } from '../../../ledger/index.ts'
import { type Filters, type Span, sexed } from '../figures/facts.ts'
import { dayPlus, daysBetween, spanOfDay, type Zone } from '../fold/rules.ts'
import type { Listed } from './listed.ts'

export type RecordRow = {
  id: string
  /** The second part of an entry's id. */
  line: number
  at: Date
  user: PersonRef
  other: PersonRef | null
  what: string | null
  value: bigint | null
}

/** Ids of events are within a day of their moment: they are of the app's clock. */
const slackMs = 86_400_000

/** Days with their first moments, and the end of the last one. */
function momentsOf({ from, to }: Span, zones: readonly Zone[]) {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index))
  const starts = days.map((day) => spanOfDay(day, zones).from)
  return { days, starts, end: spanOfDay(to, zones).to }
}
type Moments = ReturnType<typeof momentsOf>

/** Where records of a kind are: columns `id, at, user_id, other_id, what, value`, and the order that their index has. */
type Source = { rows: RawBuilder<unknown>; order: 'at' | 'id'; id: CursorType; nulls?: 'last' }

const within = (moment: string, { starts, end }: Moments) =>
  sql`${sql.ref(moment)} >= ${starts[0]} and ${sql.ref(moment)} < ${end}`

function sourceOf({ kind, subject, where, value, entries }: Listed, moments: Moments): Source {
  const narrowed = where ? sql`and ${where}` : sql``
  const amount = value ?? sql`null::bigint`
  switch (kind) {
    case 'calls': {
      const [own, other] = subject === 'received' ? ['c.callee_id', 'c.caller_id'] : ['c.caller_id', 'c.callee_id']
      return {
        rows: sql`select c.id, 0 as line, c.requested_at as at, ${sql.ref(own)} as user_id, ${sql.ref(other)} as other_id,
            c.kind as what, ${amount} as value
          from live.call c where ${within('c.requested_at', moments)} ${narrowed}`,
        order: 'at',
        id: 'text',
      }
    }
    case 'matches':
      return {
        rows: sql`select m.id, 0 as line, m.requested_at as at, m.user_id, null::bigint as other_id, m.outcome as what, ${amount} as value
          from live.match m left join live.call c on c.id = m.call_id where ${within('m.requested_at', moments)} ${narrowed}`,
        order: 'at',
        id: 'text',
        nulls: 'last',
      }
    case 'broadcasts':
      return {
        rows: sql`select s.id, 0 as line, s.started_at as at, s.user_id, null::bigint as other_id, null::text as what, ${amount} as value
          from live.session s where ${within('s.started_at', moments)} ${narrowed}`,
        order: 'at',
        id: 'text',
      }
    case 'gifts':
      return {
        rows: sql`select g.id, 0 as line, g.at, g.sender_id as user_id, g.receiver_id as other_id, null::text as what, g.tokens as value
          from live.gift g where ${ofIds('g.id', moments)} and ${within('g.at', moments)} and g.live_id is not null`,
        order: 'id',
        id: 'uuid',
      }
    case 'orders': {
      const [at, transfer, what] =
        subject === 'refund'
          ? ['o.refunded_at', 'o.refund_id', sql`o.refund`]
          : ['o.paid_at', 'o.recharge_id', sql`'paid'`]
      return {
        rows: sql`select o.id, 0 as line, ${sql.ref(at)} as at, o.user_id, null::bigint as other_id, ${what} as what,
            ${value ?? sql`o.usd_cents`} as value
          from finance.recharge_order o
         where ${within(at, moments)} and ${sql.ref(transfer)} is not null ${narrowed}`,
        order: 'at',
        id: 'text',
      }
    }
    case 'entries': {
      const { currency, kinds } = entries!
      const { fromId, toId } = idsOf(moments)
      const of = usersEntriesOf({ currency, kinds, fromId, toId, where: where! })
      return {
        rows: sql`select e.transfer_id as id, e.line, e.at, e.user_id, null::bigint as other_id, e.kind as what, ${amount} as value
          from (${of}) e where ${within('e.at', moments)}`,
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

/** One page, newest first. */
export function recordsPage(
  context: Context,
  listed: Listed,
  { span, zones, filters, request }: { span: Span; zones: readonly Zone[]; filters: Filters; request: PageRequest },
): Promise<Page<RecordRow>> {
  const moments = momentsOf(span, zones)
  const narrowed = sexed(filters, listed.sex)
  const { rows, order, id, nulls } = sourceOf(listed, moments)
  const cells = Object.entries(narrowed ?? {}).map(
    ([dimension, values]) => sql`and ${sql.ref(`d.${dimension}`)} = any(${values}::text[])`,
  )
  // Without `offset`, the planner reads all days of the subject first.
  const isCounted = sql<boolean>`exists (
    select from indicators.user_day d
     where d.subject = ${listed.subject} and d.user_id = f.user_id
       and d.day = (${moments.days}::date[])[width_bucket(f.at, ${moments.starts}::timestamptz[])]
       ${listed.old ? sql`and d.old` : sql``} ${sql.join(cells, sql` `)} offset 0)`
  const query = context.database
    .selectFrom(
      sql<{
        id: string
        line: number
        at: Date
        user_id: bigint
        other_id: bigint | null
        what: string | null
        value: bigint | null
      }>`(${rows})`.as('f'),
    )
    .innerJoin('users.app_user as u', 'u.id', 'f.user_id')
    .leftJoin('users.app_user as w', 'w.id', 'f.other_id')
    .select([
      'f.id',
      'f.line',
      'f.at',
      'f.what',
      'f.value',
      personColumn('f.user_id', 'u').as('user'),
      personOrNull('f.other_id', 'w').as('other'),
    ])
    .where(visible(context.scope))
    .where(narrowed ? isCounted : sql<boolean>`false`)
  const isEntry = listed.kind === 'entries'
  return pageOf<RecordRow>(
    context.database,
    query,
    {
      sorts: {
        at:
          order === 'at'
            ? { column: 'f.at', type: 'timestamptz', of: (row) => row.at, ...(nulls && { nulls }) }
            : { column: 'f.id', type: id, of: (row) => row.id },
      },
      defaultSort: '-at',
      id: isEntry
        ? { column: 'f.line', type: 'smallint', of: (row) => row.line }
        : { column: 'f.id', type: id, of: (row) => row.id },
      defaultSize: 20,
    },
    request,
    { ...narrowed, ...span, subject: listed.subject, kind: listed.kind },
  )
}
