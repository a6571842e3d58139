// Approves a request on the server, in place of a second member of staff: `npm run admit`.
import { admitted } from '@greenroom/contract/sentences/staff'
import { sql } from 'kysely'
import { type Context, system } from '../../kit/calls/context.ts'
import type { Why } from '../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import type { ApprovalKind } from './approvals.kinds.ts'
import { type ApprovalRow, approvalById, lockApprovals, titleOf } from './approvals.queries.ts'

/** Requests of these kinds that wait and that the account made, or whose subject is one of these. */
export async function pendingAbout(
  reader: Reader,
  about: { kinds: readonly string[]; makerId: number | null; subjects: readonly string[] },
  now: Date,
): Promise<ApprovalRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access.approval
     where state = 'pending' and expires_at > ${now} and kind = any(${[...about.kinds]}::text[])
       and (maker_id = ${about.makerId} or subject = any(${[...about.subjects]}::text[]))
     order by created_at, id`.execute(reader)
  const found = await Promise.all(rows.map(({ id }) => approvalById(reader, id)))
  return found.flatMap((row) => row ?? [])
}

/**
 * Applies a pending request in this transaction; the caller rolls back if it is refused.
 *
 * @returns null, or why it no longer stands.
 */
export async function approveOnServer(
  tx: Transaction,
  context: Context,
  kind: ApprovalKind,
  id: string,
): Promise<Why | null> {
  const [row] = await lockApprovals(tx, [id])
  if (!row || row.state !== 'pending' || row.decided !== null) throw new Error('This request is decided already.')
  const why = await kind.stillValid(tx, row)
  if (why) return why
  await kind.apply(tx, context, row)
  await tx
    .updateTable('access.approval')
    .set({ state: 'approved', on_server: true, decided_at: context.now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await record(tx, context, {
    operation: 'staff.admit',
    target: `approval ${id}`,
    content: admitted(titleOf(row)),
    before: { state: 'pending', kind: row.kind, subject: row.subject, maker: row.maker, before: row.before },
    after: { state: 'approved', kind: row.kind, subject: row.subject, maker: row.maker, after: row.after },
    reason: row.reason,
    actor: system,
  })
  return null
}
