// Decides for each line whether it may be paid, by its source, the sanctions lists and the policies: in a batch that is made, in one that
// is only shown, or each line by itself.

import type { ReasonKey } from '@greenroom/contract/reasons'
import type { payoutSources } from '@greenroom/contract/statesAndKinds'
import { done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { accountIfOpens } from '../accounts/payeeAccounts.sealed.ts'
import { faultsApart, faultsShown, type Payment, paymentFaults } from '../policies/policies.apply.ts'
import { type Bar, barsFound, type Payee, screenPayees } from '../sanctions/sanctions.screen.ts'
import { itemsInBatches } from './payouts.batched.ts'
import type { PaidDirectly, Payable, PayoutKind, PayoutSource } from './payouts.source.ts'

export type Sources = ReadonlyMap<PayoutKind, PayoutSource>
export type JudgeServices = { seals: Seals; sources: Sources }
export type Line = { source: (typeof payoutSources)[number]; id: string }
export type Chosen = { source: PayoutKind; payable: Payable }

/** `withdrawal:wd-9`: the key of a line in outcomes, since ids of different sources may coincide. */
export const lineId = (source: PayoutKind, id: string) => `${source}:${id}`

/** Refusals of the account that makes the batch, not of the item. */
const refusedMaker: ReadonlySet<ReasonKey> = new Set(['payout.sameAgreed', 'payout.sameApproved'])

/** How lines are looked at: what is locked and stored, and which payments count for a policy. */
type View = {
  reader: Reader
  lock(source: PayoutSource, ids: readonly string[]): Promise<void>
  screen(payees: readonly Payee[]): Promise<Map<string, Bar>>
  faults(payments: readonly Payment[], directly: readonly PaidDirectly[]): Promise<Map<string, Why>>
}

/** To be paid: lines and payees are locked, and new sanctions hits stored. */
export const toPay = ({ seals }: JudgeServices, tx: Transaction, context: Context): View => ({
  reader: tx,
  lock: (source, ids) => source.lock(tx, context, ids),
  screen: (payees) => screenPayees(tx, context.now, payees),
  faults: (payments, directly) => paymentFaults(tx, seals, context.now, payments, directly),
})

const toRead = (context: Context): Omit<View, 'faults'> => ({
  reader: context.database,
  lock: async () => {},
  screen: (payees) => barsFound(context.database, payees),
})

/** A batch of these lines, as it would be made now. */
export const toPreview = ({ seals }: JudgeServices, context: Context): View => ({
  ...toRead(context),
  faults: (payments, directly) => faultsShown(context.database, seals, context.now, payments, directly),
})

/** Each line as if it were alone in a batch. */
export const toList = ({ seals }: JudgeServices, context: Context): View => ({
  ...toRead(context),
  faults: (payments, directly) => faultsApart(context.database, seals, context.now, payments, directly),
})

/** The payees to be screened, and the lines whose account can't be opened. */
function payeesOf(seals: Seals, payables: readonly Payable[]): { payees: Payee[]; unreadable: ReadonlySet<string> } {
  const unreadable = new Set<string>()
  const payees = payables.map(({ id, payee, names = [], account: { owner, sealed } }): Payee => {
    const account = sealed === '' ? null : accountIfOpens(seals, owner, sealed)
    if (account === undefined) unreadable.add(id)
    return { ...payee, names, account: account ?? null }
  })
  return { payees, unreadable }
}

/** Sources are asked in name order, so that batches lock in one order. @returns an outcome a line, and the lines that may be paid */
export async function judge(
  { seals, sources }: JudgeServices,
  context: Context,
  view: View,
  lines: readonly Line[],
): Promise<{ outcomes: Outcome<string>[]; chosen: Chosen[] }> {
  const outcomes = new Map<string, Outcome<string>>()
  const chosen: Chosen[] = []
  const bySource = [...Map.groupBy(lines, (line) => line.source)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [kind, of] of bySource) {
    const ids = [...new Set(of.map(({ id }) => id))]
    const source = sources.get(kind)
    if (source) await view.lock(source, ids)
    const payables = (await source?.payable(view.reader, context, ids)) ?? new Map<string, never>()
    const payable = [...payables.values()].filter((one): one is Payable => !('refused' in one))
    const { payees, unreadable } = payeesOf(seals, payable)
    const bars = await view.screen(payees)
    const live = await itemsInBatches(view.reader, kind, ids)
    for (const id of ids) {
      const found = payables.get(id)
      const name = lineId(kind, id)
      if (!found) outcomes.set(name, notDone(name, 50001))
      else if (live.has(id)) outcomes.set(name, notDone(name, 20000, because('payout.routed')))
      else if ('refused' in found) {
        const code = refusedMaker.has(found.refused) ? 10026 : 50002
        outcomes.set(name, notDone(name, code, because(found.refused as 'payout.notPassed')))
      } else if (bars.has(found.payee.id))
        outcomes.set(name, notDone(name, 1000002, because(bars.get(found.payee.id)!)))
      else if (unreadable.has(id)) outcomes.set(name, notDone(name, 1000002, because('payout.accountUnreadable')))
      else outcomes.set(name, done(name))
    }
    // In the order of the source: of one payee, the oldest first.
    chosen.push(
      ...payable.filter(({ id }) => outcomes.get(lineId(kind, id))?.ok).map((one) => ({ source: kind, payable: one })),
    )
  }
  const faults = await view.faults(
    chosen.map(({ source, payable }) => ({ ...payable, id: lineId(source, payable.id) })),
    [...sources.values()].flatMap(({ paidDirectly }) => paidDirectly ?? []),
  )
  for (const [name, fault] of faults) outcomes.set(name, notDone(name, 1000002, fault))
  return {
    outcomes: [...outcomes.values()],
    chosen: chosen.filter(({ source, payable }) => !faults.has(lineId(source, payable.id))),
  }
}
