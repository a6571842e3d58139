// What the owner of the server does to accounts where no second member of staff can: `npm run admit`, `npm run reset-account`.
import { accountReset } from '@greenroom/contract/sentences/staff'
import { approvalDecide } from '@greenroom/contract/system'
import {
  type ApprovalRow,
  accountByName,
  approveOnServer,
  hashPassword,
  newCode,
  newLink,
  pendingAbout,
  putLinks,
  renewCodes,
  type ShownCode,
  unusableHash,
  voidCredentials,
} from '../../../access/index.ts'
import { type Context, system, systemContext } from '../../../kit/calls/context.ts'
import type { Why } from '../../../kit/calls/refusal.ts'
import { type Clock, wallNow } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { roleApproval } from '../role/role.requests.ts'
import { everyAccount, snapshot } from './staff.account.ts'
import * as queries from './staff.queries.ts'
import { staffApprovals } from './staff.requests.ts'
import { status } from './staff.rules.ts'

type At = { database: Database; clock: Pick<Clock, 'now'> }

const contextAt = (at: At): Context => systemContext(approvalDecide, at)
/** Only requests about accounts and roles: everything else is decided by staff. */
const kinds = new Map([...staffApprovals, roleApproval].map((kind) => [kind.kind, kind]))

/** Requests about accounts and roles that wait: made by the account of this name, or about it. It need not exist yet. */
export async function admissible(at: At, username: string): Promise<ApprovalRow[]> {
  const account = await accountByName(at.database, username)
  const subjects = [`staff ${username.toLowerCase()}`, ...(account ? [`staff ${account.id}`] : [])]
  return pendingAbout(at.database, { kinds: [...kinds.keys()], makerId: account?.id ?? null, subjects }, at.clock.now())
}

/** Approves one of them. @returns the approver's half of new passwords, or why it no longer stands. */
export function admit(at: At, row: ApprovalRow): Promise<{ codes: ShownCode[] } | { refused: Why }> {
  const context = contextAt(at)
  return context.tx(async (tx) => {
    const refused = await approveOnServer(tx, context, kinds.get(row.kind)!, row.id)
    return refused ? { refused } : { codes: await renewCodes(tx, row.id) }
  })
}

/**
 * Clears password, number, passkeys, authenticator and recovery codes, enables and unfreezes the account, and ends its sessions. Its holder sets a password with both
 * halves, once, within 72 hours.
 *
 * @returns null if the platform's staff have no account of this name.
 */
export async function resetAccount(at: At, username: string): Promise<{ token: string; code: string } | null> {
  const context = contextAt(at)
  const account = await accountByName(at.database, username)
  if (!account) return null
  const { token, hash } = newLink()
  const code = newCode()
  const codeHash = await hashPassword(code)
  return context.tx(async (tx) => {
    const [row] = await queries.lockStaff(tx, everyAccount(), [account.id])
    if (!row) return null
    await queries.updateStaff(tx, [row.id], { status: status.normal, area_code: '', phone: '' })
    await voidCredentials(tx, [row.id], await unusableHash())
    await queries.unfreeze(tx, [row.username])
    await putLinks(tx, [{ staffId: row.id, linkHash: hash, approvalId: null, codeHash, madeBy: null }], wallNow())
    const [after] = await queries.staffByIds(everyAccount(), tx, [row.id])
    await record(tx, context, {
      operation: 'staff.serverReset',
      target: `staff ${row.id}`,
      content: accountReset(row.username),
      before: snapshot(row),
      after: snapshot(after!),
      actor: system,
    })
    return { token, code }
  })
}
