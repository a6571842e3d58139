// Payout batches for screens, and items that could be paid next.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import type { ReasonKey, ReasonParams } from '@greenroom/contract/reasons'
import { type Approvals, stoppedNow } from '../../../access/index.ts'
import type { Outcome } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, type Why } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { type Chosen, type JudgeServices, judge, lineId, toList, toPreview } from './payouts.judge.ts'
import { batchKind, byMethod, sumOf } from './payouts.make.ts'
import * as queries from './payouts.queries.ts'
import { type BatchState, type Verb, whyNot, whyPart } from './payouts.rules.ts'
import type { Candidate, PayoutKind } from './payouts.source.ts'

type Shown = RecordOf<typeof calls.payoutBatchList>
type Instruction = Answer<typeof calls.payoutBatchInfo>['payouts'][number]['instruction']
type Services = { approvals: Approvals; fileUrl: string } & JudgeServices

/** Maximum per source. */
const mostCandidates = 500

type Owed = Candidate & { source: PayoutKind }

/** Why the account of what is owed is not in force yet, if one waits. */
const whyAccount = ({ accountWaits, accountFrom }: Candidate): Why | undefined => {
  if (accountWaits !== true) return undefined
  return accountFrom ? because('payout.accountFrom', { at: accountFrom.toISOString() }) : because('payout.accountWaits')
}

const shownWhy = ({ reason, params }: { reason: ReasonKey; params?: ReasonParams | undefined }) => ({
  reason,
  ...(params && { params }),
})

/** What of it can be paid now, and why not the rest. */
function shownOwed(row: Owed, refused: Outcome | undefined, of: Chosen | undefined) {
  const { source, id, payeeId, payeeName, part = '', kind, lastFour, since, owedCents, debtCents = 0n } = row
  const base = { source, id, payeeId, payeeName, part, kind, lastFour, since: since.toISOString() }
  const owed = { ...base, owedCents: Number(owedCents) }
  if (of) {
    const { usdCents, withOlder = false } = of.payable
    const why = whyPart({ owedCents, debtCents, usdCents, withOlder })
    return { ...owed, usdCents: Number(usdCents), why: why.map(shownWhy) }
  }
  const { reason, params } = whyAccount(row) ?? refused ?? {}
  return { ...owed, usdCents: 0, why: [shownWhy({ reason: reason ?? 'payout.notAgreed', params })] }
}

/** What is owed and in no batch, with what can be paid of it now. */
export async function payables(
  services: Services,
  context: Context,
  { source, kind }: Parsed<typeof calls.payableList>,
): Promise<Answer<typeof calls.payableList>> {
  if (context.scope.kind !== 'platform') return { payables: [], more: false, stopped: null }
  const requested = [...services.sources.values()].filter((one) => source === undefined || one.kind === source)
  const found = await Promise.all(
    requested.map(async (one) => ({
      source: one.kind,
      rows: await one.candidates(context.database, { limit: mostCandidates + 1, now: context.now }),
    })),
  )
  const all = found
    .flatMap(({ source: of, rows }): Owed[] => rows.slice(0, mostCandidates).map((row) => ({ ...row, source: of })))
    .filter((row) => kind === undefined || row.kind === kind)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const [{ outcomes, chosen }, stop] = await Promise.all([
    judge(services, context, toList(services, context), all),
    stoppedNow(context.database, 'payouts'),
  ])
  const byId = new Map(outcomes.map((one) => [one.id, one]))
  const payable = new Map(chosen.map((one) => [lineId(one.source, one.payable.id), one]))
  return {
    payables: all.map((row) => {
      const name = lineId(row.source, row.id)
      return shownOwed(row, byId.get(name), payable.get(name))
    }),
    more: found.some(({ rows }) => rows.length > mostCandidates),
    stopped: stop && shownWhy(stop),
  }
}

/** The batches that these lines would make now; nothing is changed. */
export async function preview(
  services: Services,
  context: Context,
  { lines }: Parsed<typeof calls.payoutBatchPreview>,
): Promise<Answer<typeof calls.payoutBatchPreview>> {
  const { outcomes, chosen } = await judge(services, context, toPreview(services, context), lines)
  return {
    outcomes,
    batches: byMethod(chosen).map(([kind, of]) => ({
      kind,
      lines: of.length,
      usdCents: Number(sumOf(of)),
      payees: of.map(({ source, payable: { id, payee, usdCents } }) => ({
        source,
        id,
        payeeId: payee.id,
        payeeName: payee.name,
        usdCents: Number(usdCents),
      })),
    })),
  }
}

function shown(row: queries.BatchRow, waiting: ReadonlyMap<string, string>, mayWrite: boolean): Shown {
  const may = (verb: Verb): true | string => (mayWrite ? (whyNot(row, verb) ?? true) : 'readOnly')
  return {
    batchId: row.id,
    kind: row.kind as Shown['kind'],
    state: row.state as BatchState,
    onChain: row.on_chain,
    lines: row.lines,
    usdCents: Number(row.usd_cents),
    paid: row.paid,
    failed: row.failed,
    note: row.note,
    madeBy: row.made_by,
    madeAt: row.made_at.toISOString(),
    approvedBy: row.approved_by,
    approvedAt: row.approved_at?.toISOString() ?? null,
    sentBy: row.sent_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    sentTimes: row.sent_times,
    doneAt: row.done_at?.toISOString() ?? null,
    approvalId: waiting.get(String(row.id)) ?? null,
    can: { send: may('send'), result: may('result'), drop: may('drop') },
  }
}

const mayWrite = (context: Context) => levelOn(staffOf(context), 'finance.payout') === 3

/** One page of batches. */
export async function batches(services: Services, context: Context, payload: Parsed<typeof calls.payoutBatchList>) {
  const [page, waiting] = await Promise.all([
    queries.batchPage(context, payload),
    services.approvals.waitingOn(context.database, batchKind, context.now),
  ])
  return mapPage(page, (row) => shown(row, waiting, mayWrite(context)))
}

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** One batch with its payouts. @throws Refusal 10032 */
export async function batchInfo(
  { approvals, fileUrl }: Services,
  context: Context,
  { batchId }: Parsed<typeof calls.payoutBatchInfo>,
): Promise<Answer<typeof calls.payoutBatchInfo>> {
  const { database, scope, now } = context
  const batch = await queries.batchById(database, scope, batchId)
  if (!batch) throw new Refusal(10032)
  const [waiting, rows, instructions] = await Promise.all([
    approvals.waitingOn(database, batchKind, now),
    queries.payoutsOf(database, batchId),
    queries.instructionsOf(database, batchId),
  ])
  const proofs = rows.flatMap(({ proof_file_id }) => proof_file_id ?? [])
  const mimes = await queries.mimesOf(database, proofs)
  return {
    ...shown(batch, waiting, mayWrite(context)),
    control: batch.control,
    payouts: rows.map((row) => ({
      instruction: (instructions.get(row.id) as Instruction | undefined) ?? null,
      payoutId: row.id,
      source: row.source,
      id: row.source_id,
      payeeId: row.payee_id,
      payeeName: row.payee_name,
      usdCents: Number(row.usd_cents),
      kind: row.kind as Shown['kind'],
      lastFour: row.last_four,
      state: row.state as 'waiting',
      reference: row.reference,
      proofUrl:
        row.proof_file_id === null
          ? ''
          : `${fileUrl}${row.proof_file_id}${extensions[mimes.get(row.proof_file_id) ?? ''] ?? ''}`,
      reason: row.reason,
      endedBy: row.ended_by,
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  }
}
