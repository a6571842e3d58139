// Changes of accounts that wait for a second member of staff: the account gets a right that counts, or has one.
import { accountAsked } from '@greenroom/contract/sentences/staff'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  defineApproval,
  ifItWaits,
  isNameTaken,
  keptHash,
  linkHashOf,
  newLink,
  noteGiven,
  putLinks,
  unusableHash,
} from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, type Why, whyRefused } from '../../../kit/calls/refusal.ts'
import { wallNow } from '../../../kit/clock.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { everyAccount, lockFor, makerOf, requestOf, roleIdsOf, sameSeen, seenOf } from './staff.account.ts'
import { confirmKind } from './staff.confirm.ts'
import { checkRoles } from './staff.given.ts'
import type * as queries from './staff.queries.ts'
import type { Verb } from './staff.rules.ts'
import { addAccount, type Edit, editAccount, enable, type NewAccount, setPassword, unbind } from './staff.write.ts'

/** Who may write approvals decides, whatever else they may do: their company may have two such accounts only. */
const common = { menu: 'system.user', decidedBy: 'everyone', concerns: noParties } as const

const seen = z.object({ standing: z.array(z.string()), phone: z.string(), known: z.boolean() })
const phone = z.object({ area_code: z.string(), phone: z.string() }).nullable()
const roleIds = z.array(z.number().int())
/** The hash of the maker's link; null if the account keeps its password. */
const link = z.string()

/** `sentTo`: the mail address that the link was sent to; requests of earlier releases have none. */
const saved = z.object({
  username: z.string(),
  phone,
  remark: z.string(),
  roleIds,
  link,
  seen,
  sentTo: z.string().optional(),
})
const edited = z.object({
  userId: z.number().int(),
  version: z.number().int(),
  roleIds,
  phone,
  remark: z.string(),
  gains: z.boolean(),
  link: link.nullable(),
  seen,
})
const reset = z.object({ userId: z.number().int(), link, seen })
const about = z.object({ userId: z.number().int(), seen })

const subjectOf = (row: queries.StaffRow) => `staff ${row.id}`

/** What a request shows about an account as it is. */
const shown = (tx: Transaction, row: queries.StaffRow) =>
  requestOf(tx, {
    username: row.username,
    areaCode: row.area_code,
    phone: row.phone,
    remark: row.remark,
    roleIds: roleIdsOf(row),
  })

export async function askSave(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  account: NewAccount,
  sentTo?: string,
) {
  const { token, hash } = newLink()
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'staff.save',
    subject: `staff ${account.username.toLowerCase()}`,
    payload: {
      ...account,
      link: keptHash(hash),
      seen: await seenOf(tx, null, account.roleIds),
      ...(sentTo !== undefined && { sentTo }),
    } satisfies z.output<typeof saved>,
    before: null,
    after: await requestOf(tx, {
      ...account,
      areaCode: account.phone?.area_code ?? '',
      phone: account.phone?.phone ?? '',
    }),
    reason: account.remark,
    title: accountAsked(account.username, 'added'),
  })
  return { ...ifItWaits(asked), links: [{ username: account.username, token }] }
}

export async function askEdit(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  before: queries.StaffRow,
  edit: Pick<Edit, 'phone' | 'remark'> & { roleIds: number[]; gains: boolean },
) {
  const current = await seenOf(tx, before, edit.roleIds)
  const made = edit.gains && current.known ? newLink() : null
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'staff.update',
    subject: subjectOf(before),
    payload: {
      userId: before.id,
      version: before.version,
      ...edit,
      link: made && keptHash(made.hash),
      seen: current,
    } satisfies z.output<typeof edited>,
    before: await shown(tx, before),
    after: await requestOf(tx, {
      username: before.username,
      areaCode: edit.phone?.area_code ?? before.area_code,
      phone: edit.phone?.phone ?? before.phone,
      remark: edit.remark,
      roleIds: edit.roleIds,
    }),
    reason: edit.remark,
    title: accountAsked(before.username, 'edited'),
  })
  return { ...ifItWaits(asked), ...(made && { links: [{ username: before.username, token: made.token }] }) }
}

export async function askPassword(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  row: queries.StaffRow,
  reason: string,
) {
  const { token, hash } = newLink()
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'staff.passwordReset',
    subject: subjectOf(row),
    payload: { userId: row.id, link: keptHash(hash), seen: await seenOf(tx, row) } satisfies z.output<typeof reset>,
    before: null,
    after: await shown(tx, row),
    reason,
    title: accountAsked(row.username, 'password'),
  })
  return { ...ifItWaits(asked), links: [{ username: row.username, token }] }
}

export async function askUnbind(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  row: queries.StaffRow,
  reason: string,
) {
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'staff.googleUnbind',
    subject: subjectOf(row),
    payload: { userId: row.id, seen: await seenOf(tx, row) } satisfies z.output<typeof about>,
    before: null,
    after: await shown(tx, row),
    reason,
    title: accountAsked(row.username, 'authenticator'),
  })
  return ifItWaits(asked)
}

/** @returns the approval's id, if it waits. */
export async function askEnable(
  tx: Transaction,
  approvals: Approvals,
  context: Context,
  row: queries.StaffRow,
  reason: string,
): Promise<{ approvalId?: string }> {
  const asked = await approvals.askOrAct(tx, context, {
    kind: 'staff.status',
    subject: subjectOf(row),
    payload: { userId: row.id, seen: await seenOf(tx, row) } satisfies z.output<typeof about>,
    before: null,
    after: await shown(tx, row),
    reason,
    title: accountAsked(row.username, 'enabled'),
  })
  return ifItWaits(asked)
}

/** What one account gave another alone, during set-up, waits for confirmation when that ends. */
const noteAlone = async (tx: Transaction, staffId: number, alone: number | null) => {
  if (alone !== null) await noteGiven(tx, [staffId], alone, wallNow())
}

/** The account, locked, as the maker could still change it. */
const lockAsMaker = async (tx: Transaction, makerId: number, verb: Verb, userId: number) =>
  lockFor(tx, everyAccount(), await makerOf(tx, makerId), verb, userId)

/** Why a request about an account no longer stands. */
const changedSince = (
  tx: Transaction,
  makerId: number,
  verb: Verb,
  payload: z.output<typeof about>,
): Promise<Why | null> =>
  whyRefused(async () => {
    const { row } = await lockAsMaker(tx, makerId, verb, payload.userId)
    return sameSeen(payload.seen, await seenOf(tx, row)) ? null : because('approval.rightsChanged')
  })

const saveKind = defineApproval({
  kind: 'staff.save',
  ...common,
  payload: saved,
  stillValid: (tx, { payload, makerId }) =>
    whyRefused(async () => {
      if (await isNameTaken(tx, payload.username)) return because('staff.name')
      await checkRoles(tx, await makerOf(tx, makerId), null, payload.roleIds)
      return sameSeen(payload.seen, await seenOf(tx, null, payload.roleIds)) ? null : because('approval.rightsChanged')
    }),
  async apply(tx, context, { id, payload, alone }) {
    const { link: kept, seen: _, sentTo, ...account } = payload
    const staffId = await addAccount(tx, context, account, { passwordHash: await unusableHash(), alone })
    await putLinks(
      tx,
      [{ staffId, linkHash: linkHashOf(kept), approvalId: id, invites: true, madeBy: alone, sentTo }],
      wallNow(),
    )
    await noteAlone(tx, staffId, alone)
  },
})

const updateKind = defineApproval({
  kind: 'staff.update',
  ...common,
  payload: edited,
  stillValid: (tx, { payload, makerId }) =>
    whyRefused(async () => {
      const actor = await makerOf(tx, makerId)
      const { row, account, administrators } = await lockFor(tx, everyAccount(), actor, 'update', payload.userId)
      await checkRoles(tx, actor, { account, held: roleIdsOf(row), administrators }, payload.roleIds)
      const same = row.version === payload.version && sameSeen(payload.seen, await seenOf(tx, row, payload.roleIds))
      return same ? null : because('approval.rightsChanged')
    }),
  async apply(tx, context, { id, payload, makerId, alone }) {
    const { row } = await lockAsMaker(tx, makerId, 'update', payload.userId)
    const { phone: newPhone, remark, gains } = payload
    await editAccount(
      tx,
      context,
      row,
      {
        roleIds: payload.roleIds,
        phone: newPhone,
        remark,
        alone,
        gains: !gains ? 'nothing' : payload.seen.known ? 'a right, and known' : 'a right',
      },
      everyAccount().sessionId,
    )
    await noteAlone(tx, row.id, alone)
    if (payload.link === null) return
    const linkHash = linkHashOf(payload.link)
    await putLinks(tx, [{ staffId: row.id, linkHash, approvalId: id, madeBy: alone }], wallNow())
  },
})

const passwordKind = defineApproval({
  kind: 'staff.passwordReset',
  ...common,
  payload: reset,
  stillValid: (tx, { payload, makerId }) => changedSince(tx, makerId, 'resetPassword', payload),
  async apply(tx, context, { id, payload, makerId, alone, reason }) {
    const { row } = await lockAsMaker(tx, makerId, 'resetPassword', payload.userId)
    await setPassword(tx, context, row, { passwordHash: await unusableHash(), alone, reason })
    const linkHash = linkHashOf(payload.link)
    await putLinks(tx, [{ staffId: row.id, linkHash, approvalId: id, madeBy: alone }], wallNow())
    await noteAlone(tx, row.id, alone)
  },
})

const unbindKind = defineApproval({
  kind: 'staff.googleUnbind',
  ...common,
  payload: about,
  stillValid: (tx, { payload, makerId }) => changedSince(tx, makerId, 'unbindGoogle', payload),
  async apply(tx, context, { payload, makerId, alone, reason }) {
    const { row } = await lockAsMaker(tx, makerId, 'unbindGoogle', payload.userId)
    await unbind(tx, context, row, { alone, reason })
    await noteAlone(tx, row.id, alone)
  },
})

const enableKind = defineApproval({
  kind: 'staff.status',
  ...common,
  payload: about,
  stillValid: (tx, { payload, makerId }) => changedSince(tx, makerId, 'enable', payload),
  async apply(tx, context, { payload, makerId, alone, reason }) {
    const { row } = await lockAsMaker(tx, makerId, 'enable', payload.userId)
    await enable(tx, context, row, reason)
    await noteAlone(tx, row.id, alone)
  },
})

export const staffApprovals: ApprovalKind[] = [saveKind, updateKind, passwordKind, unbindKind, enableKind, confirmKind]
