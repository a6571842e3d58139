// The deposits screen, and decisions of two members of staff about unmatched ones.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type { usdtInExplain, usdtInList, usdtInMatch, usdtInReject } from '@greenroom/contract/chain'
import { depositMatched, depositRejected, depositsExplained } from '@greenroom/contract/sentences/chain'
import type { Approvals } from '../../../access/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { post } from '../../../ledger/index.ts'
import { record, recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { shownAddress, shownTransaction } from '../address/chainAddress.codec.ts'
import { explorerOf, keyOf } from '../chain.shown.ts'
import { confirmationsNeeded, type Watching } from '../chain.watching.ts'
import { confirmationsOf } from '../watch/chainWatch.rules.ts'
import { matchedItem } from './deposit.ledger.ts'
import * as queries from './deposit.queries.ts'
import { decideFault, explainFault, ownerOf, unmatchFault } from './deposit.rules.ts'
import { credit, heldOf } from './deposit.settle.ts'
import type { Owner } from './deposit.suggest.ts'

export const matchKind = 'usdt.match'
export const rejectKind = 'usdt.reject'
export const unmatchKind = 'usdt.unmatch'

type Shown = RecordOf<typeof usdtInList>
export type DepositNeeds = Pick<Watching, 'params' | 'payers'> & { approvals: Approvals }

/** Deposits that a request of one member of staff waits for. */
export async function waitingDeposits(approvals: Approvals, reader: Reader, now: Date): Promise<Set<string>> {
  const waiting = await Promise.all(
    [matchKind, rejectKind, unmatchKind].map((kind) => approvals.waitingOn(reader, kind, now)),
  )
  return new Set(waiting.flatMap((of) => [...of.keys()]))
}

/** One page of deposits. */
export async function deposits(needs: DepositNeeds, context: Context, payload: Parsed<typeof usdtInList>) {
  const { params, payers, approvals } = needs
  const [page, open] = await Promise.all([
    queries.depositPage(context, payload),
    waitingDeposits(approvals, context.database, context.now),
  ])
  const mayWrite = levelOn(staffOf(context), 'finance.usdtIn') === 3
  const names = await namesOf(payers, context.database, queries.ownersOf(page.records))
  return mapPage(page, (row) => ({ ...shown(params, row, open.has(row.id), mayWrite), payer: payerOf(row, names) }))
}

/** Names of these owners: each kind of payer knows its own. */
export async function namesOf(payers: Watching['payers'], reader: Reader, owners: readonly Owner[]) {
  const found = await Promise.all(
    payers.map(async (payer) => {
      const ids = owners.flatMap(({ kind, id }) => (kind === payer.kind ? id : []))
      const names = ids.length === 0 ? [] : [...(await payer.namesOf(reader, [...new Set(ids)]))]
      return names.map(([id, name]) => [`${payer.kind} ${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}

export function payerOf(row: queries.DepositRow, names: ReadonlyMap<string, string>): Shown['payer'] {
  const owner = ownerOf(row)
  if (owner === null) return null
  return { kind: row.owner_kind as 'agent', id: Number(row.owner_id), name: names.get(owner) ?? '' }
}

export function shown(
  params: Params,
  row: queries.DepositRow,
  isOpen: boolean,
  mayWrite: boolean,
): Omit<Shown, 'payer'> {
  const facts = { state: row.state, vanished: row.vanished_at !== null, waiting: isOpen }
  const may = (fault: string | null) => (mayWrite ? keyOf(fault) : 'readOnly')
  const able = may(decideFault(facts))
  const needed = confirmationsNeeded(params, row.chain)
  const isSettled = !['detected', 'confirming'].includes(row.state)
  const confirmations =
    row.head_number === null ? 0 : confirmationsOf(Number(row.head_number), Number(row.block_number))
  return {
    id: row.id,
    chain: row.chain,
    transaction: shownTransaction(row.chain, row.transaction),
    explorer: explorerOf(params, row.chain, row.transaction),
    ordinal: row.ordinal,
    block: Number(row.block_number),
    at: row.at.toISOString(),
    from: shownAddress(row.chain, row.from_address),
    address: shownAddress(row.chain, row.address),
    usdtMicros: Number(row.usdt_micros),
    state: row.state as Shown['state'],
    reason: row.reason,
    confirmations: row.state === 'gone' ? 0 : isSettled ? Math.max(needed, 0) : Math.min(confirmations, needed),
    needed,
    finalized: row.finalized === null ? null : row.block_number <= row.finalized,
    transferId: row.transfer_id,
    vanishedAt: row.vanished_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
    explainedBy: row.explained_by,
    explanation: row.explanation,
    can: {
      match: able,
      reject: able,
      unmatch: may(unmatchFault({ ...facts, missing: row.missing_since !== null })),
      explain: may(explainFault(alarmOf(row))),
    },
  }
}

const alarmOf = (row: queries.Deposit) => ({ vanished: row.vanished_at !== null, explained: row.explained_at !== null })

/** Ends the alarms of vanished deposits with a reason. */
export function explain(
  context: Context,
  { ids: sent, reason }: Parsed<typeof usdtInExplain>,
): Promise<Answer<typeof usdtInExplain>> {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const found = new Map((await queries.lockDeposits(tx, ids)).map((row) => [row.id, row]))
    const outcomes = ids.map((id): Outcome => {
      const row = found.get(id)
      if (!row) return notDone(id, 21001, because('record.none'))
      const fault = explainFault(alarmOf(row))
      return fault === null ? done(id) : notDone(id, 20000, because(fault))
    })
    const able = outcomes.filter(({ ok }) => ok).map(({ id }) => String(id))
    await queries.explain(tx, able, staffOf(context).username, reason, context.now)
    await recordMany(
      tx,
      context,
      able.map((id) => ({
        target: `deposit ${id}`,
        content: depositsExplained(1),
        before: { depositId: id, explained: false },
        after: { depositId: id, explained: true },
        reason,
      })),
    )
    return outcomes
  })
}

/** The deposit to be decided about, locked. @throws Refusal */
async function undecided(tx: Transaction, approvals: Approvals, context: Context, id: string) {
  const [deposit] = await queries.lockDeposits(tx, [id])
  if (!deposit) throw refuseBecause(21001, 'id', 'record.none')
  const open = await waitingDeposits(approvals, context.database, context.now)
  const fault = decideFault({ state: deposit.state, vanished: deposit.vanished_at !== null, waiting: open.has(id) })
  if (fault) throw refuseBecause(20000, 'id', fault)
  return deposit
}

/** Requests that a deposit be credited to a payer. */
export function askMatch(
  { approvals, payers }: Pick<Watching, 'payers'> & { approvals: Approvals },
  context: Context,
  { id, ownerKind, ownerId, reason }: Parsed<typeof usdtInMatch>,
): Promise<Answer<typeof usdtInMatch>> {
  return context.tx(async (tx) => {
    const deposit = await undecided(tx, approvals, context, id)
    const payer = payers.find(({ kind }) => kind === ownerKind)
    const fault = payer ? await payer.mayHaveAddress(tx, ownerId) : 'usdt.unknownPayer'
    if (fault) throw refuseBecause(21001, 'ownerId', fault as 'usdt.unknownPayer')
    const owner = `${ownerKind} ${ownerId}`
    const usdtMicros = Number(deposit.usdt_micros)
    const approvalId = await approvals.ask(tx, context, {
      kind: matchKind,
      subject: id,
      payload: { id, ownerKind, ownerId },
      before: { state: deposit.state, usdtMicros, reason: deposit.reason },
      after: { state: 'matched', owner },
      reason,
      title: depositMatched('request', { usdtMicros, owner }),
    })
    await queries.setApproval(tx, id, approvalId)
    return { approvalId }
  })
}

export function askReject(
  { approvals }: { approvals: Approvals },
  context: Context,
  { id, reason }: Parsed<typeof usdtInReject>,
): Promise<Answer<typeof usdtInReject>> {
  return context.tx(async (tx) => {
    const deposit = await undecided(tx, approvals, context, id)
    const usdtMicros = Number(deposit.usdt_micros)
    const approvalId = await approvals.ask(tx, context, {
      kind: rejectKind,
      subject: id,
      payload: { id },
      before: { state: deposit.state, usdtMicros, reason: deposit.reason },
      after: { state: 'rejected' },
      reason,
      title: depositRejected('request', { usdtMicros }),
    })
    await queries.setApproval(tx, id, approvalId)
    return { approvalId }
  })
}

/** Credits an unmatched deposit to its payer, in the transaction of the approval. @throws Refusal */
export async function match(
  { payers }: Pick<Watching, 'payers'>,
  tx: Transaction,
  context: Context,
  requested: { id: string; ownerKind: Owner['kind']; ownerId: number; by: string; reason: string },
): Promise<void> {
  await queries.lockDeposits(tx, [requested.id])
  await queries.setOwner(tx, requested.id, requested.ownerKind, requested.ownerId)
  const [deposit] = await queries.lockDeposits(tx, [requested.id])
  const step = `${requested.ownerKind}:${requested.ownerId}`
  await post(tx, requested.by, context.now, [matchedItem(heldOf(deposit!), context.now, step)])
  const outcome = (await credit(tx, { payers }, context.now, [deposit!])).get(requested.id)
  if (!outcome?.ok)
    throw refuseBecause(20000, 'ownerId', (outcome?.reason ?? 'usdt.unknownPayer') as 'usdt.unknownPayer')
  const { transferId } = outcome
  await queries.settle(
    tx,
    [{ id: requested.id, state: 'matched', reason: '', transferId, by: requested.by, why: requested.reason }],
    context.now,
  )
  await record(tx, context, {
    operation: matchKind,
    target: `deposit ${requested.id}`,
    content: depositMatched('done', {
      usdtMicros: Number(deposit!.usdt_micros),
      owner: `${requested.ownerKind} ${requested.ownerId}`,
    }),
    before: { depositId: requested.id, state: 'unmatched' },
    after: { depositId: requested.id, state: 'matched', transferId },
    reason: requested.reason,
  })
}

export async function reject(
  tx: Transaction,
  context: Context,
  requested: { id: string; by: string; reason: string },
): Promise<void> {
  const [deposit] = await queries.lockDeposits(tx, [requested.id])
  const kept = { id: requested.id, state: 'rejected', reason: deposit!.reason, transferId: null }
  await queries.settle(tx, [{ ...kept, by: requested.by, why: requested.reason }], context.now)
  await record(tx, context, {
    operation: rejectKind,
    target: `deposit ${requested.id}`,
    content: depositRejected('done', { usdtMicros: Number(deposit!.usdt_micros) }),
    before: { depositId: requested.id, state: 'unmatched' },
    after: { depositId: requested.id, state: 'rejected' },
    reason: requested.reason,
  })
}
