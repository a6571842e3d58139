// What groups give an account, at each log-in with the provider. Only the provider answers for who is in a group; what a group gives was decided
// here, by two if it counts.
import { rolesByGroups } from '@greenroom/contract/sentences/provider'
import type { Context } from '../../kit/calls/context.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { unusableHash } from '../access.password.ts'
import { dropLinks, voidCredentials } from '../passwordLinks/index.ts'
import { countingByRole, countingOf, isKnownToOthers } from '../rights/index.ts'
import { builtInRoles } from '../roles.ts'
import * as queries from './provider.queries.ts'
import { heldAfter, type Mapping } from './provider.rules.ts'

const agencyRoles: readonly number[] = [builtInRoles.guildLeader, builtInRoles.topUpAgent]

type Account = { id: number; username: string }

/** Roles that the last confirmed log-in gave and this one doesn't, or the reverse, by name. */
async function namesOf(tx: Transaction, roleIds: readonly number[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx.selectFrom('access.role').select('name').where('id', 'in', roleIds).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/**
 * Gives an account what its groups give now, and takes what they don't. With a right that counts that it did not have, every credential that
 * another account knows ends, as with any other way to get one. `lockRights` is held, and the account is locked.
 */
export async function giveByGroups(
  tx: Transaction,
  context: Context,
  account: Account,
  mappings: readonly Mapping[],
): Promise<void> {
  const before = await queries.heldBy(tx, account.id)
  const given = mappings.filter(({ roleId }) => !agencyRoles.includes(roleId))
  const after = heldAfter(
    before,
    given.map(({ roleId }) => roleId),
  )
  const idsOf = (held: typeof before) => held.map(({ roleId }) => roleId)
  const byRole = await countingByRole(tx, [...new Set([...idsOf(before), ...idsOf(after)])])
  const had = countingOf(byRole, idsOf(before))
  const gains = countingOf(byRole, idsOf(after)).some((key) => !had.includes(key))
  await queries.setGiven(tx, account.id, {
    mappingIds: given.map(({ id }) => id),
    roleIds: idsOf(after.filter(({ byProvider }) => byProvider)),
  })
  if (gains) {
    await dropLinks(tx, [account.id])
    if (await isKnownToOthers(tx, account.id)) {
      await queries.dropForeignPhone(tx, account.id)
      await voidCredentials(tx, [account.id], await unusableHash())
    }
    await tx.deleteFrom('access.session').where('staff_id', '=', account.id).execute()
  }
  const more = idsOf(after).filter((id) => !idsOf(before).includes(id))
  const less = idsOf(before).filter((id) => !idsOf(after).includes(id))
  if (more.length + less.length === 0) return
  await record(tx, context, {
    operation: 'staff.groups',
    target: `staff ${account.id}`,
    content: rolesByGroups(account.username),
    before: { roles: await namesOf(tx, idsOf(before)) },
    after: { roles: await namesOf(tx, idsOf(after)), at: wallNow().toISOString() },
    actor: { id: account.id, username: account.username },
  })
}
