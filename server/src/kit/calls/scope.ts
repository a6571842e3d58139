import { sql } from 'kysely'
import type { Scope } from './context.ts'

/** A condition for platform data: guild and agent callers find nothing there. */
export const visible = (scope: Scope) => sql<boolean>`${scope.kind === 'platform'}::boolean`
