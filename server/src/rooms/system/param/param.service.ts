// Changes parameters: one transaction per call.

import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { paramAdded, paramChanged, paramDeleted, paramLocked } from '@greenroom/contract/sentences/system'
import type * as calls from '@greenroom/contract/system'
import { type Approvals, ifItWaits } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause, refuseField } from '../../../kit/calls/refusal.ts'
import { staleWrite } from '../../../kit/calls/stale.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { filtersOf, mapPage } from '../../../kit/database/paging.ts'
import { record } from '../../../log/index.ts'
import { definitions, type Params } from '../../../params/index.ts'
import { sendParameters } from '../system.commands.ts'
import { lockParam, setKind, snapshot, writeValue } from './param.change.ts'
import { editableKind, writeEditable } from './param.editable.ts'
import { type MemoryKeyset, pageInMemory } from './param.page.ts'
import * as queries from './param.queries.ts'
import {
  allParams,
  alwaysNeedsTwo,
  canOf,
  canRevert,
  checkedValue,
  filtered,
  flagged,
  type Param,
  type ParamViewer,
  paramOf,
} from './param.rules.ts'

export type Services = { params: Params; approvals: Approvals }

const viewerOf = (context: Context): ParamViewer => {
  const staff = staffOf(context)
  return { mayWrite: levelOn(staff, 'system.param') === 3, administrator: staff.administrator }
}

const shownOf = (param: Param, context: Context, waiting: ReadonlyMap<string, string>) =>
  ({
    ...param,
    choices: [...param.choices],
    pendingApprovalId: waiting.get(param.key) ?? null,
    updatedAt: param.updatedAt?.toISOString() ?? null,
    can: canOf(param, viewerOf(context), waiting.has(param.key)),
  }) satisfies RecordOf<typeof calls.paramList>

const places = new Map(Object.keys(definitions).map((key, place) => [key, place]))

const keyset: MemoryKeyset<Param> = {
  sorts: {
    // As they are declared; added ones follow.
    declared: { type: 'bigint', of: ({ key }) => places.get(key) ?? places.size },
    key: { type: 'text', of: ({ key }) => key },
    group: { type: 'text', of: ({ group }) => group },
    // Those that never changed are the oldest.
    updatedAt: { type: 'bigint', of: ({ updatedAt }) => updatedAt?.getTime() ?? 0 },
  },
  defaultSort: 'declared',
  id: ({ key }) => key,
  defaultSize: 50,
}

/** All parameters, merged in memory; without a sort in declaration order. */
export const list = async ({ approvals }: Services, context: Context, payload: Parsed<typeof calls.paramList>) => {
  const [rows, flags, waiting] = await Promise.all([
    queries.paramRows(context.database),
    queries.editableFlags(context.database),
    approvals.waitingOn(context.database, setKind, context.now),
  ])
  const filters = filtersOf(payload)
  const matching = filtered(
    allParams(definitions, rows).map((param) => flagged(param, flags)),
    filters,
  )
  const page = pageInMemory(matching, keyset, payload, filters)
  return mapPage(page, (param) => shownOf(param, context, waiting))
}

/** Locks and reads the parameter, at the version that the caller has seen. @throws Refusal 10032, 10009, 20000 */
async function lockAt(tx: Transaction, key: string, version: number, value: string | undefined): Promise<Param> {
  const param = await lockParam(tx, key)
  if (!param) throw new Refusal(10032)
  if (!param.editable) throw refuseBecause(10009, 'key', 'param.notEditable')
  if (param.version !== version)
    throw staleWrite(
      { by: param.updatedBy, at: param.updatedAt, version: param.version },
      { value: param.value },
      value === undefined ? {} : { value },
    )
  return param
}

/** Sets a value, or requests approval if the parameter is sensitive. @throws Refusal 10009 value, 20000 the same */
async function setValue(
  approvals: Approvals,
  tx: Transaction,
  context: Context,
  param: Param,
  given: string,
  reason: string,
) {
  const checked = checkedValue(param, given)
  if (!checked.ok) throw refuseField(10009, 'value', checked.why)
  const { value } = checked
  if (value === param.value) throw refuseBecause(20000, 'value', 'param.same')
  if (!param.sensitive) {
    await writeValue(tx, context, param, { value, reason, by: staffOf(context).username, approvedBy: null })
    return { applied: true }
  }
  const asked = await approvals.askOrAct(
    tx,
    context,
    {
      kind: setKind,
      subject: param.key,
      payload: { value, version: param.version },
      before: { value: param.value },
      after: { value },
      reason,
      title: paramChanged('request', { key: param.key, from: param.value, to: value }),
    },
    alwaysNeedsTwo(definitions, param, value) ? 'needs two' : undefined,
  )
  return { applied: asked.applied, ...ifItWaits(asked) }
}

/** @throws Refusal 10032 unknown, 10009 not a value of its type, 20000 stale, unchanged, or a request is pending. */
export const set = async (
  { approvals, params }: Services,
  context: Context,
  payload: Parsed<typeof calls.paramSet>,
): Promise<Answer<typeof calls.paramSet>> => {
  const answer = await context.tx(async (tx) => {
    const param = await lockAt(tx, payload.key, payload.version, payload.value)
    return setValue(approvals, tx, context, param, payload.value, payload.reason)
  })
  await params.refresh()
  return answer
}

/** Restores a change's value. @throws Refusal 10032 unknown parameter or change, else as `set` */
export const revert = async (
  { approvals, params }: Services,
  context: Context,
  payload: Parsed<typeof calls.paramRevert>,
): Promise<Answer<typeof calls.paramRevert>> => {
  const answer = await context.tx(async (tx) => {
    const param = await lockAt(tx, payload.key, payload.version, undefined)
    const change = await queries.changeById(tx, payload.key, payload.changeId)
    if (!change) throw refuseBecause(10032, 'changeId', 'param.noChange')
    return setValue(approvals, tx, context, param, change.after, payload.reason)
  })
  await params.refresh()
  return answer
}

/**
 * Sets whether the value may be changed; for a sensitive parameter a second member of staff must approve.
 *
 * @throws Refusal 10026 unless the caller is an administrator, 10032 unknown, 20000 unchanged or a request is pending.
 */
export const setEditable = (
  { approvals }: Services,
  context: Context,
  { key, editable, reason }: Parsed<typeof calls.paramEditable>,
): Promise<Answer<typeof calls.paramEditable>> => {
  const staff = staffOf(context)
  if (!staff.administrator) throw refuseBecause(10026, 'key', 'param.administrators')
  return context.tx(async (tx) => {
    const param = await lockParam(tx, key)
    if (!param) throw new Refusal(10032)
    if (param.editable === editable) throw refuseBecause(20000, 'editable', 'already')
    if (!param.sensitive) {
      await writeEditable(tx, context, param, { editable, reason, by: staff.username })
      return { applied: true }
    }
    const asked = await approvals.askOrAct(tx, context, {
      kind: editableKind,
      subject: key,
      payload: { editable },
      before: { editable: param.editable },
      after: { editable },
      reason,
      title: paramLocked('request', { key, editable }),
    })
    return { applied: asked.applied, ...ifItWaits(asked) }
  })
}

const keyTaken = (error: unknown): never => {
  if (violates(error, 'param_pkey') || violates(error, 'param_key')) throw refuseBecause(10027, 'key', 'param.exists')
  throw error
}

const builtInKeys = new Set(Object.keys(definitions).map((key) => key.toLowerCase()))

/** Adds a parameter that the code does not read. @throws Refusal 10027 key taken, 10009 value */
export const add = async (
  { params }: Services,
  context: Context,
  payload: Parsed<typeof calls.paramAdd>,
): Promise<Answer<typeof calls.paramAdd>> => {
  const { key, type } = payload
  if (builtInKeys.has(key.toLowerCase())) throw refuseBecause(10027, 'key', 'param.builtIn')
  const checked = checkedValue({ type, choices: [], min: null, max: null }, payload.value)
  if (!checked.ok) throw refuseField(10009, 'value', checked.why)
  const { value } = checked
  await context
    .tx(async (tx) => {
      await queries.lockParam(tx, key)
      const version = await queries.nextVersion(tx, key)
      const { username } = staffOf(context)
      const row: queries.ParamRow = {
        key,
        type,
        value,
        texts: { en: payload.nameEn, cn: payload.nameCn },
        front_end_needed: payload.frontEndNeeded,
        built_in: false,
        updated_at: context.now,
        updated_by: username,
        version,
      }
      await queries.insertParam(tx, row)
      await queries.insertChange(tx, {
        key,
        version,
        before: null,
        after: value,
        reason: '',
        changed_by: username,
        approved_by: null,
        changed_at: context.now,
      })
      await record(tx, context, {
        target: `param ${key}`,
        content: paramAdded({ key, value }),
        before: null,
        after: snapshot(paramOf(key, definitions, row)!),
      })
      if (payload.frontEndNeeded) await sendParameters(tx, context.now)
    })
    .catch(keyTaken)
  await params.refresh()
  return {}
}

/** @throws Refusal 10032 unknown, 1000002 a built-in one. */
export const remove = async (
  { params }: Services,
  context: Context,
  { key, reason }: Parsed<typeof calls.paramDelete>,
): Promise<Answer<typeof calls.paramDelete>> => {
  await context.tx(async (tx) => {
    const param = await lockParam(tx, key)
    if (!param) throw new Refusal(10032)
    if (param.builtIn) throw refuseBecause(1000002, 'key', 'param.inCode')
    if (!param.editable) throw refuseBecause(10009, 'key', 'param.notEditable')
    await queries.deleteParam(tx, key)
    await record(tx, context, {
      target: `param ${key}`,
      content: paramDeleted(key),
      before: snapshot(param),
      after: null,
      reason,
    })
    if (param.frontEndNeeded) await sendParameters(tx, context.now)
  })
  await params.refresh()
  return {}
}

/** @throws Refusal 10032 */
export const history = async (
  { approvals }: Services,
  context: Context,
  payload: Parsed<typeof calls.paramHistory>,
) => {
  const [row, flags, waiting] = await Promise.all([
    queries.paramRow(context.database, payload.key),
    queries.editableFlags(context.database),
    approvals.waitingOn(context.database, setKind, context.now),
  ])
  const found = paramOf(payload.key, definitions, row)
  if (!found) throw new Refusal(10032)
  const param = flagged(found, flags)
  const page = await queries.changePage(context, param.key, payload)
  return mapPage(page, (change) => ({
    id: change.id,
    version: change.version,
    at: change.changed_at.toISOString(),
    by: change.changed_by,
    approvedBy: change.approved_by,
    before: change.before,
    after: change.after,
    reason: change.reason,
    can: canRevert(param, change.after, viewerOf(context), waiting.has(param.key)),
  }))
}
