// A caller's scope: everything for staff, their own rows for a top-up agent, nothing for a guild leader.
import { type RawBuilder, sql } from 'kysely'
import type { Context, Scope } from '../../kit/calls/context.ts'
import { refuseCode } from '../../kit/calls/refusal.ts'
import { visible } from '../../kit/calls/scope.ts'

/** A condition on a column that holds an agent's id. */
export function ofOwn(scope: Scope, agentId: string): RawBuilder<boolean> {
  if (scope.kind !== 'agent') return visible(scope)
  return sql<boolean>`${sql.ref(agentId)} = ${scope.agentId}`
}

/** The same for lists of the portal: staff have none of their own. */
export function ofCaller(scope: Scope, agentId: string): RawBuilder<boolean> {
  return scope.kind === 'agent' ? ofOwn(scope, agentId) : sql<boolean>`false`
}

/** The caller's own agent. @throws Refusal 400001 for an account without an agent */
export function ownAgentId({ scope }: Context): number {
  if (scope.kind !== 'agent') throw refuseCode(400001, 'agentId')
  return scope.agentId
}
