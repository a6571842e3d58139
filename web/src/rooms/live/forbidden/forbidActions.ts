// Actions that ban users from broadcasting and lift bans, for user lists and the list of bans.
import { liveAllow, liveForbid } from '@greenroom/contract/live'
import { allowed, forbidden } from '@greenroom/contract/sentences/live'
import type { Named } from '@greenroom/contract/sentences/words'
import { IconBroadcastOff, IconLockOpen } from '@tabler/icons-react'
import { batchOf, defineAction, type Outcome } from '../../../actions/action.ts'
import { type Reason, reasonForm } from '../../../actions/reasonForms.ts'
import { call } from '../../../api/call.ts'
import type { Forbidding } from './forbidForm.tsx'

/** A row of either list. */
type Row = {
  user: { userId: number; nickname: string }
  /** The ban in force, or the row's own. */
  forbidId: string | null
  can: { forbid: true | string; allow: true | string }
}

/** One outcome per row, from the outcomes of the ids that the rows name. */
function byRow<Id extends number | string>(
  ids: readonly (number | string)[],
  named: readonly (Id | null)[],
  outcomes: readonly Outcome[],
) {
  const found = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return { outcomes: ids.map((id, at) => ({ ok: false, ...found.get(named[at] ?? ''), id })) }
}

/** Distinct users, since a user may have several rows. */
const peopleOf = (rows: readonly Row[]): Named[] => [
  ...new Map(rows.map(({ user }) => [user.userId, { id: user.userId, nickname: user.nickname }])).values(),
]

export const forbid = <R extends Row>() =>
  defineAction<R, Forbidding, number | string>({
    id: 'live.person.forbid',
    icon: IconBroadcastOff,
    danger: true,
    key: 'ban',
    may: (row) => row.can.forbid,
    form: () => import('./forbidForm.tsx'),
    run: async (ids, { hours, reason }, rows) => {
      const named = rows.map(({ user }) => user.userId)
      const answer = await call(liveForbid, { ids: [...new Set(named)], hours: Number(hours), reason })
      return byRow(ids, named, answer.outcomes)
    },
    message: (rows, { hours }) => forbidden({ people: peopleOf(rows), hours: Number(hours) }),
  })

export const allow = <R extends Row>() =>
  defineAction<R, Reason, number | string>({
    id: 'live.person.allow',
    icon: IconLockOpen,
    key: 'lift',
    may: (row) => row.can.allow,
    form: reasonForm,
    batch: batchOf(liveAllow, ({ reason }: Reason) => ({ reason })),
    run: async (ids, { reason }, rows) => {
      const named = rows.map(({ forbidId }) => forbidId)
      const answer = await call(liveAllow, { ids: named.filter((id) => id !== null), reason })
      return byRow(ids, named, answer.outcomes)
    },
    message: (rows) => allowed({ people: peopleOf(rows) }),
  })
