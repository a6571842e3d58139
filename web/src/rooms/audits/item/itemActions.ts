// Actions that change decisions later: fail passed items, pass failed ones. Used by the log and the list of disagreements.
import { auditOverturn } from '@greenroom/contract/audits'
import { itemDecided } from '@greenroom/contract/sentences/audits'
import { type Named, nameOf as nameOfPerson } from '@greenroom/contract/sentences/words'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { defineAction, type Outcome } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import type { Failing, Passing } from './decisionForms.tsx'
import type { Decision } from './ItemState.tsx'
import type { OfItem } from './ofItem.ts'

/** The row's key; several rows may be of one item. */
export const rowIdOf = ({ itemId, reviewId }: Pick<OfItem, 'itemId' | 'reviewId'>): string => `${itemId}|${reviewId}`
export const itemIdIn = (rowId: string): string => rowId.slice(0, rowId.lastIndexOf('|'))

const named = ({ user }: OfItem): Named => ({ id: user.userId, nickname: user.nickname })

export const nameOf = (row: OfItem): string => `${nameOfPerson(named(row))} · ${row.itemId}`

const sentence =
  (decision: Decision) =>
  (rows: readonly OfItem[], { why }: Partial<Passing & Failing>) => {
    const [kind, ...others] = [...new Set(rows.map((row) => row.kind))]
    return itemDecided({
      kind: others.length === 0 ? kind : undefined,
      people: rows.map(named),
      decision,
      why,
    })
  }

/** The call has one outcome per item; all rows of an item share it. */
async function overturn(
  rows: readonly OfItem[],
  decision: Decision,
  input: { templateId?: number; note: string },
): Promise<{ outcomes: Outcome[] }> {
  const ids = [...new Set(rows.map(({ itemId }) => itemId))]
  const { outcomes } = await call(auditOverturn, { ids, decision, ...input })
  const ofItem = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return {
    outcomes: rows.map((row) => ({ ...(ofItem.get(row.itemId) ?? { ok: true }), id: rowIdOf(row) })),
  }
}

export const failItem = defineAction<OfItem, Failing, string>({
  id: 'audits.item.fail',
  icon: IconCircleX,
  danger: true,
  key: 'failDecided',
  may: (row) => row.can.fail,
  form: () => import('./decisionForms.tsx').then(({ failForm }) => ({ default: failForm })),
  run: (_ids, { templateId, note }, rows) => overturn(rows, 'failed', { templateId: Number(templateId), note }),
  message: sentence('failed'),
})

export const passItem = defineAction<OfItem, Passing, string>({
  id: 'audits.item.pass',
  icon: IconCircleCheck,
  confirm: true,
  key: 'pass',
  may: (row) => row.can.pass,
  form: () => import('./decisionForms.tsx').then(({ passForm }) => ({ default: passForm })),
  run: (_ids, input, rows) => overturn(rows, 'passed', input),
  message: sentence('passed'),
})
