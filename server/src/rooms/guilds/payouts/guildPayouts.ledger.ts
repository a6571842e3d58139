// Ledger transfers of requests and payments (docs/guilds.md, Ledger). Pure.
import { type AccountKey, type Balances, guildPayable, type Item } from '../../../ledger/index.ts'
import { type PaidOnChain, paidFrom } from '../../finance/index.ts'

const microsPerCent = 10_000n
export const microsOf = (cents: bigint): bigint => cents * microsPerCent
/** Whole cents; the payable holds nothing smaller. */
export const centsOf = (micros: bigint): bigint => micros / microsPerCent

/** A transfer of one guild. */
export type Cause = { id: string; guildId: number; usdCents: bigint; reference: string; at: Date }

const base = ({ id, guildId, usdCents, reference, at }: Cause) => ({
  id,
  reference,
  occurredAt: at,
  request: { guildId, usdCents },
})

/** Reserves the amount of a request; 11005 if the payable is too small. */
export const holdRequest = (cause: Cause): Item => {
  const payable = guildPayable(cause.guildId)
  const amount = microsOf(cause.usdCents)
  return {
    ...base(cause),
    kind: 'guild.request',
    phase: 'hold',
    accounts: [payable],
    decide: (balances) =>
      balances.available(payable) < amount ? 11005 : [{ account: payable, amount: 0n, reserved: amount }],
  }
}

/** Reserves a week's amount while a batch pays it; 11005 if requests hold it. */
export const holdWeek = (cause: Cause): Item => ({ ...holdRequest(cause), kind: 'guild.payout' })

/** Releases the hold of a refused request or of a week in a batch. */
export const voidRequest = (cause: Cause, holdId: string): Item => ({
  ...base(cause),
  kind: 'guild.request',
  phase: 'void',
  holdId,
  accounts: [guildPayable(cause.guildId)],
  decide: (_, held) => held.map(({ account, reserved }) => ({ account, amount: 0n, reserved: -(reserved ?? 0n) })),
})

const accountsFor = (payable: AccountKey, onChain: PaidOnChain | null): AccountKey[] => [
  payable,
  ...paidFrom(onChain, 0n).map(({ account }) => account),
]

/** Pays a week from what is available; 11005 if requests hold it. */
export function payAvailable(cause: Cause): Item {
  const payable = guildPayable(cause.guildId)
  const amount = microsOf(cause.usdCents)
  return {
    ...base(cause),
    kind: 'guild.payment',
    phase: 'single',
    accounts: accountsFor(payable, null),
    decide: (balances: Balances) =>
      balances.available(payable) < amount ? 11005 : [{ account: payable, amount: -amount }, ...paidFrom(null, amount)],
  }
}

/** Posts the hold of a request or payout, paid by hand or proved by a chain. */
export function payHeld(cause: Cause, holdId: string, onChain: PaidOnChain | null): Item {
  const payable = guildPayable(cause.guildId)
  const amount = microsOf(cause.usdCents)
  return {
    ...base(cause),
    kind: 'guild.payment',
    phase: 'post',
    holdId,
    accounts: accountsFor(payable, onChain),
    decide: () => [{ account: payable, amount: -amount, reserved: -amount }, ...paidFrom(onChain, amount)],
  }
}
