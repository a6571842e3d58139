// The approver's half: codes for the accounts of a request that they approved.
import type { Parsed } from '@greenroom/contract/call'
import { codesFetched } from '@greenroom/contract/sentences/staff'
import type { staffCode } from '@greenroom/contract/systemStaff'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { hashPassword } from '../access.password.ts'
import { approvalById } from '../approvals/index.ts'
import { newCode } from './passwordLinks.halves.ts'
import * as queries from './passwordLinks.queries.ts'

export type ShownCode = { username: string; code: string; expiresAt: string }

/** New codes for the unused links of an approved request; the ones before no longer work. */
export async function renewCodes(tx: Transaction, approvalId: string): Promise<ShownCode[]> {
  const links = await queries.lockLinksOf(tx, approvalId, wallNow())
  const made = await Promise.all(
    links.map(async (link) => {
      const code = newCode()
      return { link, code, hash: await hashPassword(code) }
    }),
  )
  await queries.setCodes(
    tx,
    made.map(({ link, hash }) => ({ staffId: link.staff_id, hash })),
  )
  return made.map(({ link, code }) => ({ username: link.username, code, expiresAt: link.expires_at.toISOString() }))
}

/** @throws Refusal 10032 no such request, 10026 for anyone but its approver, 20000 if no password waits to be set */
export const fetchCodes = (context: Context, { approvalId }: Parsed<typeof staffCode>) =>
  context.tx(async (tx) => {
    const approval = await approvalById(tx, approvalId)
    if (!approval) throw new Refusal(10032)
    if (approval.checker_id !== staffOf(context).id || approval.state !== 'approved')
      throw refuseBecause(10026, 'approvalId', 'staff.notApprover', { by: approval.checker ?? '' })
    const codes = await renewCodes(tx, approvalId)
    if (codes.length === 0) throw refuseBecause(20000, 'approvalId', 'staff.noCode')
    await record(tx, context, {
      target: `approval ${approvalId}`,
      content: codesFetched(codes.map(({ username }) => username)),
      before: null,
      after: { usernames: codes.map(({ username }) => username) },
    })
    return { codes }
  })
