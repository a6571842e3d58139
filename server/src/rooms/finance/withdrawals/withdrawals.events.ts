// The app's withdrawal events: the bonus is held until finance decides, and the account is sealed on arrival.
import { type AnyHandler, defineHandler, type Plan } from '../../../bridge/index.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import type { Item } from '../../../ledger/index.ts'
import { balancesOfUsers, walletsAfter } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import { keepAccounts } from '../accounts/payeeAccounts.queries.ts'
import { type Account, accountFault, normalisedAccount } from '../accounts/payeeAccounts.rules.ts'
import { payeesOf } from '../finance.queries.ts'
import { addWithdrawals, takenIds, type Withdrawal } from './withdrawals.queries.ts'
import { accountsOf, centsOf, freeOf, holdingLegs, refusalOf } from './withdrawals.rules.ts'

type NewWithdrawal = Omit<Withdrawal, 'account_id'> & { account: Account }

const holdItem = (row: NewWithdrawal, unredeemed: bigint): Item => ({
  id: row.hold_id,
  kind: 'withdrawal',
  phase: 'hold',
  reference: `withdrawal ${row.id}`,
  occurredAt: row.requested_at,
  request: { from: row.user_id, bonus: row.bonus },
  accounts: accountsOf(row.user_id),
  decide: (balances) => holdingLegs(balances, row.user_id, row.bonus, unredeemed),
})

export const withdrawalHandler = ({ params, seals }: { params: Params; seals: Seals }): AnyHandler =>
  defineHandler<'withdrawal.requested', NewWithdrawal>({
    types: ['withdrawal.requested'],
    plan: async ({ tx, now }, events) => {
      const bonusPerUsd = params.integer('bonus_per_usd')
      const limits = {
        minUsd: params.integer('withdrawal_min_usd'),
        stepUsd: params.integer('withdrawal_step_usd'),
        bonusPerUsd,
      }
      const usedIds = await takenIds(
        tx,
        events.map(({ data }) => data.withdrawalId),
      )
      const userIds = [...new Set(events.map(({ data }) => BigInt(data.userId)))]
      // Read before the unredeemed amount: earnings in the meantime then make less available, never more.
      const balances = await balancesOfUsers(tx, userIds)
      const payees = new Map(
        [...(await payeesOf(tx, now, userIds))].map(([id, payee]) => {
          const { bonus = 0n, reservedBonus = 0n } = balances.get(id) ?? {}
          return [id, { ...payee, free: freeOf(bonus - reservedBonus, payee.unredeemed) }]
        }),
      )
      return events.map(({ id, at, data }): Plan<NewWithdrawal> => {
        const payee = payees.get(BigInt(data.userId))
        const amount = BigInt(data.bonus)
        const account = normalisedAccount(data.account)
        const refusal = refusalOf(payee, amount, limits)
        if (refusal) return refusal
        if (accountFault(account) !== null)
          return { refuse: 1000002, why: 'the account has a wrong number: its check digits do not agree' }
        if (usedIds.has(data.withdrawalId))
          return { refuse: 10027, why: `withdrawal ${data.withdrawalId} was requested already` }
        usedIds.add(data.withdrawalId)
        const row: NewWithdrawal = {
          id: data.withdrawalId,
          user_id: BigInt(data.userId),
          bonus: amount,
          usd_cents: centsOf(amount, bonusPerUsd),
          method: account.kind,
          account,
          held: payee?.banned ?? '',
          hold_id: id,
          requested_at: at,
        }
        return { items: [holdItem(row, payee?.unredeemed ?? 0n)], state: row }
      })
    },
    settle: async ({ tx, now }, settled) => {
      const accepted = settled.filter(({ outcomes }) => outcomes[0]?.status === 'accepted').map(({ state }) => state)
      // From arrival on: a back-dated event does not shorten the wait.
      const named = accepted.map(({ user_id, account }) => ({ userId: user_id, account, at: now }))
      const accountIds = await keepAccounts(tx, seals, named)
      await addWithdrawals(
        tx,
        accepted.map((state, index) => {
          const { account: _, ...row } = state
          return { ...row, account_id: accountIds[index]! }
        }),
      )
      return settled.map(({ state, outcomes }) => {
        const [outcome] = outcomes
        if (outcome?.status === 'refused') return { refuse: outcome.code }
        return { result: { balances: walletsAfter(outcomes), ...(state.held && { held: true }) } }
      })
    },
  })
