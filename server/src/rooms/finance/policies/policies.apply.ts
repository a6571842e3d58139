// Applies the policies in force to withdrawals that are to pass, and to payouts of other payees, in one set of statements.
import { policySettings } from '@greenroom/contract/policies.schema'
import { policyPayees } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Why } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { balancesOfUsers } from '../../../ledger/index.ts'
import { identityOf } from '../accounts/payeeAccounts.rules.ts'
import { openAccount } from '../accounts/payeeAccounts.sealed.ts'
import type { PaidDirectly, Passed, Payable } from '../payouts/payouts.source.ts'
import type { Locked } from '../withdrawals/withdrawals.queries.ts'
import { faultsInOrder, hourMs, type Judged, type Policy, type PolicyPayee } from './policies.rules.ts'

/** Policies that are switched on. */
export async function policiesInForce(reader: Reader): Promise<Policy[]> {
  const { rows } = await sql<{ id: number; name: string; settings: unknown; payees: PolicyPayee[] }>`
    select id, name, settings, payees from finance.payout_policy where enabled order by id`.execute(reader)
  return rows.map((row) => ({ ...row, settings: policySettings.parse(row.settings) }))
}

/** The longest period that a policy looks back on, in hours; 0 if none does. */
const longestOf = (policies: readonly Policy[]): number =>
  Math.max(0, ...policies.map(({ settings }) => (settings.rule === 'velocity' ? settings.hours : 0)))

/** What these users had passed since a moment. */
async function passedOfUsers(reader: Reader, since: Date, userIds: readonly bigint[]): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select 'user:' || user_id as "payeeId", decided_at as at, usd_cents as cents from finance.withdrawal
     where user_id = any(${userIds}::bigint[]) and decided_at > ${since} and state <> 'audit failed'
       and released_at is null`.execute(reader)
  return rows
}

/** What batches hold for these payees since a moment, failed and dropped payouts aside. */
async function passedInBatches(reader: Reader, since: Date, payeeIds: readonly string[]): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select p.payee_id as "payeeId", b.made_at as at, p.usd_cents as cents
      from finance.payout p join finance.payout_batch b on b.id = p.batch_id
     where p.payee_id = any(${payeeIds}::text[]) and p.state in ('waiting', 'paid') and b.made_at > ${since}`.execute(
    reader,
  )
  return rows
}

/** How many users entered the account, by its digest. */
async function usersOf(reader: Reader, digests: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ digest: string; users: number }>`
    select digest, count(distinct user_id)::int as users from finance.payee_account
     where digest = any(${digests}::text[]) group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.digest, row.users]))
}

/**
 * Serialises decisions on payments to these payees, because the amounts add up. Taken after the items' locks and before the ledger's, in
 * the order of the keys: PostgreSQL does not merge a sorted subquery into its outer query, so it sorts before it locks.
 */
const holdPayees = (tx: Transaction, payeeIds: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended('payments of ' || p.id, 0) as key from unnest(${payeeIds}::text[]) as p(id)
       order by 1) k`.execute(tx)

/** The same for the users of withdrawals. */
export const holdUsers = (tx: Transaction, rows: readonly Pick<Locked, 'userId'>[]) =>
  holdPayees(
    tx,
    rows.map(({ userId }) => `user:${userId}`),
  )

const hoursSince = (now: Date, at: Date): number => (now.getTime() - at.getTime()) / hourMs

/** Why withdrawals violate a policy in force, by id; those passed together count in order. */
export async function policyFaults(tx: Transaction, now: Date, rows: readonly Locked[]): Promise<Map<string, Why>> {
  if (rows.length === 0) return new Map()
  const policies = (await policiesInForce(tx)).filter(({ payees }) => payees.includes('user'))
  if (policies.length === 0) return new Map()
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  await holdUsers(tx, rows)
  const passed = await passedOfUsers(tx, new Date(now.getTime() - longestOf(policies) * hourMs), userIds)
  const users = await usersOf(
    tx,
    rows.map(({ digest }) => digest),
  )
  const balances = await balancesOfUsers(tx, userIds)
  const judged = rows.map(
    (row): Judged => ({
      id: row.id,
      payeeId: `user:${row.userId}`,
      facts: {
        payee: 'user',
        usdCents: row.usdCents,
        share: { bonus: row.bonus, balance: balances.get(row.userId)?.bonus ?? 0n },
        kind: row.method,
        accountHours: hoursSince(now, row.accountSince),
        accountPayees: users.get(row.digest) ?? 1,
      },
    }),
  )
  return faultsInOrder(policies, now, judged, passed)
}

/** A payment to be decided; `payee.id` begins with the kind of payee. */
export type Payment = Pick<Payable, 'id' | 'payee' | 'usdCents' | 'account' | 'withOlder'>

const payeeOf = ({ payee }: Payment): PolicyPayee => policyPayees.find((kind) => payee.id.startsWith(`${kind}:`))!

/** Withdrawals are left out: they were judged as they passed. */
const judgedHere = (sent: readonly Payment[]) => sent.filter((one) => payeeOf(one) !== 'user')

/** What the policies in force ask of these payments; undefined if none concerns them. */
async function factsOf(
  reader: Reader,
  seals: Seals,
  now: Date,
  payments: readonly Payment[],
  directly: readonly PaidDirectly[],
) {
  const kinds = new Set(payments.map(payeeOf))
  const policies = (await policiesInForce(reader)).filter(({ payees }) => payees.some((payee) => kinds.has(payee)))
  if (policies.length === 0) return undefined
  const since = new Date(now.getTime() - longestOf(policies) * hourMs)
  const payeeIds = [...new Set(payments.map(({ payee }) => payee.id))]
  const digests = new Map(
    payments.map(({ id, account: { owner, sealed } }) => [
      id,
      sealed === '' ? '' : seals.digest(identityOf(openAccount(seals, owner, sealed))),
    ]),
  )
  const passed = await passedInBatches(reader, since, payeeIds)
  for (const read of directly) passed.push(...(await read(reader, payeeIds, since)))
  const users = await usersOf(reader, [...digests.values()])
  const judged = payments.map((one): Judged => {
    const { id, payee, usdCents, account } = one
    return {
      id,
      payeeId: payee.id,
      facts: {
        payee: payeeOf(one),
        usdCents,
        share: null,
        kind: account.kind,
        accountHours: account.since ? hoursSince(now, account.since) : 0,
        accountPayees: 1 + (users.get(digests.get(id)!) ?? 0),
      },
    }
  })
  return { policies, judged, passed }
}

/**
 * Why payments to guilds, agents and promoters violate a policy in force, by id; those decided together count in order, under a lock of
 * their payees.
 */
export async function paymentFaults(
  tx: Transaction,
  seals: Seals,
  now: Date,
  sent: readonly Payment[],
  directly: readonly PaidDirectly[],
): Promise<Map<string, Why>> {
  const payments = judgedHere(sent)
  if (payments.length === 0) return new Map()
  await holdPayees(
    tx,
    payments.map(({ payee }) => payee.id),
  )
  return faultsShown(tx, seals, now, sent, directly)
}

/** The same as it is now, to be shown. */
export async function faultsShown(
  reader: Reader,
  seals: Seals,
  now: Date,
  sent: readonly Payment[],
  directly: readonly PaidDirectly[],
): Promise<Map<string, Why>> {
  const facts = await factsOf(reader, seals, now, judgedHere(sent), directly)
  return facts ? faultsInOrder(facts.policies, now, facts.judged, facts.passed) : new Map()
}

/** The same for each of them as if it were paid alone, or with the older ones before it that it needs. */
export async function faultsApart(
  reader: Reader,
  seals: Seals,
  now: Date,
  sent: readonly Payment[],
  directly: readonly PaidDirectly[],
): Promise<Map<string, Why>> {
  const facts = await factsOf(reader, seals, now, judgedHere(sent), directly)
  if (!facts) return new Map()
  const { policies, judged, passed } = facts
  const needing = new Set(sent.flatMap(({ id, withOlder }) => (withOlder ? [id] : [])))
  const kindOf = ({ id }: Judged) => id.slice(0, id.indexOf(':'))
  return new Map(
    judged.flatMap((one, at) => {
      const isOlder = (other: Judged) => other.payeeId === one.payeeId && kindOf(other) === kindOf(one)
      const older = needing.has(one.id) ? judged.slice(0, at).filter(isOlder) : []
      const fault = faultsInOrder(policies, now, [...older, one], passed).get(one.id)
      return fault ? [[one.id, fault] as const] : []
    }),
  )
}
