// The lines of an order: each request or week with its amount, or why it is not paid.
import type { ErrorCode } from '@greenroom/contract/errors'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { guildBalances } from '../../../ledger/index.ts'
import type { Pays } from './guildPay.orders.ts'
import { duesOf } from './guildPay.rules.ts'
import { lockApproved, lockWeeks, type PayWeek, readWeeks } from './guildPay.weeks.ts'
import { accountsInForce, type InForce } from './guildPayoutAccount.queries.ts'
import { guildAccounts } from './guildPayoutAccount.ts'
import { centsOf } from './guildPayouts.ledger.ts'
import { lockRequests, type RequestRow, readRequests } from './guildRequest.queries.ts'
import { whyNot } from './guildRequest.rules.ts'

/** A request, or a week by its settlement. */
export type Line = {
  id: number
  guildId: number
  guildName: string
  usdCents: bigint
  account: InForce
  request: RequestRow | null
  week: PayWeek | null
  /** A week that is paid only together with older ones. */
  withOlder?: true
}

export type Judged = { id: number } & ({ line: Line } | { code: ErrorCode; why?: Why })

type PayRequest = {
  /** Who pays by hand, or makes the batch: never who approved the line. */
  payerId: number
  now: Date
  /** Lines that wait for approval, read after the lines are locked. */
  waiting: () => Promise<ReadonlyMap<number, unknown>>
}

/** Why the guild or the payout account of a line cannot be paid. */
function payeeOf(guildState: string, account: InForce | undefined): { code: ErrorCode; why: Why } | InForce {
  if (guildState === 'banned') return { code: 30004, why: because('payout.guildBanned') }
  return account ?? { code: 1000002, why: because('payout.noAccount') }
}

/** Locks what is to be paid: weeks before the ledger's accounts, as every payment locks. @returns all approved weeks concerned */
export async function lockLines(tx: Transaction, pays: Pays, ids: readonly number[], now: Date): Promise<PayWeek[]> {
  const requests = pays === 'request' ? await lockRequests(tx, ids) : new Map<number, RequestRow>()
  const ofRequests = [...new Set([...requests.values()].map(({ guildId }) => guildId))]
  const weeks = pays === 'request' ? await lockApproved(tx, ofRequests) : await lockWeeks(tx, ids)
  await guildAccounts.bringIntoForce(tx, now, pays === 'request' ? ofRequests : guildsOf(weeks))
  return weeks
}

const guildsOf = (weeks: readonly PayWeek[]) => [...new Set(weeks.map(({ guildId }) => guildId))]

async function judgeRequests(reader: Reader, ids: readonly number[], requested: PayRequest) {
  const found = await readRequests(reader, ids)
  const guildIds = [...new Set([...found.values()].map(({ guildId }) => guildId))]
  const accounts = await accountsInForce(reader, requested.now, guildIds)
  const waiting = await requested.waiting()
  return ids.map((id): Judged => {
    const row = found.get(id)
    if (!row) return { id, code: 50001 }
    const state = whyNot(row.state, waiting.has(id), 'pay')
    if (state === 'waits') return { id, code: 20000, why: because('payout.waits') }
    if (state) return { id, code: 50002 }
    if (row.decidedById === requested.payerId) return { id, code: 10026, why: because('payout.sameAgreed') }
    const account = payeeOf(row.guildState, accounts.get(row.guildId))
    if ('code' in account) return { id, ...account }
    const { guildId, guildName, usdCents } = row
    return { id, line: { id, guildId, guildName, usdCents, account, request: row, week: null } }
  })
}

async function judgeWeeks(reader: Reader, ids: readonly number[], requested: PayRequest) {
  const weeks = await readWeeks(reader, ids)
  const byId = new Map(weeks.map((week) => [week.id, week]))
  const guildIds = guildsOf(weeks)
  const accounts = await accountsInForce(reader, requested.now, guildIds)
  const balances = await guildBalances(reader, guildIds)
  const waiting = await requested.waiting()
  /** Weeks that could be paid, apart from their amount. */
  const barred = (id: number): Judged | undefined => {
    const week = byId.get(id)
    if (!week) return { id, code: 10032 }
    if (week.state !== 'approved') return { id, code: 1000002, why: because('payout.notApproved') }
    if (waiting.has(id)) return { id, code: 20000, why: because('payout.waits') }
    if (week.approvedById === requested.payerId) return { id, code: 10026, why: because('payout.sameApproved') }
    const account = payeeOf(week.guildState, accounts.get(week.guildId))
    return 'code' in account ? { id, ...account } : undefined
  }
  const judged = new Map(ids.map((id) => [id, barred(id)]))
  const free = new Set(ids.filter((id) => judged.get(id) === undefined))
  for (const [guildId, all] of Map.groupBy(weeks, (week) => week.guildId)) {
    const { payable = 0n, reserved = 0n } = balances.get(guildId) ?? {}
    const approved = all.filter(({ state }) => state === 'approved')
    const held = { postedCents: centsOf(payable), reservedCents: centsOf(reserved) }
    let older = false
    for (const due of duesOf(approved, free, held)) {
      const { id } = due
      const week = byId.get(id)!
      if ('refused' in due)
        judged.set(id, { id, code: due.refused === 'payout.paid' ? 20000 : 1000002, why: because(due.refused) })
      else {
        const account = accounts.get(guildId)!
        const line: Line = { id, guildId, guildName: week.guildName, usdCents: due.cents, account, request: null, week }
        judged.set(id, { id, line: older ? { ...line, withOlder: true } : line })
        older = true
      }
    }
  }
  // Oldest first, so that each posting finds its week's money.
  const order = new Map(weeks.map(({ id }, at) => [id, at]))
  const sorted = ids.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  return sorted.map((id) => judged.get(id)!)
}

/** Checks what is to be paid, as it is now: before a payment it is locked (`lockLines`). */
export const judgeLines = (
  reader: Reader,
  pays: Pays,
  ids: readonly number[],
  requested: PayRequest,
): Promise<Judged[]> =>
  pays === 'request' ? judgeRequests(reader, ids, requested) : judgeWeeks(reader, ids, requested)

/** Locks and checks. `weeks` are all approved weeks of the guilds concerned, whose `paid_cents` follow. */
export async function lockedLines(
  tx: Transaction,
  pays: Pays,
  ids: readonly number[],
  requested: PayRequest,
): Promise<{ judged: Judged[]; weeks: PayWeek[] }> {
  const weeks = await lockLines(tx, pays, ids, requested.now)
  return { judged: await judgeLines(tx, pays, ids, requested), weeks }
}
