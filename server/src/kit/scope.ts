import { sql } from 'kysely'
import type { Scope } from './context.ts'

/** A condition for what belongs to the platform: a guild's or an agent's caller finds nothing there. */
export const visible = (scope: Scope) => sql<boolean>`${scope.kind === 'platform'}::boolean`
