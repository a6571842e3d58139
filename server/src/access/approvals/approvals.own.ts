// Staff decide nothing about a guild that they lead, or about themselves as an agent.
import { type Context, isOutside } from '../../kit/calls/context.ts'
import type { Parties } from '../../kit/calls/parties.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { concernedStaff } from './approvals.deciders.ts'

/**
 * Refuses what the caller, a member of staff, does about their own guild or agent: one whose account has their number. Guilds' and agents'
 * accounts act for themselves, within their scope.
 *
 * @throws Refusal 10026
 */
export async function refuseOwn(
  { caller, database }: Context,
  partiesOf: () => Parties | Promise<Parties>,
): Promise<void> {
  if (!caller || isOutside(caller)) return
  const { phone } = await database
    .selectFrom('access.staff')
    .select('phone')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (phone === '') return
  if ((await concernedStaff(database, await partiesOf())).has(caller.id))
    throw refuseBecause(10026, 'account', 'approval.concerned')
}
