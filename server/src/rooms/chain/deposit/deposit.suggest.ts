// Who may have paid a deposit that has no owner: by the amount and the time of what they asked for, and by the wallets they paid from before.
// A person decides; nothing is ever matched by it. Pure.
import type { payerKinds, suggestedBy } from '@greenroom/contract/statesAndKinds'

export type Owner = { kind: (typeof payerKinds)[number]; id: number }

/** Something that a payer asked for and that is not paid: an order of a user, a purchase of an agent. */
export type Asked = { owner: Owner; orderId: string; usdtMicros: bigint; at: Date }

/** Deposits from the same wallet that were credited to an owner. */
export type PaidBefore = { owner: Owner; deposits: number }

export type Unowned = { usdtMicros: bigint; at: Date; addressOwner: Owner | null }

export type Suggestion = {
  owner: Owner
  /** 1 to 99: how much speaks for it. */
  score: number
  by: (typeof suggestedBy)[number][]
  asked: Asked | null
  /** Whole minutes from what was asked to the deposit; negative if it was asked later. */
  minutes: number | null
  depositsBefore: number
}

export const mostSuggestions = 5
/** What is asked this long before a deposit, or after it, may be what it pays. */
export const hoursBefore = 24
export const hoursAfter = 1
/** Senders take fees off, so a deposit may differ from what was asked by this many parts of a thousand. */
export const nearThousandths = 20n

const minutesBetween = (from: Date, to: Date): number => Math.trunc((to.getTime() - from.getTime()) / 60_000)

const isExact = (asked: bigint, paid: bigint): boolean => asked === paid
export const isNear = (asked: bigint, paid: bigint): boolean => {
  const difference = asked > paid ? asked - paid : paid - asked
  return difference * 1000n <= asked * nearThousandths
}

/** From 30 right before a deposit to 0 a day before; later orders count a third. */
function timePoints(minutes: number): number {
  if (minutes < 0) return minutes < -60 * hoursAfter ? 0 : Math.round(10 * (1 + minutes / (60 * hoursAfter)))
  return Math.round(30 * Math.max(0, 1 - minutes / (60 * hoursBefore)))
}

const amountPoints = (asked: bigint, paid: bigint): number => (isExact(asked, paid) ? 45 : isNear(asked, paid) ? 20 : 0)

/** What an order says for its payer: nothing unless its amount is the deposit's, or near it. */
export function askedPoints({ usdtMicros, at }: Pick<Unowned, 'usdtMicros' | 'at'>, asked: Asked): number {
  const amount = amountPoints(asked.usdtMicros, usdtMicros)
  return amount === 0 ? 0 : amount + timePoints(minutesBetween(asked.at, at))
}

const keyOf = ({ kind, id }: Owner) => `${kind} ${id}`

/** The likeliest owners first, each with the best of what they asked for. */
export function suggest(deposit: Unowned, asked: readonly Asked[], before: readonly PaidBefore[]): Suggestion[] {
  const { usdtMicros, at, addressOwner } = deposit
  const owners = new Map<string, Owner>()
  for (const owner of [
    ...asked.map((one) => one.owner),
    ...before.map((one) => one.owner),
    ...(addressOwner ? [addressOwner] : []),
  ])
    owners.set(keyOf(owner), owner)
  const wallets = new Map(before.map((one) => [keyOf(one.owner), one.deposits]))
  const found = [...owners].map(([key, owner]): Suggestion => {
    const [best] = asked
      .filter((one) => keyOf(one.owner) === key && askedPoints(deposit, one) > 0)
      .toSorted((a, b) => askedPoints(deposit, b) - askedPoints(deposit, a) || (a.orderId < b.orderId ? -1 : 1))
    const deposits = wallets.get(key) ?? 0
    // A wallet that paid for several, such as an exchange's, says less.
    const wallet = deposits === 0 ? 0 : wallets.size === 1 ? 40 : 10
    const address = addressOwner !== null && keyOf(addressOwner) === key ? 40 : 0
    const amount = best ? [isExact(best.usdtMicros, usdtMicros) ? ('amount' as const) : ('nearAmount' as const)] : []
    return {
      owner,
      score: Math.min(99, (best ? askedPoints(deposit, best) : 0) + wallet + address),
      by: [...amount, ...(deposits > 0 ? (['wallet'] as const) : []), ...(address > 0 ? (['address'] as const) : [])],
      asked: best ?? null,
      minutes: best ? minutesBetween(best.at, at) : null,
      depositsBefore: deposits,
    }
  })
  return found
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (keyOf(a.owner) < keyOf(b.owner) ? -1 : 1))
    .slice(0, mostSuggestions)
}
