// Transfers of every phase, as rooms post them, for tests and benchmarks of the ledger.
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import type { Reader } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { bonus, ofPlatform, paid, promo } from './ledger.accounts.ts'
import type { Item, Leg } from './ledger.types.ts'
import { costOf, takeTokens, takingLegs } from './wallet.ts'

/** Partitions exist around the present. */
export const at = new Date(wallNow().getTime() - 3_600_000)
export const burn = ofPlatform('burn', 'TOKEN')
export const issue = ofPlatform('issue', 'TOKEN')
export const issueBonus = ofPlatform('issue', 'BONUS')
export const deferred = ofPlatform('deferredTokens', 'USD')
export const revenue = ofPlatform('revenue', 'USD')

/** The value of a call or gift in USD: the deferred revenue behind the paid tokens becomes revenue. */
const earned = (legs: readonly Leg[]): Leg[] => {
  const micros = legs.reduce((sum, leg) => sum - (leg.costMicros ?? 0n), 0n)
  return [
    { account: deferred, amount: -micros },
    { account: revenue, amount: micros },
  ]
}

export const recharge = (tokens: bigint, costMicros: bigint, to: bigint, id = newId(at)): Item => ({
  id,
  kind: 'recharge',
  phase: 'single',
  reference: `order ${id}`,
  occurredAt: at,
  request: { to, tokens, costMicros },
  accounts: [paid(to), issue],
  decide: () => [
    { account: issue, amount: -tokens },
    { account: paid(to), amount: tokens, costMicros },
  ],
})

export const grant = (tokens: bigint, to: bigint, id = newId(at)): Item => ({
  ...recharge(tokens, 0n, to, id),
  kind: 'grant',
  accounts: [promo(to), issue],
  decide: () => [
    { account: issue, amount: -tokens },
    { account: promo(to), amount: tokens },
  ],
})

export const gift = (tokens: bigint, receiver: bigint, from: bigint, id = newId(at)): Item => ({
  id,
  kind: 'gift',
  phase: 'single',
  reference: `gift ${id}`,
  occurredAt: at,
  request: { from, receiver, tokens },
  accounts: [paid(from), promo(from), bonus(receiver), burn, issueBonus],
  decide: (balances) => {
    const split = takeTokens(balances, from, tokens)
    if (!split) return 60001
    const share = (tokens * 40n) / 100n
    const legs: Leg[] = [...takingLegs(from, split), { account: burn, amount: tokens }]
    if (share > 0n) legs.push({ account: issueBonus, amount: -share }, { account: bonus(receiver), amount: share })
    return legs
  },
  usd: earned,
})

export const hold = (tokens: bigint, from: bigint, id = newId(at)): Item => ({
  id,
  kind: 'call',
  phase: 'hold',
  reference: `call ${id}`,
  occurredAt: at,
  request: { from, tokens },
  accounts: [paid(from), promo(from)],
  decide: (balances) => {
    const split = takeTokens(balances, from, tokens)
    if (!split) return 60001
    return takingLegs(from, split).map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.amount }))
  },
})

export const resolve = (phase: 'post' | 'void', holdId: string, from: bigint, id = newId(at)): Item => ({
  id,
  kind: 'call',
  phase,
  holdId,
  reference: `call ${holdId}`,
  occurredAt: at,
  request: { holdId },
  accounts: [paid(from), promo(from), burn],
  decide: (balances, held) => {
    if (phase === 'void') return held.map((leg) => ({ account: leg.account, amount: 0n, reserved: -leg.reserved! }))
    const total = held.reduce((sum, leg) => sum + (leg.reserved ?? 0n), 0n)
    return [
      ...held.map(
        ({ account, reserved }): Leg => ({
          account,
          amount: -reserved!,
          reserved: -reserved!,
          costMicros: account.purpose === 'paid' ? -costOf(balances.of(account), reserved!) : 0n,
        }),
      ),
      { account: burn, amount: total },
    ]
  },
  usd: earned,
})

/** A leg as `ledger.post` takes it: an account's id, an amount and a reserve. */
export type RawLeg = [account: bigint, amount: bigint, reserved?: bigint]

/**
 * Calls `ledger.post` with one transfer, whatever its legs are.
 *
 * @param change arrays to send instead of the right ones.
 */
export async function postRaw(
  reader: Reader,
  phase: string,
  legs: readonly RawLeg[],
  change: Partial<Record<'ids' | 'names' | 'transfers' | 'accounts', string>> = {},
): Promise<void> {
  const named = [...new Set(legs.map(([id]) => id))]
  const { rows } = await sql<{
    id: bigint
    name: string
    derived: boolean
    posted: bigint
    reserved: bigint
    cost: bigint
  }>`
    select id, owner || '/' || purpose || '/' || currency as name, derived, posted, reserved, cost_micros as cost
      from ledger.account where id = any(${named}::bigint[]) order by id`.execute(reader)
  for (const id of named)
    if (!rows.some((row) => row.id === id))
      rows.unshift({ id, name: 'user:0/paid/TOKEN', derived: false, posted: 0n, reserved: 0n, cost: 0n })
  const owned = rows.filter(({ derived }) => !derived)
  const platform = rows.filter(({ derived }) => derived)
  const ordered = [...owned, ...platform]
  const list = (values: readonly (string | number | bigint)[]) => `{${values.join(',')}}`
  const id = newId(at)
  await sql`select ledger.post(row('test', ${at}, ${id}, ${id}, array[${id}::uuid], array['\\x00'::bytea], array['test'],
    array[${phase}], array[null::uuid], array[''], array[null::int], array[${at}::timestamptz],
    ${change.ids ?? list(owned.map(({ id }) => id))}::bigint[], ${change.names ?? list(owned.map(({ name }) => name))}::text[],
    ${list(owned.map(({ posted }) => posted))}::bigint[], ${list(owned.map(({ reserved }) => reserved))}::bigint[],
    ${list(owned.map(({ cost }) => cost))}::bigint[],
    ${list(platform.map(({ id }) => id))}::bigint[], ${list(platform.map(({ name }) => name))}::text[],
    ${change.transfers ?? list(legs.map(() => 1))}::int[], ${list(legs.map((_, index) => index + 1))}::smallint[],
    ${change.accounts ?? list(legs.map((leg) => ordered.findIndex((row) => row.id === leg[0]) + 1))}::int[],
    ${list(legs.map((leg) => leg[1]))}::bigint[], ${list(legs.map((leg) => leg[2] ?? 0n))}::bigint[],
    ${list(legs.map(() => 0))}::bigint[], null::text[])::ledger.batch)`.execute(reader)
}
