// Orders, chargebacks, withdrawals, payouts and batches against the ledger, state by state.
import type { Reader } from '../../../kit/database/database.ts'
import { idAt } from '../../../kit/random.ts'
import { type CashMoved, cashMoved, debtsMoved, debtsOfUsers, resolutionsOf } from '../../../ledger/index.ts'
import { type Check, hrefOf, momentOfId, type Sided, sides, sums } from './reconcile.rules.ts'
import * as queries from './reconcileMoney.queries.ts'

/** Maximum number of transfers of a kind compared one by one: the newest. */
const newest = 20_000

/** Maximum number of withdrawals of a kind whose state is compared: the newest. */
const newestStates = 5_000

type Comparing = { reader: Reader; now: Date; since: Date; day: string; until: Date }

const sideOf = (moved: readonly CashMoved[], of: 'cents' | 'bonus'): Sided[] =>
  moved.flatMap((one) => (one[of] === 0n ? [] : [{ id: one.id, name: one.reference, amount: one[of] }]))

/** Cash movements of orders: recharges less the gateway's fee, refunds, chargebacks, and those that were won. */
async function orderCash({ reader, since }: Comparing): Promise<Check[]> {
  const recharges = (fromId: string) => queries.rechargeCash(reader, fromId)
  const returns = (what: 'refund' | 'chargeback' | 'won') => (fromId: string) =>
    queries.returnCash(reader, fromId, what)
  const kinds = [
    ['rechargeCash', 'recharge', recharges],
    ['refundCash', 'refund', returns('refund')],
    ['chargebackCash', 'chargeback', returns('chargeback')],
    ['wonCash', 'chargeback.reverse', returns('won')],
  ] as const
  return Promise.all(
    kinds.map(async ([key, kind, recorded]) => {
      const moved = await cashMoved(reader, kind, since, newest)
      const oldest = moved.length === newest ? moved.at(-1)!.id : idAt(since)
      const check = sides(key, sideOf(moved, 'cents'), await recorded(oldest))
      return { ...check, since: momentOfId(oldest).toISOString() }
    }),
  )
}

async function orderStates({ reader, since }: Comparing): Promise<Check[]> {
  const { recorded, posted } = await queries.orderStates(reader, since)
  return [{ ...sides('orderStates', posted, recorded), since: since.toISOString() }]
}

/** How long a payment may be here before its order: events come in any order, and the app repeats what was not answered. */
const arrivesWithinMs = 10 * 60_000

/** Orders paid, against those of them that were created: only those that were not are listed. */
const paidOrders = async ({ reader, now }: Comparing): Promise<Check[]> => [
  sides('paidWithoutCreated', await queries.paidWithoutCreated(reader, new Date(now.getTime() - arrivesWithinMs)), []),
]

async function chargebacks({ reader }: Comparing): Promise<Check[]> {
  const debts = (await debtsOfUsers(reader)).map(
    ({ owner, owed }): Sided => ({ id: owner, name: owner, amount: owed, href: hrefOf(owner) }),
  )
  return [sides('chargebacks', debts, await queries.chargebacksOwed(reader))]
}

/** By reference: a withdrawal is paid once. */
const byReference = (moved: readonly Sided[]): Sided[] => moved.map((one) => ({ ...one, id: one.name }))

/** Debts taken from withdrawals, less those given back, by withdrawal. */
async function withdrawalDebts(reader: Reader, since: Date): Promise<Check> {
  const moved = await debtsMoved(reader, ['withdrawal.debt', 'withdrawal.debt.back'], since, newest)
  const from = moved.length === newest ? moved.at(-1)!.id : idAt(since)
  const tokens = Map.groupBy(moved, ({ reference }) => reference)
  const ledger = [...tokens].flatMap(([name, of]): Sided[] => {
    // One that was taken before is not in the rows either once it was given back.
    const isTakenBefore = !of.some(({ kind }) => kind === 'withdrawal.debt')
    const amount = of.reduce((sum, one) => sum + one.tokens, 0n)
    return amount === 0n || isTakenBefore ? [] : [{ id: name, name, amount }]
  })
  const recorded = await queries.withdrawalDebts(reader, from)
  return { ...sides('withdrawalDebts', ledger, recorded), since: momentOfId(from).toISOString() }
}

async function withdrawals({ reader, since }: Comparing): Promise<Check[]> {
  const moved = await cashMoved(reader, 'withdrawal', since, newest)
  const from = moved.length === newest ? momentOfId(moved.at(-1)!.id) : since
  const paid = await queries.paidWithdrawals(reader, from)
  const at = { since: from.toISOString() }
  return [
    { ...sides('withdrawalCash', byReference(sideOf(moved, 'cents')), paid.cents), ...at },
    { ...sides('withdrawalBonus', byReference(sideOf(moved, 'bonus')), paid.bonus), ...at },
    await withdrawalDebts(reader, since),
  ]
}

/** A hold's states as numbers, which a check compares. */
const endsAs = { open: 0n, post: 1n, void: 2n }

async function withdrawalStates({ reader, since }: Comparing): Promise<Check[]> {
  const held = await queries.heldWithdrawals(reader, since, newestStates)
  const found = await resolutionsOf(
    reader,
    held.map(({ holdId }) => holdId),
  )
  const side = (of: (one: queries.HeldWithdrawal) => bigint) =>
    held.map((one): Sided => ({ id: one.id, name: one.id, amount: of(one), href: one.href }))
  return [
    {
      ...sides(
        'withdrawalStates',
        side(({ holdId }) => endsAs[found.get(holdId) ?? 'open']),
        side(({ ends }) => endsAs[ends]),
      ),
      since: since.toISOString(),
    },
  ]
}

async function payouts({ reader, since }: Comparing): Promise<Check[]> {
  const paid = await queries.paidPayouts(reader, since)
  const { batches, lines } = await queries.batchSums(reader)
  return [
    { ...sides('payouts', paid.payouts, paid.owners), since: since.toISOString() },
    sides('batches', batches, lines),
  ]
}

async function userSums({ reader, since, day, until }: Comparing): Promise<Check[]> {
  const { orders, folded } = await queries.rechargedOn(reader, day, since, until)
  return [{ ...sums('userSums', orders, folded), since: since.toISOString(), until: until.toISOString() }]
}

export const moneyChecks: ((comparing: Comparing) => Promise<Check[]>)[] = [
  orderStates,
  paidOrders,
  orderCash,
  chargebacks,
  withdrawals,
  withdrawalStates,
  payouts,
  userSums,
]
