// What becomes of accounts that one account gave rights alone during set-up: when it ends they lose them, until somebody else confirms it.
import { accountAsked, accountsConfirmed, rightsWithheld } from '@greenroom/contract/sentences/staff'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  bindLink,
  countingByRole,
  defineApproval,
  forgetKnowers,
  lockRights,
  renewLink,
  type SetupEnded,
  withholdRoles,
} from '../../../access/index.ts'
import { system } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import { record } from '../../../log/index.ts'
import { everyAccount, requestOf, roleIdsOf, sameSeen, seenOf, snapshot } from './staff.account.ts'
import * as queries from './staff.queries.ts'

const payload = z.object({
  userId: z.number().int(),
  /** The roles that it lost. */
  roleIds: z.array(z.number().int()),
  seen: z.object({ standing: z.array(z.string()), phone: z.string(), known: z.boolean() }),
})

/**
 * Takes every right that counts from these accounts and requests their confirmation in the name of who gave them, for as long as any request
 * waits. An invitation that is still open then works with the approver's code, as any other.
 */
export const withholdRights =
  (approvals: Approvals): SetupEnded =>
  async (tx, context, given) => {
    const rows = await queries.lockStaff(
      tx,
      everyAccount(),
      given.map(({ staffId }) => staffId),
    )
    const counting = await countingByRole(tx, [...new Set(rows.flatMap(roleIdsOf))])
    for (const row of rows) {
      const held = roleIdsOf(row)
      const roleIds = held.filter((id) => counting.has(id))
      if (roleIds.length === 0) continue
      const byId = given.find(({ staffId }) => staffId === row.id)!.byId
      await withholdRoles(tx, row.id, roleIds)
      const [after] = await queries.staffByIds(everyAccount(), tx, [row.id])
      await record(tx, context, {
        operation: 'setup.withhold',
        target: `staff ${row.id}`,
        content: rightsWithheld(row.username),
        before: snapshot(row),
        after: snapshot(after!),
        actor: system,
      })
      const approvalId = await approvals.ask(tx, context, {
        kind: 'staff.confirm',
        subject: `staff ${row.id}`,
        payload: { userId: row.id, roleIds, seen: await seenOf(tx, after!, roleIds) } satisfies z.output<
          typeof payload
        >,
        before: null,
        after: await requestOf(tx, {
          username: row.username,
          areaCode: row.area_code,
          phone: row.phone,
          remark: row.remark,
          roleIds: held,
        }),
        reason: '',
        title: accountAsked(row.username, 'confirmed'),
        maker: await queries.nameOf(tx, byId),
      })
      await bindLink(tx, row.id, approvalId)
    }
  }

/** Gives the rights back. The approver stands for the account: from now on no other account counts as knowing its credentials. */
export const confirmKind: ApprovalKind = defineApproval({
  kind: 'staff.confirm',
  menu: 'system.user',
  decidedBy: 'everyone',
  concerns: noParties,
  payload,
  async stillValid(tx, { payload: { userId, roleIds, seen } }) {
    const [row] = await queries.lockStaff(tx, everyAccount(), [userId])
    if (!row) return because('approval.gone')
    const known = await queries.keepRoles(tx, roleIds)
    if (known.size < roleIds.length) return because('approval.rightsChanged')
    return sameSeen(seen, await seenOf(tx, row, roleIds)) ? null : because('approval.rightsChanged')
  },
  async apply(tx, context, { id, payload: { userId, roleIds } }) {
    await lockRights(tx)
    const [row] = await queries.staffByIds(everyAccount(), tx, [userId])
    await queries.setRoles(tx, userId, [...roleIdsOf(row!), ...roleIds])
    await forgetKnowers(tx, [userId])
    await queries.endSessions(tx, [userId], null)
    await renewLink(tx, id, wallNow())
    const [after] = await queries.staffByIds(everyAccount(), tx, [userId])
    await record(tx, context, {
      operation: 'staff.confirm',
      target: `staff ${userId}`,
      content: accountsConfirmed(row!.username),
      before: snapshot(row!),
      after: snapshot(after!),
    })
  },
})
