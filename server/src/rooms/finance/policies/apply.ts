// Applies the policies in force to withdrawals that are to pass, in one set of statements.
import { policySettings } from '@greenroom/contract/policies.schema'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database.ts'
import type { Why } from '../../../kit/refusal.ts'
import { balancesOfUsers } from '../../../ledger/index.ts'
import type { Locked } from '../withdrawals/queries.ts'
import { type Policy, policyFault } from './rules.ts'

const hourMs = 3_600_000

/** Policies that are switched on. */
export async function policiesInForce(reader: Reader): Promise<Policy[]> {
  const { rows } = await sql<{ id: number; name: string; settings: unknown }>`
    select id, name, settings from finance.payout_policy where enabled order by id`.execute(reader)
  return rows.map((row) => ({ ...row, settings: policySettings.parse(row.settings) }))
}

type Passed = { userId: bigint; at: Date; cents: bigint }

/** What these users had passed since a moment. */
async function passedSince(reader: Reader, since: Date, userIds: readonly bigint[]): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select user_id as "userId", decided_at as at, usd_cents as cents from finance.withdrawal
     where user_id = any(${userIds}::bigint[]) and decided_at > ${since} and state <> 'audit failed'
       and released_at is null`.execute(reader)
  return rows
}

async function usersOf(reader: Reader, digests: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ digest: string; users: number }>`
    select digest, count(distinct user_id)::int as users from finance.payee_account
     where digest = any(${digests}::text[]) group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.digest, row.users]))
}

/** Why withdrawals violate a policy in force, by id; those passed together count in order. */
export async function policyFaults(tx: Transaction, now: Date, rows: readonly Locked[]): Promise<Map<string, Why>> {
  const faults = new Map<string, Why>()
  if (rows.length === 0) return faults
  const policies = await policiesInForce(tx)
  if (policies.length === 0) return faults
  const longest = Math.max(0, ...policies.map(({ settings }) => (settings.rule === 'velocity' ? settings.hours : 0)))
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  const [passed, users, balances] = [
    await passedSince(tx, new Date(now.getTime() - longest * hourMs), userIds),
    await usersOf(
      tx,
      rows.map(({ digest }) => digest),
    ),
    await balancesOfUsers(tx, userIds),
  ]
  for (const row of rows) {
    const fault = policyFault(policies, {
      usdCents: row.usdCents,
      bonus: row.bonus,
      balance: balances.get(row.userId)?.bonus ?? 0n,
      kind: row.method,
      accountHours: (now.getTime() - row.accountSince.getTime()) / hourMs,
      accountUsers: users.get(row.digest) ?? 1,
      passed: (hours) => {
        const since = now.getTime() - hours * hourMs
        const own = passed.filter((one) => one.userId === row.userId && one.at.getTime() > since)
        return { count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0n) }
      },
    })
    if (fault) faults.set(row.id, fault)
    else passed.push({ userId: row.userId, at: now, cents: row.usdCents })
  }
  return faults
}
