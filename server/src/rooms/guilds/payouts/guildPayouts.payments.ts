// Payments with their proof.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { paymentList } from '@greenroom/contract/payouts'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import type { AccountKind } from '../../finance/index.ts'
import { ofOwn } from '../visibleGuilds.ts'

export type PaymentRow = {
  id: number
  guildId: number
  guildName: string
  usdCents: bigint
  week: string | null
  requestId: number | null
  accountId: number | null
  kind: AccountKind | null
  lastFour: string | null
  reference: string
  proofFileId: string | null
  mime: string | null
  paidBy: string
  paidAt: Date
}

const payments = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('guilds.payment as p')
    .innerJoin('guilds.guild as g', 'g.id', 'p.guild_id')
    .leftJoin('guilds.settlement as s', 's.id', 'p.settlement_id')
    .leftJoin('guilds.payout_account as a', 'a.id', 'p.account_id')
    .leftJoin('files.file as f', 'f.id', 'p.proof_file_id')
    .select([
      'p.id',
      'p.guild_id as guildId',
      'g.name as guildName',
      'p.usd_cents as usdCents',
      sql<string | null>`to_char(s.week, 'YYYY-MM-DD')`.as('week'),
      'p.request_id as requestId',
      'p.account_id as accountId',
      'a.kind',
      'a.last_four as lastFour',
      'p.reference',
      'p.proof_file_id as proofFileId',
      'f.mime',
      'p.paid_by as paidBy',
      'p.paid_at as paidAt',
    ])
    .$narrowType<{ kind: AccountKind | null }>()
    .where(ofOwn(scope, 'p.guild_id'))

const extensions: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
}

/** Payments as screens show them; `fileUrl` is the base of uploaded files. A leader sees no accounts of staff. */
export const shownPayments = (
  context: Context,
  fileUrl: string,
  rows: readonly PaymentRow[],
): RecordOf<typeof paymentList>[] =>
  rows.map((row) => ({
    id: row.id,
    guildId: row.guildId,
    guildName: row.guildName,
    usdCents: Number(row.usdCents),
    week: row.week,
    requestId: row.requestId,
    account:
      row.accountId === null || row.kind === null
        ? null
        : { accountId: row.accountId, kind: row.kind, lastFour: row.lastFour ?? '' },
    reference: row.reference,
    proofUrl: row.proofFileId === null ? '' : `${fileUrl}${row.proofFileId}${extensions[row.mime ?? ''] ?? ''}`,
    paidBy: context.scope.kind === 'platform' ? row.paidBy : '',
    paidAt: row.paidAt.toISOString(),
  }))

const keyset: Keyset<PaymentRow> = {
  sorts: { paidAt: { column: 'p.paid_at', type: 'timestamptz', of: (row) => row.paidAt } },
  defaultSort: '-paidAt',
  id: { column: 'p.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof paymentList> = {
  guildId: among('p.guild_id'),
  reference: equals('p.reference'),
  ...span('p.paid_at'),
}

export const listPayments = (fileUrl: string) => async (context: Context, payload: Parsed<typeof paymentList>) => {
  const query = payments(context.database, context.scope)
  const page = await narrowedPage<PaymentRow, typeof payload>(context, query, filters, keyset, payload, {
    counted: context.database.selectFrom('guilds.payment as p').where(ofOwn(context.scope, 'p.guild_id')),
  })
  return { ...page, records: shownPayments(context, fileUrl, page.records) }
}

/** The newest payments of a guild. */
export const paymentsOf = (reader: Reader, scope: Scope, guildId: number): Promise<PaymentRow[]> =>
  payments(reader, scope).where('p.guild_id', '=', guildId).orderBy('p.id', 'desc').limit(10).execute()
