// Payout batches for screens, and items that could be paid next.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payoutBatches'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { batchKind, type Sources } from './make.ts'
import * as queries from './queries.ts'
import { type BatchState, type Verb, whyNot } from './rules.ts'

type Shown = RecordOf<typeof calls.payoutBatchList>
type Instruction = Answer<typeof calls.payoutBatchInfo>['payouts'][number]['instruction']
type Services = { approvals: Approvals; sources: () => Sources; fileUrl: string }

/** Maximum per source. */
const mostCandidates = 500

/** Payable items that are in no batch. */
export async function payables(
  { sources }: Services,
  context: Context,
  { source, kind }: Parsed<typeof calls.payableList>,
): Promise<Answer<typeof calls.payableList>> {
  if (context.scope.kind !== 'platform') return { payables: [], more: false }
  const requested = [...sources().values()].filter((one) => source === undefined || one.kind === source)
  const found = await Promise.all(
    requested.map(async (one) => ({
      source: one.kind,
      rows: await one.candidates(context.database, { limit: mostCandidates + 1, now: context.now }),
    })),
  )
  const all = found.flatMap(({ source: of, rows }) =>
    rows.slice(0, mostCandidates).map((row) => ({ ...row, source: of })),
  )
  return {
    payables: all
      .filter((row) => kind === undefined || row.kind === kind)
      .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      .map((row) => ({ ...row, usdCents: Number(row.usdCents), since: row.since.toISOString() })),
    more: found.some(({ rows }) => rows.length > mostCandidates),
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
