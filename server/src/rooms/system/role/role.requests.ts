// A change of a role that gives accounts a right that counts, or weakens their second factor: it waits for a second member of staff.
import type { Parsed } from '@greenroom/contract/call'
import { roleAsked } from '@greenroom/contract/sentences/staff'
import type * as systemStaff from '@greenroom/contract/systemStaff'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  countingByRole,
  countingOf,
  defineApproval,
  type Holder,
  ifItWaits,
  isHeld,
  isMapped,
  isNamed,
  keptHash,
  linkHashOf,
  lockHolders,
  maskPhone,
  newLink,
  noteGiven,
  putLinks,
  readPhone,
} from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause, whyRefused } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { makerOf } from '../staff/staff.account.ts'
import { nameTaken, type Plan, planUpdate, snapshot, writeUpdate } from './role.change.ts'
import * as queries from './role.queries.ts'

const ids = z.array(z.number().int())
const payload = z.object({
  change: z.object({
    roleId: z.number().int(),
    version: z.number().int(),
    roleName: z.string(),
    remark: z.string().optional(),
    secondFactor: z.enum(['none', 'sms', 'google', 'passkey']).optional(),
    menuIds: ids.optional(),
    readMenuIds: ids.optional(),
  }),
  /** The accounts that hold the role, as the request shows them: if they are others when it is approved, it fails. */
  holders: z.array(z.object({ userId: z.number().int(), phone: z.string(), known: z.boolean() })),
  /** The hash of the maker's link for each account whose password ends. */
  links: z.array(z.object({ userId: z.number().int(), link: z.string() })),
})
type Payload = z.output<typeof payload>

/** Whether the change gives an account something that only two may give it. */
export const waits = async (tx: Transaction, { before, added, weaker }: Plan, now: Date): Promise<boolean> =>
  (added.length > 0 || weaker) &&
  ((await isHeld(tx, before.id)) || (await isNamed(tx, before.id, now)) || (await isMapped(tx, before.id, now)))

/** The holders who do not have all of the added rights by another role. */
async function gainingOf(tx: Transaction, { added }: Plan, holders: readonly Holder[]): Promise<Holder[]> {
  if (added.length === 0) return []
  const byRole = await countingByRole(tx, [...new Set(holders.flatMap(({ roleIds }) => roleIds))])
  return holders.filter(({ roleIds }) => {
    const has = countingOf(byRole, roleIds)
    return added.some((key) => !has.includes(key))
  })
}

const seenOf = (holders: readonly Holder[]): Payload['holders'] =>
  holders.map(({ id, areaCode, phone, known }) => ({ userId: id, phone: `${areaCode} ${phone}`, known }))

const shownOf = ({ username, areaCode, phone }: Holder): string => {
  const read = phone === '' ? null : readPhone(areaCode, phone)
  return read ? `${username} ${maskPhone(read)}` : username
}

/** @throws Refusal 10029, 20000 already requested */
export async function askUpdate(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  plan: Plan,
  change: Parsed<typeof systemStaff.roleUpdate>,
) {
  const { before, values, levelsBefore, levels, menus, added } = plan
  if (await queries.isRoleNameTaken(tx, values.name, before.id)) throw refuseBecause(10029, 'roleName', 'role.name')
  const holders = await lockHolders(tx, before.id)
  const links = (await gainingOf(tx, plan, holders))
    .filter(({ known }) => known)
    .map(({ id, username }) => ({ userId: id, username, ...newLink() }))
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'role.update',
    subject: `role ${before.id}`,
    payload: {
      change: { ...change, version: before.version },
      holders: seenOf(holders),
      links: links.map(({ userId, hash }) => ({ userId, link: keptHash(hash) })),
    } satisfies Payload,
    before: snapshot(before, levelsBefore, menus),
    after: {
      ...snapshot(
        {
          ...before,
          name: values.name,
          remark: values.remark,
          factor: values.factor,
          version: before.version + 1,
        },
        levels,
        menus,
      ),
      sensitiveRights: added,
      accounts: holders.map(shownOf),
    },
    reason: values.remark,
    title: roleAsked(before.name),
  })
  return {
    ...ifItWaits(asked),
    ...(links.length > 0 && { links: links.map(({ username, token }) => ({ username, token })) }),
  }
}

const asMaker = async (tx: Transaction, makerId: number, { change }: Payload) => {
  const { roleIds, viewer, username } = await makerOf(tx, makerId)
  return { username, plan: await planUpdate(tx, { roleIds, administrator: viewer.administrator }, change) }
}

export const roleApproval: ApprovalKind = defineApproval({
  kind: 'role.update',
  menu: 'system.role',
  decidedBy: 'everyone',
  concerns: noParties,
  payload,
  stillValid: (tx, { payload: asked, makerId }) =>
    whyRefused(async () => {
      const { plan } = await asMaker(tx, makerId, asked)
      const holders = await lockHolders(tx, plan.before.id)
      const same = JSON.stringify(seenOf(holders)) === JSON.stringify(asked.holders)
      return same ? null : because('approval.rightsChanged')
    }),
  async apply(tx, context, { id, payload: asked, makerId, alone }) {
    const { plan, username } = await asMaker(tx, makerId, asked)
    const gaining = await gainingOf(tx, plan, await lockHolders(tx, plan.before.id))
    await writeUpdate(tx, context, plan, { by: username, gaining }).catch(nameTaken)
    const links = asked.links.map(({ userId, link }) => ({
      staffId: userId,
      linkHash: linkHashOf(link),
      approvalId: id,
      madeBy: alone,
    }))
    await putLinks(tx, links, wallNow())
    if (alone !== null)
      await noteGiven(
        tx,
        gaining.map((holder) => holder.id),
        alone,
        wallNow(),
      )
  },
})
