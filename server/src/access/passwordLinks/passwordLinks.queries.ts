// Links and codes with which holders set their own passwords. Wall time.
import { sql } from 'kysely'
import { wallNow } from '../../kit/clock.ts'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { dropPasskeys } from '../passkeys/passkeys.queries.ts'
import { day } from '../throttle.ts'
import { maxTries } from './passwordLinks.halves.ts'

export type NewLink = {
  staffId: number
  linkHash: Buffer
  approvalId: string | null
  /** Only where it was made on the server; the approver of a request asks for one later. */
  codeHash?: string
  /** For the account's first password. */
  invites?: true
  /** Who made it alone: it then works without a code. Null: it works with its approver's. */
  madeBy: number | null
  /** The mail address that it was sent to, which using it proves. */
  sentTo?: string | undefined
}

/** Valid for 72 hours; replaces the link that the account had. */
export async function putLinks(tx: Transaction, links: readonly NewLink[], now: Date): Promise<void> {
  if (links.length === 0) return
  await dropLinks(
    tx,
    links.map(({ staffId }) => staffId),
    now,
  )
  await tx
    .insertInto('access.password_link')
    .values(
      links.map((link) => ({
        staff_id: link.staffId,
        link_hash: link.linkHash,
        approval_id: link.approvalId,
        code_hash: link.codeHash ?? null,
        invites: link.invites ?? false,
        made_by: link.madeBy,
        sent_to: link.sentTo ?? '',
        expires_at: validUntil(now),
      })),
    )
    .execute()
}

const validUntil = (now: Date) => new Date(now.getTime() + 3 * day)

/** The password, the passkeys, the authenticator with its recovery codes, and the sessions of these accounts end; who set them is forgotten. */
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
  await dropPasskeys(tx, staffIds)
  await tx.deleteFrom('access.session').where('staff_id', 'in', staffIds).execute()
}

/** The links that an approved request made and that are not used yet, locked. */
export const lockLinksOf = (tx: Transaction, approvalId: string, now: Date) =>
  tx
    .selectFrom('access.password_link as l')
    .innerJoin('access.staff as s', 's.id', 'l.staff_id')
    .select(['l.staff_id', 's.username', 'l.expires_at'])
    .where('l.approval_id', '=', approvalId)
    .where('l.made_by', 'is', null)
    .where('l.ended_at', 'is', null)
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
     where l.staff_id = c.staff_id and l.ended_at is null`.execute(tx)

export type Tried = { staff_id: number; code_hash: string | null; made_by: number | null }

/** Counts a try of the link's code, before the comparison; undefined if the link is unknown, expired, or has no code or no tries left. */
export const takeTry = (reader: Reader, linkHash: Buffer, now: Date): Promise<Tried | undefined> =>
  reader
    .updateTable('access.password_link')
    .set({ tries: sql<number>`tries + 1` })
    .where('link_hash', '=', linkHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .where((is) => is.or([is('code_hash', 'is not', null), is('made_by', 'is not', null)]))
    .returning(['staff_id', 'code_hash', 'made_by'])
    .executeTakeFirst()

/** Uses the link up, if its code is still this one. @returns the account, if it may log in. */
export async function spend(tx: Transaction, linkHash: Buffer, tried: Tried, now: Date) {
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
    .updateTable('access.password_link')
    .set({ ended_at: now, outcome: 'used' })
    .where('link_hash', '=', linkHash)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`code_hash is not distinct from ${tried.code_hash}`)
    .where(sql<boolean>`made_by is not distinct from ${tried.made_by}`)
    .returning('sent_to')
    .executeTakeFirst()
  return used && { ...account, sentTo: used.sent_to }
}

/** Ends the links of these accounts. @returns those that had one. */
export async function dropLinks(
  tx: Transaction,
  staffIds: readonly number[],
  now: Date = wallNow(),
): Promise<number[]> {
  const ended = await tx
    .updateTable('access.password_link')
    .set({ ended_at: now, outcome: 'revoked' })
    .where('staff_id', '=', anyOf(staffIds))
    .where('ended_at', 'is', null)
    .returning('staff_id')
    .execute()
  return ended.map((row) => row.staff_id)
}

/** The account's open link, if one account made it alone, waits for this request and its approver's code from now on. */
export const bindLink = (tx: Transaction, staffId: number, approvalId: string) =>
  tx
    .updateTable('access.password_link')
    .set({ made_by: null, approval_id: approvalId })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('made_by', 'is not', null)
    .execute()

/** The link of a request that was approved now is valid for 72 hours from here on. */
export const renewLink = (tx: Transaction, approvalId: string, now: Date) =>
  tx
    .updateTable('access.password_link')
    .set({ expires_at: validUntil(now) })
    .where('approval_id', '=', approvalId)
    .where('ended_at', 'is', null)
    .execute()

/** A link as its page shows it; undefined if there is none. */
export const linkOf = (reader: Reader, linkHash: Buffer) =>
  reader
    .selectFrom('access.password_link as l')
    .innerJoin('access.staff as s', 's.id', 'l.staff_id')
    .leftJoin('access.approval as a', 'a.id', 'l.approval_id')
    .select([
      'l.staff_id',
      's.username',
      's.area_code',
      's.phone',
      's.status',
      's.deleted_at',
      'l.invites',
      'l.made_by',
      'l.expires_at',
    ])
    .select(['l.ended_at', 'l.outcome', 'a.state as approval_state'])
    .where('l.link_hash', '=', linkHash)
    .executeTakeFirst()

/** The request that would make this link. */
export const requestOfLink = (reader: Reader, kept: string) =>
  reader
    .selectFrom('access.approval')
    .select(['kind', 'state', 'expires_at', sql<string | null>`payload ->> 'username'`.as('username')])
    .where(sql<boolean>`payload ? 'link' and payload ->> 'link' = ${kept}`)
    .executeTakeFirst()

/** The holder has proved the number that the account was made with. */
export const provePhone = (tx: Transaction, staffId: number) =>
  tx.updateTable('access.staff').set({ phone_by: null }).where('id', '=', staffId).execute()

/** The holder has read what was sent there; an address that the account has stays. */
export const proveMail = (tx: Transaction, staffId: number, email: string) =>
  tx.updateTable('access.staff').set({ email }).where('id', '=', staffId).where('email', '=', '').execute()
