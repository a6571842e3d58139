// Links and codes with which holders set their own passwords. Wall time.
import { sql } from 'kysely'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { day } from '../throttle.ts'
import { maxTries } from './passwordLinks.halves.ts'

export type NewLink = { staffId: number; linkHash: Buffer; approvalId: string | null; codeHash: string | null }

/** Valid for 72 hours; replaces the link that the account had. */
export async function putLinks(tx: Transaction, links: readonly NewLink[], now: Date): Promise<void> {
  if (links.length === 0) return
  await tx
    .insertInto('access.password_link')
    .values(
      links.map((link) => ({
        staff_id: link.staffId,
        link_hash: link.linkHash,
        approval_id: link.approvalId,
        code_hash: link.codeHash,
        expires_at: new Date(now.getTime() + 3 * day),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('staff_id').doUpdateSet((eb) => ({
        link_hash: eb.ref('excluded.link_hash'),
        approval_id: eb.ref('excluded.approval_id'),
        code_hash: eb.ref('excluded.code_hash'),
        expires_at: eb.ref('excluded.expires_at'),
        tries: 0,
      })),
    )
    .execute()
}

/** The password, the authenticator and the sessions of these accounts end; who set them is forgotten. */
export async function voidCredentials(
  tx: Transaction,
  staffIds: readonly number[],
  unusableHash: string,
): Promise<void> {
  if (staffIds.length === 0) return
  await tx
    .updateTable('access.staff')
    .set({
      password_hash: unusableHash,
      password_by: null,
      phone_by: null,
      factor_by: null,
      google_secret: null,
      google_bound_at: null,
      version: sql<number>`version + 1`,
    })
    .where('id', 'in', staffIds)
    .execute()
  await tx.deleteFrom('access.session').where('staff_id', 'in', staffIds).execute()
}

/** The links that an approved request made and that are not used yet, locked. */
export const lockLinksOf = (tx: Transaction, approvalId: string, now: Date) =>
  tx
    .selectFrom('access.password_link as l')
    .innerJoin('access.staff as s', 's.id', 'l.staff_id')
    .select(['l.staff_id', 's.username', 'l.expires_at'])
    .where('l.approval_id', '=', approvalId)
    .where('l.expires_at', '>', now)
    .where('s.deleted_at', 'is', null)
    .orderBy('l.staff_id')
    .forUpdate('l')
    .execute()

/** Sets each account's code; wrong tries of the one before are forgotten. */
export const setCodes = (tx: Transaction, codes: readonly { staffId: number; hash: string }[]) =>
  sql`
    update access.password_link l set code_hash = c.hash, tries = 0
      from unnest(${codes.map(({ staffId }) => staffId)}::int[], ${codes.map(({ hash }) => hash)}::text[]) as c(staff_id, hash)
     where l.staff_id = c.staff_id`.execute(tx)

export type Tried = { staff_id: number; code_hash: string }

/** Counts a try of the link's code, before the comparison; undefined if the link is unknown, expired, or has no code or no tries left. */
export const takeTry = (reader: Reader, linkHash: Buffer, now: Date): Promise<Tried | undefined> =>
  reader
    .updateTable('access.password_link')
    .set({ tries: sql<number>`tries + 1` })
    .where('link_hash', '=', linkHash)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .where('code_hash', 'is not', null)
    .returning(['staff_id', 'code_hash'])
    .$narrowType<{ code_hash: string }>()
    .executeTakeFirst()

/** Uses the link up, if its code is still this one. @returns the account, if it may log in. */
export async function spend(tx: Transaction, linkHash: Buffer, tried: Tried) {
  const account = await tx
    .selectFrom('access.staff')
    .select(['id', 'username', 'union_id', 'agent_id'])
    .where('id', '=', tried.staff_id)
    .where('status', 'in', [1, 2])
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return undefined
  const used = await tx
    .deleteFrom('access.password_link')
    .where('link_hash', '=', linkHash)
    .where('code_hash', '=', tried.code_hash)
    .returning('staff_id')
    .executeTakeFirst()
  return used && account
}

/** Ends the links of these accounts. */
export const dropLinks = (tx: Transaction, staffIds: readonly number[]) =>
  tx.deleteFrom('access.password_link').where('staff_id', '=', anyOf(staffIds)).execute()
