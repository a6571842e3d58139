// Requests of guilds for their payable.
import type { Parsed } from '@greenroom/contract/call'
import type { payoutRequestList } from '@greenroom/contract/payouts'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import type { AccountKind } from '../../finance/index.ts'
import { ofOwn } from '../visibleGuilds.ts'

export type RequestState = 'in review' | 'agreed' | 'refused' | 'paid out'
export type RequestRow = {
  id: number
  guildId: number
  guildName: string
  guildState: string
  usdCents: bigint
  accountId: number
  kind: AccountKind
  lastFour: string
  state: RequestState
  reason: string
  holdId: string
  requestedBy: string
  requestedAt: Date
  decidedBy: string
  decidedById: number | null
  decidedAt: Date | null
  paidAt: Date | null
  reference: string | null
}

const requests = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('guilds.payout_request as r')
    .innerJoin('guilds.guild as g', 'g.id', 'r.guild_id')
    .innerJoin('guilds.payout_account as a', 'a.id', 'r.account_id')
    .leftJoin('guilds.payment as p', 'p.request_id', 'r.id')
    .select([
      'r.id',
      'r.guild_id as guildId',
      'g.name as guildName',
      'g.state as guildState',
      'r.usd_cents as usdCents',
      'r.account_id as accountId',
      'a.kind',
      'a.last_four as lastFour',
      'r.state',
      'r.reason',
      'r.hold_id as holdId',
      'r.requested_by as requestedBy',
      'r.requested_at as requestedAt',
      'r.decided_by as decidedBy',
      'r.decided_by_id as decidedById',
      'r.decided_at as decidedAt',
      'p.paid_at as paidAt',
      'p.reference',
    ])
    .$narrowType<{ state: RequestState; kind: AccountKind }>()
    .where(ofOwn(scope, 'r.guild_id'))

const keyset: Keyset<RequestRow> = {
  sorts: { requestedAt: { column: 'r.requested_at', type: 'timestamptz', of: (row) => row.requestedAt } },
  defaultSort: '-requestedAt',
  id: { column: 'r.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof payoutRequestList> = {
  guildId: among('r.guild_id'),
  state: equals('r.state'),
  ...span('r.requested_at'),
}

export const requestPage = (context: Context, payload: Parsed<typeof payoutRequestList>) =>
  narrowedPage<RequestRow, typeof payload>(
    context,
    requests(context.database, context.scope),
    filters,
    keyset,
    payload,
    { counted: context.database.selectFrom('guilds.payout_request as r').where(ofOwn(context.scope, 'r.guild_id')) },
  )

/** The newest requests of a guild. */
export const requestsOf = (reader: Reader, scope: Scope, guildId: number): Promise<RequestRow[]> =>
  requests(reader, scope).where('r.guild_id', '=', guildId).orderBy('r.id', 'desc').limit(10).execute()

/** Requests by id. */
export async function readRequests(reader: Reader, ids: readonly number[]): Promise<Map<number, RequestRow>> {
  const rows = await requests(reader, { kind: 'platform' })
    .where('r.id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The same, locked in id order. */
export async function lockRequests(tx: Transaction, ids: readonly number[]): Promise<Map<number, RequestRow>> {
  await sql`select from guilds.payout_request where id = any(${ids}::int[]) order by id for update`.execute(tx)
  return readRequests(tx, ids)
}

export async function addRequest(
  tx: Transaction,
  of: { guildId: number; usdCents: number; accountId: number; holdId: string; by: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into guilds.payout_request (guild_id, usd_cents, account_id, hold_id, requested_by, requested_at)
    values (${of.guildId}, ${of.usdCents}, ${of.accountId}, ${of.holdId}, ${of.by}, ${of.at}) returning id`.execute(tx)
  return rows[0]!.id
}

export const setDecided = (
  tx: Transaction,
  ids: readonly number[],
  to: { state: 'agreed' | 'refused'; reason: string; by: string; byId: number; at: Date },
) =>
  sql`
    update guilds.payout_request
       set state = ${to.state}, reason = ${to.reason}, decided_by = ${to.by}, decided_by_id = ${to.byId},
           decided_at = ${to.at}, version = version + 1
     where id = any(${ids}::int[])`.execute(tx)

export const setPaid = (tx: Transaction, ids: readonly number[]) =>
  sql`
    update guilds.payout_request set state = 'paid out', version = version + 1
     where id = any(${ids}::int[])`.execute(tx)
