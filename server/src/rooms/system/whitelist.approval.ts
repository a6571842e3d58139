// What exempts an address from the second factor, or a payee from the risk's hold, waits for a second account.
import { whitelistChanged } from '@greenroom/contract/sentences/system'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../access/index.ts'
import { staffOf } from '../../kit/calls/context.ts'
import { noParties } from '../../kit/calls/parties.ts'
import { because, refuseBecause } from '../../kit/calls/refusal.ts'
import { type DB, type Transaction, violates } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { goodExpiry, type Kind } from './whitelist.rules.ts'

const kind = 'whitelist.change'

type Row = Selectable<DB['system.whitelist']>
type Entry = { kind: Kind; value: string; note: string; expiresAt: Date | null }

const payload = z.object({
  /** Null for an entry that is added. */
  edited: z.object({ id: z.number().int(), version: z.number().int() }).nullable(),
  kind: z.enum(['ip', 'user', 'device', 'withdrawal']),
  value: z.string(),
  note: z.string(),
  expiresAt: z.iso.datetime().nullable(),
})

const shown = ({ kind, value, note, expiresAt }: Entry) => ({
  kind,
  value,
  note,
  expiresAt: expiresAt?.toISOString() ?? null,
})
const entryOf = (row: Row): Entry => ({
  kind: row.kind as Kind,
  value: row.value,
  note: row.note,
  expiresAt: row.expires_at,
})

/** The request for an entry, or for an edit of the entry `before`: one at a time per subject. */
export const requestOf = (entry: Entry, before: Row | undefined): Parameters<Approvals['askOrAct']>[2] => ({
  kind,
  subject: `${entry.kind} ${entry.value}`,
  payload: { edited: before ? { id: before.id, version: before.version } : null, ...shown(entry) },
  before: before ? shown(entryOf(before)) : null,
  after: shown(entry),
  reason: entry.note,
  title: whitelistChanged([entry], before ? 'edited' : 'added', 'request'),
})

/** Whether there is an entry of this subject. */
export const isListed = async (tx: Transaction, { kind, value }: Pick<Entry, 'kind' | 'value'>): Promise<boolean> =>
  (await tx
    .selectFrom('system.whitelist')
    .select('id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()) !== undefined

/** The entry that was written now. */
export async function idOf(tx: Transaction, { kind, value }: Pick<Entry, 'kind' | 'value'>): Promise<number> {
  const { id } = await tx
    .selectFrom('system.whitelist')
    .select('id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return id
}

const lock = (tx: Transaction, id: number) =>
  tx.selectFrom('system.whitelist').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Only for the entry as it was when it was asked, and for an end that has not passed meanwhile. */
export const whitelistApproval: ApprovalKind = defineApproval({
  kind,
  menu: 'system.whitelist',
  payload,
  concerns: noParties,
  async stillValid(tx, { payload: { edited, ...entry } }) {
    if (edited === null) return (await isListed(tx, entry)) ? because('whitelist.exists', { value: entry.value }) : null
    const row = await lock(tx, edited.id)
    if (!row) return because('approval.gone')
    return row.version === edited.version ? null : because('approval.changed', { by: row.updated_by })
  },
  async apply(tx, context, { payload: { edited, ...sent }, maker, reason }) {
    const entry: Entry = { ...sent, expiresAt: sent.expiresAt === null ? null : new Date(sent.expiresAt) }
    if (!goodExpiry(entry.expiresAt, context.now)) throw refuseBecause(10009, 'expiresAtStr', 'time.past')
    const before = edited && (await lock(tx, edited.id))
    const touched = { updated_by: staffOf(context).username, updated_at: context.now }
    const set = { note: entry.note, expires_at: entry.expiresAt, ...touched }
    const { id } = before
      ? await tx
          .updateTable('system.whitelist')
          .set({ ...set, version: before.version + 1 })
          .where('id', '=', before.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('system.whitelist')
          .values({ kind: entry.kind, value: entry.value, created_by: maker, created_at: context.now, ...set })
          .returning('id')
          .executeTakeFirstOrThrow()
          .catch((error: unknown) => {
            throw violates(error, 'whitelist_value')
              ? refuseBecause(10027, 'value', 'whitelist.exists', { value: entry.value })
              : error
          })
    await record(tx, context, {
      operation: before ? 'whitelist.update' : 'whitelist.save',
      target: `whitelist ${id}`,
      content: whitelistChanged([entry], before ? 'edited' : 'added'),
      before: before ? shown(entryOf(before)) : null,
      after: shown(entry),
      reason,
    })
  },
})
