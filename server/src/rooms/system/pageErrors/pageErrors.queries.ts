// Errors of the front end: counted, listed, and forgotten.
import type { Parsed } from '@greenroom/contract/call'
import type { frontErrorList } from '@greenroom/contract/systemErrors'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'

export type PageErrorRow = Omit<Selectable<DB['system.front_error']>, 'digest'>

const columns = [
  'id',
  'release',
  'screen',
  'kind',
  'message',
  'stack',
  'browser',
  'state',
  'times',
  'first_at',
  'last_at',
  'known_by',
] as const

const keyset: Keyset<PageErrorRow> = {
  sorts: {
    lastAt: { column: 'e.last_at', type: 'timestamptz', of: (row) => row.last_at },
    times: { column: 'e.times', type: 'int', of: (row) => row.times },
  },
  defaultSort: '-lastAt',
  id: { column: 'e.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}
const filters: Filters<typeof frontErrorList> = {
  frontErrorId: equals('e.id'),
  state: equals('e.state'),
  kind: equals('e.kind'),
  screen: equals('e.screen'),
  release: equals('e.release'),
  ...span('e.last_at'),
}

export const pageErrorPage = (context: Context, payload: Parsed<typeof frontErrorList>) =>
  narrowedPage<PageErrorRow, typeof payload>(
    context,
    context.database.selectFrom('system.front_error as e').select(columns.map((name) => `e.${name}` as const)),
    filters,
    keyset,
    payload,
  )

export type Kept = Pick<PageErrorRow, 'release' | 'screen' | 'kind' | 'message' | 'stack' | 'browser'>

/** Counts it once more, or adds it. */
export const countError = (tx: Transaction, { release, screen, kind, message, stack, browser }: Kept, at: Date) =>
  sql`
    insert into system.front_error as e (digest, release, screen, kind, message, stack, browser, first_at, last_at)
    values (sha256(convert_to(${JSON.stringify([release, screen, kind, message])}, 'UTF8')), ${release}, ${screen}, ${kind}, ${message},
            ${stack}, ${browser}, ${at}, ${at})
    on conflict (digest) do update set times = e.times + 1, last_at = greatest(e.last_at, excluded.last_at)`.execute(tx)

/** Forgets those not reported since, and those beyond the newest. */
export const forgetErrors = (tx: Transaction, { since, most }: { since: Date; most: number }) =>
  sql`
    delete from system.front_error
     where last_at < ${since}
        or id in (select id from system.front_error order by last_at desc, id desc offset ${most})`.execute(tx)

export const lockErrors = (tx: Transaction, ids: readonly number[]): Promise<PageErrorRow[]> =>
  tx.selectFrom('system.front_error').select(columns).where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()

export const setKnown = (tx: Transaction, ids: readonly number[], by: string) =>
  tx.updateTable('system.front_error').set({ state: 'known', known_by: by }).where('id', '=', anyOf(ids)).execute()
