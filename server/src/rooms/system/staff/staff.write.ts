// Writes changes of accounts, at once or when a request is approved, each with its log entry.
import { accountsChanged, accountsLost } from '@greenroom/contract/sentences/staff'
import { dropLinks, dropPasskeys, endWeakerSessions, unusableHash, voidCredentials } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { everyAccount, snapshot } from './staff.account.ts'
import * as queries from './staff.queries.ts'
import { status } from './staff.rules.ts'

export type Phone = { area_code: string; phone: string }

/** A change that one account made alone, and so knows; null if two made it. */
type Alone = number | null

const usernameTaken = (error: unknown): never => {
  if (violates(error, 'staff_username')) throw refuseBecause(10028, 'username', 'staff.name')
  throw error
}

const read = async (tx: Transaction, id: number) => (await queries.staffByIds(everyAccount(), tx, [id]))[0]!

export type NewAccount = { username: string; phone: Phone | null; remark: string; roleIds: number[] }

/** @returns its id. @throws Refusal 10028 */
export async function addAccount(
  tx: Transaction,
  context: Context,
  account: NewAccount,
  credentials: { passwordHash: string; alone: Alone },
): Promise<number> {
  const userId = await queries
    .insertStaff(
      tx,
      {
        username: account.username,
        password_hash: credentials.passwordHash,
        area_code: account.phone?.area_code ?? '',
        phone: account.phone?.phone ?? '',
        remark: account.remark,
        created_at: context.now,
        password_by: credentials.alone,
        phone_by: account.phone ? credentials.alone : null,
      },
      account.roleIds,
    )
    .catch(usernameTaken)
  await record(tx, context, {
    operation: 'staff.save',
    target: `staff ${userId}`,
    content: accountsChanged([account.username], 'added'),
    before: null,
    after: snapshot(await read(tx, userId)),
  })
  return userId
}

export type Edit = {
  roleIds: readonly number[]
  /** Null: unchanged. */
  phone: Phone | null
  remark: string
  alone: Alone
  /** The account is given a right that counts: its sessions end, and so do all credentials if another account knows one. */
  gains: 'nothing' | 'a right' | 'a right, and known'
}

/** @param keepSession not ended by a stronger factor: the caller's own. */
export async function editAccount(
  tx: Transaction,
  context: Context,
  before: queries.StaffRow,
  edit: Edit,
  keepSession: string,
): Promise<void> {
  await queries.updateStaff(tx, [before.id], {
    ...(edit.phone && { ...edit.phone, phone_by: edit.alone }),
    remark: edit.remark,
  })
  await queries.setRoles(tx, before.id, edit.roleIds)
  if (edit.gains === 'a right, and known') await voidCredentials(tx, [before.id], await unusableHash())
  if (edit.gains === 'nothing') await endWeakerSessions(tx, [before.id], keepSession)
  else await queries.endSessions(tx, [before.id], null)
  await record(tx, context, {
    operation: 'staff.update',
    target: `staff ${before.id}`,
    content: accountsChanged([before.username], 'edited'),
    before: snapshot(before),
    after: snapshot(await read(tx, before.id)),
  })
}

type Reset = { passwordHash: string; alone: Alone; reason: string }

/** A new password; all sessions end, and a freeze is lifted. */
export async function setPassword(tx: Transaction, context: Context, row: queries.StaffRow, reset: Reset) {
  await queries.updateStaff(tx, [row.id], { password_hash: reset.passwordHash, password_by: reset.alone })
  await dropLinks(tx, [row.id])
  await queries.unfreeze(tx, [row.username])
  const ended = await queries.endSessions(tx, [row.id], null)
  await record(tx, context, {
    operation: 'staff.passwordReset',
    target: `staff ${row.id}`,
    content: accountsLost([row.username], 'password'),
    before: snapshot(row),
    after: { ...snapshot(await read(tx, row.id)), sessionsEnded: ended.get(row.id) ?? 0 },
    reason: reset.reason,
  })
}

/** Removes authenticator, passkeys and recovery codes. */
export async function unbind(
  tx: Transaction,
  context: Context,
  row: queries.StaffRow,
  { alone, reason }: { alone: Alone; reason: string },
) {
  await queries.unbindGoogle(tx, row.id, alone)
  await dropPasskeys(tx, [row.id])
  await record(tx, context, {
    operation: 'staff.googleUnbind',
    target: `staff ${row.id}`,
    content: accountsLost([row.username], 'authenticator'),
    before: snapshot(row),
    after: snapshot(await read(tx, row.id)),
    reason,
  })
}

/** Lifts a freeze, too. */
export async function enable(tx: Transaction, context: Context, row: queries.StaffRow, reason: string) {
  await queries.updateStaff(tx, [row.id], { status: status.normal })
  await queries.unfreeze(tx, [row.username])
  await record(tx, context, {
    operation: 'staff.status',
    target: `staff ${row.id}`,
    content: accountsChanged([row.username], 'enabled'),
    before: snapshot(row),
    after: snapshot(await read(tx, row.id)),
    reason,
  })
}

/** Ends the link with which the holder would set the first password. */
export async function revokeInvitation(tx: Transaction, context: Context, row: queries.StaffRow) {
  await dropLinks(tx, [row.id])
  await record(tx, context, {
    target: `staff ${row.id}`,
    content: accountsLost([row.username], 'invitation'),
    before: { ...snapshot(row), invitedUntil: row.invited_until?.toISOString() ?? null },
    after: { ...snapshot(await read(tx, row.id)), invitedUntil: null },
  })
}
