// Following up differences: comments, closing with a reason, and manual matching, approved by a second member of staff.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { differenceNoted, differencesClosed, differencesMatched } from '@greenroom/contract/sentences/statements'
import type * as calls from '@greenroom/contract/statements'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { batch, chosen, done, notDone, type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { isRefused, whyRefused } from '../../../kit/moves.ts'
import { newId } from '../../../kit/random.ts'
import { record, recordMany } from '../../../log/index.ts'
import * as queries from './statements.differences.ts'
import { itemKindOf } from './statements.matching.ts'
import { type DifferenceState, differenceMoves } from './statements.moves.ts'

type Shown = RecordOf<typeof calls.differenceList>
export const matchKind = 'difference.match'

const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.statement') === 3

/** Differences in pending requests, with their request. */
async function waiting(approvals: Approvals, reader: Parameters<Approvals['waitingOn']>[0], now: Date) {
  return new Map(
    [...(await approvals.waitingOn(reader, matchKind, now))].flatMap(([subject, id]) =>
      subject
        .split(' ')
        .filter((one) => /^\d+$/.test(one))
        .map((one) => [Number(one), id] as const),
    ),
  )
}

function shown(row: queries.Difference, now: Date, approvalId: string | null, writes: boolean): Shown {
  const numberOf = (value: bigint | null) => (value === null ? null : Number(value))
  const may = (able: boolean): true | string =>
    writes ? (approvalId !== null ? 'waiting' : able || 'state') : 'readOnly'
  return {
    id: Number(row.id),
    statementId: row.statement_id,
    gateway: row.gateway,
    kind: row.kind as Shown['kind'],
    status: queries.statusOf(row, now),
    state: row.state as Shown['state'],
    reference: row.reference,
    line: row.line,
    orderId: row.order_id,
    item: row.item === null ? null : itemKindOf(row.item),
    oursMinor: numberOf(row.ours_minor),
    theirsMinor: numberOf(row.theirs_minor),
    currency: row.currency,
    at: row.at?.toISOString() ?? null,
    suggestedId: row.suggested_id,
    approvalId,
    closedBy: row.closed_by,
    closedAt: row.closed_at?.toISOString() ?? null,
    reason: row.reason,
    can: {
      close: may(!isRefused(differenceMoves.close[row.state as DifferenceState])),
      reopen: may(!isRefused(differenceMoves.reopen[row.state as DifferenceState])),
      match: may(row.state === 'open' && row.line !== null && row.theirs_minor !== null),
    },
  }
}

export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.differenceList>) {
  const [page, open] = await Promise.all([
    queries.differencePage(context, payload),
    waiting(approvals, context.database, context.now),
  ])
  const writes = mayWrite(context)
  return mapPage(page, (row) => shown(row, context.now, open.get(Number(row.id)) ?? null, writes))
}

/** One difference with its comments. @throws Refusal 10032 where there is none. */
export async function info(
  approvals: Approvals,
  context: Context,
  { differenceId }: Parsed<typeof calls.differenceInfo>,
): Promise<Answer<typeof calls.differenceInfo>> {
  const { records } = await list(approvals, context, { differenceId, size: 1 })
  const [row] = records
  if (!row) throw refuseBecause(10032, 'differenceId', 'record.none')
  const notes = await queries.notesOf(context.database, differenceId)
  return {
    ...row,
    notes: notes.map(({ at, by, what, text }) => ({ at: at.toISOString(), by, what: what as 'note', text })),
  }
}

export function comment(
  context: Context,
  { differenceId, text }: Parsed<typeof calls.differenceNote>,
): Promise<Answer<typeof calls.differenceNote>> {
  return context.tx(async (tx) => {
    if ((await queries.lockDifferences(tx, [differenceId])).size === 0)
      throw refuseBecause(10032, 'differenceId', 'record.none')
    await queries.note(tx, [differenceId], { at: context.now, by: staffOf(context).username, what: 'note', text })
    await record(tx, context, {
      target: `difference ${differenceId}`,
      content: differenceNoted(differenceId),
      before: null,
      after: { differenceId, text },
    })
    return {}
  })
}

/** Closes open differences, or opens closed ones again. */
export function close(
  approvals: Approvals,
  context: Context,
  { ids: sent, close: closes, reason }: Parsed<typeof calls.differenceClose>,
) {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockDifferences(tx, ids)
    const open = await waiting(approvals, tx, context.now)
    const from = closes ? 'open' : 'closed'
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 10032)
      if (open.has(id)) return notDone(id, 20000, because('difference.waiting'))
      const next = differenceMoves[closes ? 'close' : 'reopen'][row.state as DifferenceState]
      return isRefused(next) ? notDone(id, next.code, whyRefused(next)) : done(id)
    })
    const able = outcomes.filter(({ ok }) => ok).map(({ id }) => Number(id))
    if (able.length === 0) return outcomes
    const by = staffOf(context).username
    const [state, what] = closes ? (['closed', 'closed'] as const) : (['open', 'reopened'] as const)
    await queries.setState(
      tx,
      able,
      closes ? { state, by, at: context.now, reason } : { state, by: '', at: null, reason: '' },
    )
    await queries.note(tx, able, { at: context.now, by, what, text: reason })
    await recordMany(
      tx,
      context,
      able.map((id) => ({
        target: `difference ${id}`,
        content: differencesClosed([id], closes),
        before: { differenceId: id, state: from },
        after: { differenceId: id, state },
        reason,
      })),
    )
    return outcomes
  })
}

const payload = z.object({
  claims: z.array(z.object({ differenceId: z.number().int(), orderId: z.string(), item: z.string() })),
})

type Fault =
  | 'difference.state'
  | 'difference.noLine'
  | 'difference.noOrder'
  | 'difference.orderTaken'
  | 'difference.orderOther'

/** The match of a difference, or why it cannot be matched. */
async function claimOf(
  tx: Transaction,
  row: queries.Difference,
  orderId: string | null,
): Promise<queries.Claim | { fault: Fault }> {
  if (isRefused(differenceMoves.match[row.state as DifferenceState])) return { fault: 'difference.state' }
  if (row.line === null || row.theirs_minor === null) return { fault: 'difference.noLine' }
  if (orderId === null) return { fault: 'difference.noOrder' }
  const free = await queries.freeItem(tx, row.gateway, orderId, row.theirs_minor)
  if (free === 'taken') return { fault: 'difference.orderTaken' }
  if (free === 'other') return { fault: 'difference.orderOther' }
  return { differenceId: Number(row.id), orderId, item: free.item }
}

/** Requests approval of these matches, in one request. */
export async function match(
  approvals: Approvals,
  context: Context,
  { ids: sent, orderId, reason }: Parsed<typeof calls.differenceMatch>,
): Promise<Answer<typeof calls.differenceMatch>> {
  const ids = chosen(sent, 'ids')
  if (orderId !== undefined && ids.length > 1) throw refuseBecause(1000002, 'orderId', 'difference.noOrder')
  let refused: Outcome[] = []
  const answer = await unlessUnchanged<Answer<typeof calls.differenceMatch> | null>(context, null, async (tx) => {
    const found = await queries.lockDifferences(tx, ids)
    const open = await waiting(approvals, tx, context.now)
    const claims: queries.Claim[] = []
    const outcomes: Outcome[] = []
    // At most a hundred, each with its own order to check.
    for (const id of ids) {
      const row = found.get(id)
      if (!row) outcomes.push(notDone(id, 10032))
      else if (open.has(id)) outcomes.push(notDone(id, 20000, because('difference.waiting')))
      else {
        const claim = await claimOf(tx, row, orderId ?? row.suggested_id)
        if ('fault' in claim) {
          outcomes.push(notDone(id, claim.fault === 'difference.state' ? 20000 : 1000002, because(claim.fault)))
          continue
        }
        claims.push(claim)
        outcomes.push(done(id))
      }
    }
    if (claims.length === 0) {
      refused = outcomes
      return undefined
    }
    const able = claims.map(({ differenceId }) => differenceId)
    const orders = [...new Set(claims.map((claim) => claim.orderId))]
    const approvalId = await approvals.ask(tx, context, {
      kind: matchKind,
      subject: `${newId(context.now)} ${able.join(' ')}`,
      payload: { claims },
      before: null,
      after: { differences: able, orders },
      reason,
      title: differencesMatched('request', able, orders),
    })
    await queries.note(tx, able, { at: context.now, by: staffOf(context).username, what: 'proposed', text: reason })
    return { outcomes, approvalId }
  })
  return answer ?? { outcomes: refused }
}

/** Applies approved matches; if any changed in the meantime, the whole request fails. */
export const matchApproval: ApprovalKind = defineApproval({
  kind: matchKind,
  menu: 'finance.statement',
  payload,
  concerns: noParties,
  async stillValid(tx, { payload: { claims } }) {
    const found = await queries.lockDifferences(
      tx,
      claims.map(({ differenceId }) => differenceId),
    )
    return [...found.values()].every(({ state }) => state === 'open') ? null : because('difference.state')
  },
  async apply(tx, context, { payload: { claims }, reason }) {
    const ids = claims.map(({ differenceId }) => differenceId)
    const found = await queries.lockDifferences(tx, ids)
    const rows = claims.map((claim) => ({ ...claim, row: found.get(claim.differenceId)! }))
    for (const { row, orderId } of rows) {
      const again = await claimOf(tx, row, orderId)
      if ('fault' in again) throw refuseBecause(20000, 'ids', again.fault)
    }
    await queries.matchByHand(
      tx,
      rows.map(({ row, ...claim }) => ({
        ...claim,
        statementId: row.statement_id,
        line: row.line!,
        split: row.kind === 'split',
      })),
      context.now,
    )
    const by = staffOf(context).username
    await queries.setState(tx, ids, { state: 'accepted', by, at: context.now, reason })
    await queries.note(tx, ids, { at: context.now, by, what: 'accepted', text: reason })
    await record(tx, context, {
      operation: 'difference.match',
      target: `difference ${ids[0]}`,
      content: differencesMatched('done', ids, [...new Set(claims.map(({ orderId }) => orderId))]),
      before: null,
      after: { claims },
      reason,
    })
  },
})
