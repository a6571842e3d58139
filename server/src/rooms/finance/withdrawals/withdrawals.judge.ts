// Whether these withdrawals may be decided so now, each with the reason why not.
import type { ErrorCode } from '@greenroom/contract/errors'
import { done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { usableFrom } from '../accounts/payeeAccounts.rules.ts'
import { itemsInBatches } from '../payouts/payouts.batched.ts'
import { policyFaults } from '../policies/policies.apply.ts'
import { assess } from './withdrawalRisk.assess.ts'
import { barred } from './withdrawalRisk.rules.ts'
import * as queries from './withdrawals.queries.ts'
import { type ReadServices, waitingIds } from './withdrawals.read.ts'
import { screenUsers } from './withdrawals.sanctions.ts'
import { type Fault, notNow, type Verb, whyNot } from './withdrawals.states.ts'

export type Judged = { row: queries.Locked } | { id: string; code: ErrorCode; why?: Why }

const codeOf: Record<Fault, (row: queries.Locked) => { code: ErrorCode; why?: Why }> = {
  state: () => ({ code: notNow.code }),
  decided: (row) => ({ code: 20000, why: because('withdrawal.decided', { by: row.decider }) }),
  waits: () => ({ code: 20000, why: because('withdrawal.waits') }),
  claimed: (row) => ({ code: 20000, why: because('withdrawal.claimed', { by: row.claimer }) }),
  held: (row) => ({ code: 1000002, why: because('withdrawal.held', { why: row.held }) }),
  routed: () => ({ code: 20000, why: because('withdrawal.routed') }),
}

/** Locks these withdrawals and checks for each whether the verb may be applied. `applying`: the approved request, or the decision that takes effect. */
export async function judge(
  services: ReadServices,
  tx: Transaction,
  context: Context,
  { ids, verb, applying }: { ids: readonly string[]; verb: Verb; applying?: string },
): Promise<Judged[]> {
  const { now } = context
  const found = await queries.lockWithdrawals(tx, ids)
  const waiting = await waitingIds(services.approvals, tx, now)
  const routed = await itemsInBatches(tx, 'withdrawal', ids)
  const { id: staffId } = staffOf(context)
  return ids.map((id): Judged => {
    const row = found.get(id)
    if (!row) return { id, code: 50001 }
    const fault = whyNot(
      {
        state: row.state,
        released: row.releasedAt !== null,
        decided: row.decisionId !== null && row.decisionId !== applying,
        waits: row.approvalId !== null && row.approvalId !== applying && waiting.has(row.approvalId),
        claimed:
          row.claimedBy !== null && row.claimedBy !== staffId && row.claimedUntil !== null && row.claimedUntil > now,
        held: row.held !== '',
        routed: routed.has(id),
      },
      verb,
    )
    return fault === null ? { row } : { id, ...codeOf[fault](row) }
  })
}

type Passing = { judged: Judged[]; riskHeld: boolean }

/** The same for passing, which also checks the payee, the account's waiting period, and the policies in force. */
export async function judgePass(
  services: ReadServices,
  tx: Transaction,
  context: Context,
  ids: readonly string[],
  applying?: string,
): Promise<Passing> {
  const { now } = context
  const first = await judge(services, tx, context, { ids, verb: 'pass', ...(applying && { applying }) })
  const rows = first.flatMap((one) => ('row' in one ? [one.row] : []))
  const [assessed, faults] = [
    await assess(
      tx,
      services.params,
      now,
      rows.map(({ id }) => id),
    ),
    await policyFaults(tx, now, rows),
  ]
  const bars = await screenUsers(tx, services.seals, now, rows)
  const waitHours = services.params.integer('payout_account_wait_hours')
  let riskHeld = false
  const judged = first.map((one): Judged => {
    if (!('row' in one)) return one
    const { row } = one
    const { risks, held } = assessed.get(row.id)!
    const never = barred(risks)
    if (never) return { id: row.id, code: 1000002, why: because(never) }
    const usable = usableFrom(row.accountSince, waitHours)
    if (usable > now)
      return { id: row.id, code: 1000002, why: because('withdrawal.accountWaits', { at: usable.toISOString() }) }
    const bar = bars.get(row.id)
    if (bar) return { id: row.id, code: 1000002, why: because(bar) }
    const policy = faults.get(row.id)
    if (policy) return { id: row.id, code: 1000002, why: policy }
    riskHeld ||= held
    return one
  })
  return { judged, riskHeld }
}

export const outcomeOf = (one: Judged): Outcome =>
  'row' in one ? done(one.row.id) : notDone(one.id, one.code, one.why)
export const rowsOf = (judged: readonly Judged[]) => judged.flatMap((one) => ('row' in one ? [one.row] : []))
