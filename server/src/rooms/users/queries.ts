// People as decisions about them find them. The User area is the platform's: a guild's or an agent's caller finds nobody.
import type { Scope } from '../../kit/context.ts'
import type { Reader, Transaction } from '../../kit/database.ts'
import type { UserState } from './rules.ts'

const columns = [
  'id',
  'nickname',
  'state',
  'banned_until',
  'market_audit',
  'security',
  'internal',
  'area_code',
  'phone',
  'email',
  'version',
] as const

const selected = (scope: Scope, reader: Reader, ids: readonly bigint[]) =>
  reader
    .selectFrom('users.app_user')
    .select(columns)
    .where('id', 'in', ids.length === 0 || scope.kind !== 'platform' ? [0n] : ids)
    .orderBy('id')
    .$narrowType<{ state: UserState }>()

export type Person = Awaited<ReturnType<typeof peopleByIds>>[number]

/** Those of `ids` that exist. */
export const peopleByIds = (scope: Scope, reader: Reader, ids: readonly bigint[]) =>
  selected(scope, reader, ids).execute()

/** The same, locked in the order of their ids; their ids stay as they are, so that rows naming them may be written. */
export const lockPeople = (scope: Scope, tx: Transaction, ids: readonly bigint[]) =>
  selected(scope, tx, ids).forNoKeyUpdate().execute()
