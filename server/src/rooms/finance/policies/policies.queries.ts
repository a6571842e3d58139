// Queries for payout policies.
import type { Parsed } from '@greenroom/contract/call'
import type { policyList } from '@greenroom/contract/policies'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type DB, json, type Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, flag, holds, narrowedPage } from '../../../records/index.ts'
import type { PolicyPayee, Settings } from './policies.rules.ts'

export type Row = Selectable<DB['finance.payout_policy']>

const keyset: Keyset<Row> = {
  sorts: { changedAt: { column: 't.changed_at', type: 'timestamptz', of: (row) => row.changed_at } },
  defaultSort: '-changedAt',
  id: { column: 't.id', type: 'int', of: (row) => row.id },
  defaultSize: 50,
}

const filters: Filters<typeof policyList> = {
  rule: equals('t.rule'),
  payee: holds('t.payees'),
  enabled: flag('t.enabled'),
}

/** Policies that were ever in force: one whose first approval is pending or was rejected does not count yet. */
export const policyPage = (context: Context, payload: Parsed<typeof policyList>) =>
  narrowedPage<Row, typeof payload>(
    context,
    context.database.selectFrom('finance.payout_policy as t').selectAll('t').where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export const lockPolicy = (tx: Transaction, id: number): Promise<Row | undefined> =>
  tx.selectFrom('finance.payout_policy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type Content = { name: string; settings: Settings; payees: PolicyPayee[]; enabled: boolean }

/** @throws a unique violation of `payout_policy_name`. */
export async function addPolicy(tx: Transaction, content: Content, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into finance.payout_policy (name, rule, settings, payees, enabled, changed_at)
    values (${content.name}, ${content.settings.rule}, ${json(content.settings)}, ${content.payees}::text[], false, ${at}) returning id`.execute(
    tx,
  )
  return rows[0]!.id
}

export const setWaiting = (tx: Transaction, id: number, approvalId: string) =>
  sql`update finance.payout_policy set approval_id = ${approvalId} where id = ${id}`.execute(tx)

/** @throws a unique violation of `payout_policy_name`. */
export const setContent = (
  tx: Transaction,
  id: number,
  { name, settings, payees, enabled }: Content,
  { by, at, lockedUntil }: { by: string; at: Date; lockedUntil: Date },
) =>
  sql`
    update finance.payout_policy
       set name = ${name}, rule = ${settings.rule}, settings = ${json(settings)}, payees = ${payees}::text[],
           enabled = ${enabled}, changed_by = ${by}, changed_at = ${at}, locked_until = ${lockedUntil}, approval_id = null, version = version + 1
     where id = ${id}`.execute(tx)
