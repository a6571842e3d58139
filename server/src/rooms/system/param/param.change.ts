// The only code that changes a parameter's value, at once or when a second member of staff approves.

import { paramChanged } from '@greenroom/contract/sentences/system'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { definitions, type Params } from '../../../params/index.ts'
import { sendParameters } from '../system.commands.ts'
import * as queries from './param.queries.ts'
import { checkedValue, flagged, type Param, paramOf } from './param.rules.ts'

/** The approval kind of a sensitive change; its subject is the parameter's key. */
export const setKind = 'param.set'

/** A parameter as logged. */
export const snapshot = ({ key, value, version, names, type, frontEndNeeded }: Param) => ({
  key,
  value,
  type,
  names,
  frontEndNeeded,
  version,
})

type Change = {
  value: string
  reason: string
  /** The maker, and the approver if there is one. */
  by: string
  approvedBy: string | null
}

/** Stores the value, its history, the log entry, and the command for a parameter that the front end needs. Its key must be locked. */
export async function writeValue(tx: Transaction, context: Context, param: Param, change: Change): Promise<void> {
  const after: Param = { ...param, value: change.value, version: param.version + 1 }
  await queries.writeParam(tx, {
    key: after.key,
    type: after.type,
    value: after.value,
    texts: after.builtIn ? null : after.names,
    front_end_needed: after.frontEndNeeded,
    built_in: after.builtIn,
    updated_at: context.now,
    updated_by: change.by,
    version: after.version,
  })
  await queries.insertChange(tx, {
    key: after.key,
    version: after.version,
    before: param.value,
    after: after.value,
    reason: change.reason,
    changed_by: change.by,
    approved_by: change.approvedBy,
    changed_at: context.now,
  })
  await record(tx, context, {
    operation: context.call.operation === 'param.revert' ? 'param.revert' : 'param.set',
    target: `param ${after.key}`,
    content: paramChanged('done', { key: after.key, from: param.value, to: after.value }),
    before: snapshot(param),
    after: snapshot(after),
    reason: change.reason,
  })
  if (after.frontEndNeeded) await sendParameters(tx, context.now)
}

/** Locks the key and reads the parameter; undefined if there is none. */
export async function lockParam(tx: Transaction, key: string): Promise<Param | undefined> {
  const param = paramOf(key, definitions, await queries.lockParam(tx, key))
  return param && flagged(param, await queries.editableFlags(tx))
}

const payload = z.object({ value: z.string(), version: z.number().int() })

/** The approval of a sensitive change. It is no longer valid if the parameter changed in the meantime. */
export const paramApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: setKind,
    menu: 'system.param',
    payload,
    concerns: noParties,
    async stillValid(tx, { subject, payload: { value, version } }) {
      const param = await lockParam(tx, subject)
      if (!param) return because('approval.gone')
      if (param.version !== version) return because('approval.changed', { by: param.updatedBy ?? '' })
      if (!param.editable) return because('param.notEditable')
      const checked = checkedValue(param, value)
      return checked.ok ? null : checked.why
    },
    async apply(tx, context, { subject, payload: { value }, reason, maker }) {
      const param = await lockParam(tx, subject)
      if (!param) throw new Error(`parameter ${subject} was deleted before the change was applied`)
      await writeValue(tx, context, param, { value, reason, by: maker, approvedBy: staffOf(context).username })
    },
    applied: () => params.refresh(),
  })
