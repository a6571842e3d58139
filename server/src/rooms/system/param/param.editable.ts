// The only code that changes a parameter's *editable* flag, at once or when a second member of staff approves.

import { paramLocked } from '@greenroom/contract/sentences/system'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { lockParam } from './param.change.ts'
import * as queries from './param.queries.ts'
import type { Param } from './param.rules.ts'

/** The approval kind of a sensitive parameter's flag; its subject is the key. */
export const editableKind = 'param.editable'

/** Stores the flag and the log entry. The parameter's key must be locked. */
export async function writeEditable(
  tx: Transaction,
  context: Context,
  param: Param,
  change: { editable: boolean; reason: string; by: string },
): Promise<void> {
  const { editable, reason, by } = change
  await queries.setEditable(tx, { key: param.key, editable, set_by: by, set_at: context.now })
  await record(tx, context, {
    operation: 'param.editable',
    target: `param ${param.key}`,
    content: paramLocked('done', { key: param.key, editable }),
    before: { key: param.key, editable: param.editable },
    after: { key: param.key, editable },
    reason,
  })
}

export const editableApproval: ApprovalKind = defineApproval({
  kind: editableKind,
  menu: 'system.param',
  payload: z.object({ editable: z.boolean() }),
  concerns: noParties,
  async stillValid(tx, { subject, payload: { editable } }) {
    const param = await lockParam(tx, subject)
    if (!param) return because('approval.gone')
    return param.editable === editable ? because('already') : null
  },
  async apply(tx, context, { subject, payload: { editable }, reason, maker }) {
    const param = await lockParam(tx, subject)
    if (!param) throw new Error(`parameter ${subject} was deleted before the change was applied`)
    await writeEditable(tx, context, param, { editable, reason, by: maker })
  },
})
