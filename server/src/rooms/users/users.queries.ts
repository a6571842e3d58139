// Users, as decisions read them. Platform data: guild and agent callers find nothing.
import type { Named } from '@greenroom/contract/sentences/words'
import type { Scope } from '../../kit/calls/context.ts'
import { anyUnseen } from '../../kit/database/anyOf.ts'
import { type Reader, runPrepared, type Transaction } from '../../kit/database/database.ts'
import type { UserState } from './users.rules.ts'

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

const selected = (reader: Reader, scope: Scope, ids: readonly bigint[]) =>
  reader
    .selectFrom('users.app_user')
    .select(columns)
    .where('id', '=', anyUnseen(scope.kind === 'platform' ? ids : [], 'bigint'))
    .orderBy('id')
    .$narrowType<{ state: UserState }>()

export type Person = Awaited<ReturnType<typeof peopleByIds>>[number]

/** Those of `ids` that exist. */
export const peopleByIds = async (reader: Reader, scope: Scope, ids: readonly bigint[]) =>
  (await runPrepared(reader, selected(reader, scope, ids))).rows

/** The same, locked in id order; their ids stay as they are, so that rows naming them may be written. */
export const lockPeople = async (tx: Transaction, scope: Scope, ids: readonly bigint[]): Promise<Person[]> =>
  (await runPrepared(tx, selected(tx, scope, ids).forNoKeyUpdate())).rows

/** Users, as log sentences name them. */
export const namedOf = (people: readonly Pick<Person, 'id' | 'nickname'>[]): Named[] =>
  people.map(({ id, nickname }) => ({ id: String(id), nickname }))
