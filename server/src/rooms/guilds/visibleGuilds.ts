// Which guilds a caller may see: staff all, a leader their own guild and its sub-agencies, a top-up agent none. Every query
// of this room starts from it; another's id is answered as if it did not exist.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'

/** A condition on a column that holds a guild's id: within the family that the caller may read. */
export function inReach(scope: Scope, guildId: string): RawBuilder<boolean> {
  if (scope.kind !== 'guild') return visible(scope)
  return sql<boolean>`${sql.ref(guildId)} in (select id from guilds.guild where id = ${scope.unionId} or parent_id = ${scope.unionId})`
}

/** The same for data that only the guild itself may see, not its parent: contacts, payslips, accounts, withdrawals. */
export function ofOwn(scope: Scope, guildId: string): RawBuilder<boolean> {
  if (scope.kind !== 'guild') return visible(scope)
  return sql<boolean>`${sql.ref(guildId)} = ${scope.unionId}`
}
