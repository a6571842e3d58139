// Which roles an account may be given.
import { menuNames, menusAbove, rightsOfRoles } from '../../../access/index.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { type Actor, roleKinds } from './staff.account.ts'
import * as queries from './staff.queries.ts'
import { type Account, refusedRoles } from './staff.rules.ts'

/**
 * Whether the actor may give these roles to an account; they are locked, so that nobody gives them more before this transaction ends.
 *
 * @param account null for a new one.
 * @throws Refusal 10032 naming unknown roles, 10026 above the actor's own level, and those of `refusedRoles`
 */
export async function checkRoles(
  tx: Transaction,
  actor: Actor,
  account: { account: Account; held: readonly number[]; administrators: ReadonlySet<number> } | null,
  roleIds: readonly number[],
): Promise<void> {
  const known = await queries.keepRoles(tx, roleIds)
  const unknown = roleIds.filter((id) => !known.has(id))
  if (unknown.length > 0) throw refuseBecause(10032, 'roleIds', 'staff.roles', { ids: unknown })
  const held = account?.held ?? []
  const administrators = account?.administrators ?? new Set<number>()
  const refused = refusedRoles(account?.account ?? null, held, roleIds, actor.viewer, administrators, roleKinds)
  if (refused) throw new Refusal(refused.code, [refused.detail])
  const given = await rightsOfRoles(
    tx,
    roleIds.filter((id) => !held.includes(id)),
  )
  const above = menusAbove(given, await rightsOfRoles(tx, actor.roleIds))
  if (above.length > 0) throw refuseBecause(10026, 'roleIds', 'staff.rolesAbove', { names: await menuNames(tx, above) })
}
