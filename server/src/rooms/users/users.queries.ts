// Users, as decisions read them. Platform data: guild and agent callers find nothing.
import type { Named } from '@greenroom/contract/sentences/words'
import { sql } from 'kysely'
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

/** Sets who is certified. Their `version` stays: it counts staff's decisions about the users themselves. */
export async function certify(tx: Transaction, people: ReadonlyMap<bigint, boolean>): Promise<void> {
  if (people.size === 0) return
  await sql`
    with people as (
      select u.id, n.certified
        from users.app_user u
        join unnest(${[...people.keys()]}::bigint[], ${[...people.values()]}::boolean[]) as n(id, certified)
          on n.id = u.id
       where u.certified <> n.certified
       order by u.id for no key update of u)
    update users.app_user u set certified = p.certified from people p where u.id = p.id`.execute(tx)
}
