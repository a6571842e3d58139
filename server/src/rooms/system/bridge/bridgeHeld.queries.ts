// Events that failed and what became of them. Platform data: every caller with the menu sees all of it.
import type { Parsed } from '@greenroom/contract/call'
import type { heldEventList } from '@greenroom/contract/clients'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'

export type HeldRow = Selectable<DB['bridge.held_event']> & { client: string | null }

const keyset: Keyset<HeldRow> = {
  sorts: { happenedAt: { column: 'h.id', type: 'uuid', of: (row) => row.id } },
  defaultSort: '-happenedAt',
  id: { column: 'h.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof heldEventList> = {
  clientId: equals('h.client_id'),
  state: equals('h.state'),
  type: equals('h.type'),
  eventId: equals('h.id'),
  ...span('h.last_failed_at'),
}

const rows = (reader: Reader) =>
  reader
    .selectFrom('bridge.held_event as h')
    .leftJoin('bridge.client as c', 'c.id', 'h.client_id')
    .selectAll('h')
    .select('c.name as client')

/** One page, newest first. A deleted client has no name. */
export const heldPage = (context: Context, payload: Parsed<typeof heldEventList>) =>
  narrowedPage(context, rows(context.database), filters, keyset, payload)

/** The existing events of `ids`, locked in order. */
export const lockHeld = (tx: Transaction, ids: readonly string[]): Promise<HeldRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : rows(tx).where('h.id', '=', anyOf(ids)).orderBy('h.id').forUpdate('h').execute()

/** Ends them; they may still be replayed while they are stored. */
export const drop = (tx: Transaction, ids: readonly string[], by: string, now: Date) =>
  tx
    .updateTable('bridge.held_event')
    .set({ state: 'dropped', ended_by: by, ended_at: now })
    .where('id', '=', anyOf(ids))
    .execute()

/** A replay that failed by a fault. */
export const failedAgain = (tx: Transaction, id: string, reason: string, now: Date) =>
  tx
    .updateTable('bridge.held_event')
    .set({ tries: sql<number>`tries + 1`, last_failed_at: now, reason })
    .where('id', '=', id)
    .execute()
