// Hits: two members of staff clear or confirm them.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/sanctions'
import { sanctionsDecided } from '@greenroom/contract/sentences/sanctions'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { chosen, notDone, type Outcome, sortOut, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { partiesOfPayees } from '../../../kit/calls/parties.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import * as queries from './sanctions.queries.ts'

export const decideKind = 'sanctions.decide'

type Services = { approvals: Approvals }
type Shown = RecordOf<typeof calls.sanctionsHitList>
type Decision = Parsed<typeof calls.sanctionsHitDecide>['decision']

const stateOf = { clear: 'cleared', confirm: 'confirmed' } as const

/** Ids of pending approvals about hits. */
const pending = async ({ approvals }: Services, reader: Parameters<Approvals['waitingOn']>[0], now: Date) =>
  new Set((await approvals.waitingOn(reader, decideKind, now)).values())

function shown(row: queries.Hit, waiting: ReadonlySet<string>, mayWrite: boolean): Shown {
  const approvalId = row.approval_id !== null && waiting.has(row.approval_id) ? row.approval_id : null
  const may = (decision: Decision): true | string => {
    if (!mayWrite) return 'readOnly'
    if (approvalId !== null) return 'waits'
    return row.state === stateOf[decision] ? 'already' : true
  }
  return {
    id: row.id,
    state: row.state as Shown['state'],
    payeeId: row.payee_id,
    payeeName: row.payee_name,
    field: row.field as Shown['field'],
    agreement: row.agreement as Shown['agreement'],
    listName: row.list_name,
    reference: row.reference,
    listedName: row.listed_name,
    program: row.program,
    foundAt: row.found_at.toISOString(),
    approvalId,
    decidedBy: row.decided_by,
    secondBy: row.second_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    can: { clear: may('clear'), confirm: may('confirm') },
  }
}

const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.sanctions') === 3

/** One page of hits. */
export async function list(services: Services, context: Context, payload: Parsed<typeof calls.sanctionsHitList>) {
  const [page, waiting] = await Promise.all([
    queries.hitPage(context, payload),
    pending(services, context.database, context.now),
  ])
  return mapPage(page, (row) => shown(row, waiting, mayWrite(context)))
}

/** @throws Refusal 10032 */
export async function info(
  services: Services,
  context: Context,
  { hitId }: Parsed<typeof calls.sanctionsHitInfo>,
): Promise<Answer<typeof calls.sanctionsHitInfo>> {
  const row = await queries.hitById(context, hitId)
  if (!row) throw new Refusal(10032)
  const [waiting, entry] = await Promise.all([
    pending(services, context.database, context.now),
    queries.entryOfHit(context.database, row),
  ])
  return { ...shown(row, waiting, mayWrite(context)), entry: entry ?? null }
}

/** Counts of the lists in force. */
export const entries = (context: Context, payload: Parsed<typeof calls.sanctionsEntryList>) =>
  queries.entryPage(context, payload)

const payeesOf = (rows: readonly queries.Hit[]) =>
  rows.map(({ payee_id, payee_name }) => ({ payeeId: payee_id, payeeName: payee_name }))
const viewOf = (row: queries.Hit) => ({
  hitId: row.id,
  payeeId: row.payee_id,
  list: row.list_name,
  reference: row.reference,
  listedName: row.listed_name,
})

/** Those of these hits that allow the decision, locked. */
async function judge(
  services: Services,
  tx: Transaction,
  now: Date,
  { ids, decision, applying }: { ids: readonly number[]; decision: Decision; applying?: string },
) {
  const found = await queries.lockHits(tx, ids)
  const waiting = await pending(services, tx, now)
  const { outcomes, able } = sortOut(ids, found, (row, id) => {
    if (row.approval_id !== null && row.approval_id !== applying && waiting.has(row.approval_id))
      return notDone(id, 20000, because('withdrawal.waits'))
    return row.state === stateOf[decision] ? notDone(id, 20000, because('policy.already')) : null
  })
  return { outcomes, rows: able }
}

/** Proposes a decision about hits. */
export async function decide(
  services: Services,
  context: Context,
  { ids: sent, decision, reason }: Parsed<typeof calls.sanctionsHitDecide>,
): Promise<Answer<typeof calls.sanctionsHitDecide>> {
  const ids = chosen(sent, 'ids')
  let refused: Outcome<number>[] = []
  const answer = await unlessUnchanged<Answer<typeof calls.sanctionsHitDecide> | null>(context, null, async (tx) => {
    const { outcomes, rows } = await judge(services, tx, context.now, { ids, decision })
    if (rows.length === 0) {
      refused = outcomes
      return undefined
    }
    const approvalId = await services.approvals.ask(tx, context, {
      kind: decideKind,
      // Identifies this set of hits: others may be pending in other requests.
      subject: newId(context.now),
      payload: { hitIds: rows.map(({ id }) => id), decision },
      before: { hits: rows.map((row) => ({ ...viewOf(row), state: row.state })) },
      after: { hits: rows.map((row) => ({ ...viewOf(row), state: stateOf[decision] })) },
      reason,
      title: sanctionsDecided('request', decision, payeesOf(rows)),
    })
    await queries.setWaiting(
      tx,
      rows.map(({ id }) => id),
      approvalId,
    )
    return { outcomes, approvalId }
  })
  return answer ?? { outcomes: refused }
}

export const decideApproval = (services: Services): ApprovalKind =>
  defineApproval({
    kind: decideKind,
    menu: 'finance.sanctions',
    payload: z.object({ hitIds: z.array(z.number().int()), decision: z.enum(['clear', 'confirm']) }),
    concerns: async (tx, { payload: { hitIds } }) =>
      partiesOfPayees([...(await queries.lockHits(tx, hitIds)).values()].map((hit) => hit.payee_id)),
    stillValid: async () => null,
    async apply(tx, context, { id, payload: { hitIds, decision }, maker, reason }) {
      const { rows } = await judge(services, tx, context.now, { ids: hitIds, decision, applying: id })
      if (rows.length === 0) throw refuseBecause(20000, 'ids', 'approval.done')
      const second = staffOf(context).username
      await queries.setDecided(
        tx,
        rows.map((row) => row.id),
        { state: stateOf[decision], by: maker, second, at: context.now, reason },
      )
      await recordMany(
        tx,
        context,
        rows.map((row) => ({
          operation: decideKind,
          target: `sanctions hit ${row.id}`,
          content: sanctionsDecided('done', decision, payeesOf([row])),
          before: { ...viewOf(row), state: row.state },
          after: { ...viewOf(row), state: stateOf[decision], decidedBy: maker, secondBy: second },
          reason,
        })),
      )
    },
  })
