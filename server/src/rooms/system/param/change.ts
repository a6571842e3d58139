// The one way a parameter's value changes, at once or when a second member of staff approved it.

import { paramChanged } from '@greenroom/contract/sentences/system'
import { z } from 'zod'
import { type ApprovalKind, defineApproval } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import { because } from '../../../kit/refusal.ts'
import { record } from '../../../log/index.ts'
import { definitions, type Params } from '../../../params/index.ts'
import { tellParameters } from '../telling.ts'
import * as queries from './queries.ts'
import { checkedValue, flagged, type Param, paramOf } from './rules.ts'

/** The kind of approval under which a sensitive change waits; its subject is the parameter's key. */
export const setKind = 'param.set'

/** A parameter as the log keeps it. */
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
  /** Who decided it, and who approved it where that took two. */
  by: string
  approvedBy: string | null
}

/** Writes the value, its history and the log entry, and tells the app of a parameter that the front end needs. The parameter was read with its key locked. */
export async function writeValue(tx: Transaction, context: Context, param: Param, change: Change): Promise<void> {
  const after: Param = { ...param, value: change.value, version: param.version + 1 }
  await queries.writeParam(tx, {
    key: after.key,
    type: after.type,
    value: after.value,
    name_en: after.builtIn ? '' : after.names.en,
    name_cn: after.builtIn ? '' : after.names.cn,
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
  if (after.frontEndNeeded) await tellParameters(tx, context.now)
}

/** The parameter with its key locked; undefined when there is none. */
export async function lockParam(tx: Transaction, key: string): Promise<Param | undefined> {
  const param = paramOf(key, definitions, await queries.lockParam(tx, key))
  return param && flagged(param, await queries.editableFlags(tx))
}

const payload = z.object({ value: z.string(), version: z.number().int() })

/** What waits when a sensitive parameter is to change. It no longer holds when the parameter changed meanwhile. */
export const paramApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: setKind,
    menu: 'system.param',
    payload,
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
      if (!param) throw new Error(`parameter ${subject} went between looking and applying`)
      await writeValue(tx, context, param, { value, reason, by: maker, approvedBy: staffOf(context).username })
    },
    applied: () => params.refresh(),
  })
