// Demo accounts for visitors while a simulated live app runs: one per role, disabled otherwise.
import { demoRoles } from '@greenroom/contract/access.schema'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../kit/database/database.ts'
import { sharedSecret } from '../kit/encryption/sharedSecret.ts'
import { sign } from '../kit/random.ts'
import { hashPassword, passwordMatches } from './access.password.ts'

export type DemoRole = (typeof demoRoles)[number]
export type DemoAccount = { role: DemoRole; username: string; password: string }

/** Leaders' and agents' accounts are created with their guilds and applications, from the events of the first fill. */
const leaders = ['guild-leader', 'new-leader'] as const satisfies readonly DemoRole[]
export type LeaderRole = (typeof leaders)[number]
type ScriptedRole = LeaderRole | 'agent'
type StaffRole = Exclude<DemoRole, ScriptedRole>
const isLeader = (role: DemoRole): role is LeaderRole => (leaders as readonly string[]).includes(role)
const isScripted = (role: DemoRole): role is ScriptedRole => isLeader(role) || role === 'agent'

const roleNames: Record<StaffRole, string> = {
  moderator: 'Moderator',
  service: 'Customer service',
  operations: 'Operations',
  'finance-maker': 'Finance maker',
  'finance-checker': 'Finance checker',
  analyst: 'Analyst',
}

/** The password of a role's account, derived from an installation key, so nothing has to be stored. */
const passwordOf = (key: Buffer, role: DemoRole): string =>
  `demo-${sign(key, role)
    .replace(/[-_]/g, 'x')
    .slice(0, isLeader(role) ? 9 : 10)}7`

/** The password that a leader's account is registered with. */
export const leaderPassword = async (database: Database, role: LeaderRole): Promise<string> =>
  passwordOf(await sharedSecret(database, 'demo'), role)

/** Adds a leader's or an agent's account to the demo accounts. */
export async function keepAccount(database: Database, role: ScriptedRole, staffId: number): Promise<void> {
  await database
    .insertInto('kit.simulation_account')
    .values({ role, staff_id: staffId })
    .onConflict((conflict) => conflict.column('role').doUpdateSet({ staff_id: staffId }))
    .execute()
}

/**
 * Creates missing accounts and enables existing ones with their derived passwords.
 *
 * @returns those that can log in. A role or name that staff use for something else is left alone.
 */
export async function enableDemoAccounts(database: Database): Promise<DemoAccount[]> {
  const key = await sharedSecret(database, 'demo')
  const accounts: DemoAccount[] = []
  for (const role of demoRoles) {
    const password = passwordOf(key, role)
    const username = await inTransaction(database, (tx) => enable(tx, role, password))
    if (username !== null) accounts.push({ role, username, password })
  }
  return accounts
}

async function enable(tx: Transaction, role: DemoRole, password: string): Promise<string | null> {
  const known = await tx
    .selectFrom('kit.simulation_account as a')
    .innerJoin('access.staff as s', 's.id', 'a.staff_id')
    .leftJoin('guilds.guild as g', 'g.id', 's.union_id')
    .select(['s.id', 's.username', 's.password_hash', 'g.state as guild_state'])
    .where('a.role', '=', role)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (known) {
    // A leader's account stays disabled while its guild is.
    if (known.guild_state !== null && known.guild_state !== 'normal') return null
    const same = await passwordMatches(password, known.password_hash)
    await tx
      .updateTable('access.staff')
      .set({ status: 1, ...(!same && { password_hash: await hashPassword(password) }) })
      .where('id', '=', known.id)
      .execute()
    return known.username
  }
  if (isScripted(role)) return null
  const named = await tx.selectFrom('access.role').select('id').where('name', '=', roleNames[role]).executeTakeFirst()
  if (!named) return null
  const made = await tx
    .insertInto('access.staff')
    .values({
      username: `demo-${role}`,
      password_hash: await hashPassword(password),
      remark: 'Shows the product while the simulated live app runs',
      created_at: wallNow(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (!made) return null
  await tx.insertInto('access.staff_role').values({ staff_id: made.id, role_id: named.id }).execute()
  await tx
    .insertInto('kit.simulation_account')
    .values({ role, staff_id: made.id })
    .onConflict((conflict) => conflict.column('role').doUpdateSet({ staff_id: made.id }))
    .execute()
  return made.username
}

/** Disables the demo accounts and ends their sessions. */
export async function disableDemoAccounts(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    const ids = tx.selectFrom('kit.simulation_account').select('staff_id')
    await tx.updateTable('access.staff').set({ status: 0 }).where('id', 'in', ids).where('status', '=', 1).execute()
    await tx.deleteFrom('access.session').where('staff_id', 'in', ids).execute()
  })
}
