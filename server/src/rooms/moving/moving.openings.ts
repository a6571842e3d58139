// Opening balances as transfers, and the transfers that take them back. Pure: ids come from the import, its application, the kind and the record's own
// id, so that a part that is applied a second time after a crash changes nothing.
import type { ImportRecord } from '@greenroom/contract/movingRecords.schema'
import { derivedId } from '../../kit/random.ts'
import {
  type AccountKey,
  type Balances,
  bonus,
  debt,
  guildPayable,
  type Item,
  importActor,
  type Leg,
  move,
  ofPlatform,
  paid,
  promo,
  promoterPayable,
  stock,
} from '../../ledger/index.ts'
import type { Origin } from '../users/index.ts'

const tokens = ofPlatform('opening', 'TOKEN')
const bonuses = ofPlatform('opening', 'BONUS')
const usd = ofPlatform('opening', 'USD')
const deferred = ofPlatform('deferredTokens', 'USD')
const liability = ofPlatform('bonusLiability', 'USD')

const microsPerUsd = 1_000_000n
const microsPerCent = 10_000n

/** How tokens without a price of their own, and bonus, are valued. */
export type Rule = { tokensPerUsd: number; bonusPerUsd: number }
/** What an opening gives from the opening accounts, in their units. */
export type Given = { tokens: bigint; bonus: bigint; usdMicros: bigint }
export const nothingGiven: Given = { tokens: 0n, bonus: 0n, usdMicros: 0n }

export const addGiven = (a: Given, b: Given): Given => ({
  tokens: a.tokens + b.tokens,
  bonus: a.bonus + b.bonus,
  usdMicros: a.usdMicros + b.usdMicros,
})

/** An opening that meets an account which is not as the import left it. */
const notEmpty = 20000

/** What one owner gets: legs on the owner's accounts, and their value in US dollars by the account that owes it. */
type Opening = { key: string; legs: Leg[]; deferredMicros: bigint; liabilityMicros: bigint; payableMicros: bigint }

const valueOf = (many: number, cents: number | undefined, rule: Rule): bigint =>
  cents === undefined ? (BigInt(many) * microsPerUsd) / BigInt(rule.tokensPerUsd) : BigInt(cents) * microsPerCent

const legOf = (account: AccountKey, amount: number, costMicros = 0n): Leg[] =>
  amount === 0 ? [] : [{ account, amount: BigInt(amount), ...(costMicros !== 0n && { costMicros }) }]

/** A user's wallet, and what the user owes. */
export function userOpening(record: ImportRecord<'user'>, rule: Rule): Opening {
  const userId = BigInt(record.userId)
  const cost = record.paidTokens === 0 ? 0n : valueOf(record.paidTokens, record.paidUsdCents, rule)
  return {
    key: `user ${userId}`,
    legs: [
      ...legOf(paid(userId), record.paidTokens, cost),
      ...legOf(promo(userId), record.promoTokens),
      ...legOf(bonus(userId), record.bonus),
      ...legOf(debt(userId), -record.debtTokens),
    ],
    deferredMicros: cost,
    liabilityMicros: (BigInt(record.bonus) * microsPerUsd) / BigInt(rule.bonusPerUsd),
    payableMicros: 0n,
  }
}

/** What a guild is owed. */
export function guildOpening({ guildId, payableUsdCents }: ImportRecord<'guild'>): Opening {
  const payableMicros = BigInt(payableUsdCents) * microsPerCent
  return {
    key: `guild ${guildId}`,
    legs: payableMicros === 0n ? [] : [{ account: guildPayable(guildId), amount: payableMicros }],
    deferredMicros: 0n,
    liabilityMicros: 0n,
    payableMicros,
  }
}

/** What a promoter is owed. */
export function promoterOpening({ promoterId, payableUsdCents }: ImportRecord<'promoter'>): Opening {
  const payableMicros = BigInt(payableUsdCents) * microsPerCent
  return {
    key: `promoter ${promoterId}`,
    legs: payableMicros === 0n ? [] : [{ account: promoterPayable(promoterId), amount: payableMicros }],
    deferredMicros: 0n,
    liabilityMicros: 0n,
    payableMicros,
  }
}

/** An agent's stock. */
export function agentOpening(agentId: number, record: ImportRecord<'agent'>, rule: Rule): Opening {
  const cost = record.stockTokens === 0 ? 0n : valueOf(record.stockTokens, record.stockUsdCents, rule)
  return {
    key: `agent ${agentId}`,
    legs: legOf(stock(agentId), record.stockTokens, cost),
    deferredMicros: cost,
    liabilityMicros: 0n,
    payableMicros: 0n,
  }
}

const sumOf = (legs: readonly Leg[], currency: string): bigint =>
  legs.reduce((sum, { account, amount }) => (account.currency === currency ? sum + amount : sum), 0n)

export const givenBy = ({ legs, deferredMicros, liabilityMicros, payableMicros }: Opening): Given => ({
  tokens: sumOf(legs, 'TOKEN'),
  bonus: sumOf(legs, 'BONUS'),
  usdMicros: deferredMicros + liabilityMicros + payableMicros,
})

export const transferIdOf = ({ importId, run, at }: Origin, what: 'opening' | 'opening.back', key: string): string =>
  derivedId(at, 'import', importId, run, what, key)

const base = (origin: Origin, kind: 'opening' | 'opening.back', key: string) => ({
  id: transferIdOf(origin, kind, key),
  kind,
  phase: 'single' as const,
  reference: `import ${origin.importId} ${key}`,
  actor: importActor(origin.importId),
  occurredAt: origin.at,
})

/** All legs, with those of the opening accounts; `sign` -1 takes them back. */
function legsOf(opening: Opening, sign: 1n | -1n): Leg[] {
  const { tokens: many, bonus: earned } = givenBy(opening)
  const owned = opening.legs.map((leg) => ({
    ...leg,
    amount: sign * leg.amount,
    ...(leg.costMicros !== undefined && { costMicros: sign * leg.costMicros }),
  }))
  return [
    ...owned,
    ...(many === 0n ? [] : [{ account: tokens, amount: -sign * many }]),
    ...(earned === 0n ? [] : [{ account: bonuses, amount: -sign * earned }]),
    ...(opening.payableMicros === 0n ? [] : [{ account: usd, amount: -sign * opening.payableMicros }]),
  ]
}

const usdOf = ({ deferredMicros, liabilityMicros }: Opening, sign: 1n | -1n): Leg[] => [
  ...(deferredMicros === 0n ? [] : move(sign === 1n ? usd : deferred, sign === 1n ? deferred : usd, deferredMicros)),
  ...(liabilityMicros === 0n
    ? []
    : move(sign === 1n ? usd : liability, sign === 1n ? liability : usd, liabilityMicros)),
]

const accountsOf = (legs: readonly Leg[]): AccountKey[] => [
  ...new Map([...legs.map(({ account }) => account), usd, deferred, liability].map((key) => [key.name, key])).values(),
]

const isEmpty = (balances: Balances, { account }: Leg): boolean => {
  const { posted, reserved, costMicros } = balances.of(account)
  return posted === 0n && reserved === 0n && costMicros === 0n
}

/** The transfer that opens; none where there is nothing. It meets empty accounts only. */
export function openingItem(origin: Origin, opening: Opening): Item[] {
  if (opening.legs.length === 0) return []
  const legs = legsOf(opening, 1n)
  return [
    {
      ...base(origin, 'opening', opening.key),
      request: {
        opens: opening.legs.map(({ account, amount, costMicros = 0n }) => [account.name, amount, costMicros]),
      },
      accounts: accountsOf(legs),
      decide: (balances) => (opening.legs.every((leg) => isEmpty(balances, leg)) ? legs : notEmpty),
      usd: () => usdOf(opening, 1n),
    },
  ]
}

/** The transfer that takes an opening back, to the unit: what stands there must be what was opened. */
export function openingBackItem(origin: Origin, opening: Opening): Item[] {
  if (opening.legs.length === 0) return []
  const legs = legsOf(opening, -1n)
  return [
    {
      ...base(origin, 'opening.back', opening.key),
      request: {
        returns: opening.legs.map(({ account, amount, costMicros = 0n }) => [account.name, amount, costMicros]),
      },
      accounts: accountsOf(legs),
      decide: (balances) =>
        opening.legs.every(({ account, amount, costMicros = 0n }) => {
          const now = balances.of(account)
          return now.posted === amount && now.reserved === 0n && now.costMicros === costMicros
        })
          ? legs
          : notEmpty,
      usd: () => usdOf(opening, -1n),
    },
  ]
}

const withdrawalAccounts = (userId: bigint): AccountKey[] => [paid(userId), promo(userId), bonus(userId)]

export const holdIdOf = (origin: Origin, withdrawalId: string): string =>
  derivedId(origin.at, 'import', origin.importId, origin.run, 'hold', withdrawalId)

/** Holds the bonus of an open withdrawal, as its request in the app would have. */
export function holdItem(origin: Origin, { withdrawalId, userId, bonus: held }: ImportRecord<'withdrawal'>): Item {
  const account = bonus(BigInt(userId))
  return {
    id: holdIdOf(origin, withdrawalId),
    kind: 'withdrawal',
    phase: 'hold',
    reference: `withdrawal ${withdrawalId}`,
    actor: importActor(origin.importId),
    occurredAt: origin.at,
    request: { holds: held },
    accounts: withdrawalAccounts(BigInt(userId)),
    decide: (balances) =>
      balances.available(account) < BigInt(held) ? notEmpty : [{ account, amount: 0n, reserved: BigInt(held) }],
  }
}

/** Releases it again. */
export function releaseItem(origin: Origin, { withdrawalId, userId }: ImportRecord<'withdrawal'>): Item {
  return {
    id: derivedId(origin.at, 'import', origin.importId, origin.run, 'release', withdrawalId),
    kind: 'withdrawal',
    phase: 'void',
    holdId: holdIdOf(origin, withdrawalId),
    reference: `withdrawal ${withdrawalId}`,
    actor: importActor(origin.importId),
    occurredAt: origin.at,
    request: { releases: withdrawalId },
    accounts: withdrawalAccounts(BigInt(userId)),
    decide: (_, held) => held.map(({ account, reserved }) => ({ account, amount: 0n, reserved: -(reserved ?? 0n) })),
  }
}
