// New payout accounts: entered by the leader with a code by SMS or by staff, approved by a second member of staff, in force a
// day later. The full account is shown only with a reason, which the operation log keeps.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payouts'
import { accountChanged, accountRevealed } from '@greenroom/contract/sentences/guildMoney'
import { z } from 'zod'
import {
  type ApprovalKind,
  type Approvals,
  defineApproval,
  isCode,
  readPhone,
  rightCode,
  spendCode,
} from '../../../../access/index.ts'
import { type Context, staffOf } from '../../../../kit/context.ts'
import { because, Refusal, refuseBecause, refuseCode } from '../../../../kit/refusal.ts'
import type { Seals } from '../../../../kit/seal/index.ts'
import { record } from '../../../../log/index.ts'
import type { Params } from '../../../../params/index.ts'
import { accountFault, lastFourOf, tidied } from '../../../finance/index.ts'
import { screenChange } from '../payees.ts'
import * as queries from './queries.ts'
import { effectiveFrom } from './rules.ts'
import { openAccount, sealAccount } from './sealed.ts'

export const accountApprovalKind = 'payout.account'

/** The guild of the call: a leader's own, or the one that staff name. @throws Refusal 10009 */
export function guildIdOf({ scope }: Context, guildId: number | undefined): number {
  if (guildId !== undefined) return guildId
  if (scope.kind !== 'guild') throw refuseBecause(10009, 'guildId', 'field.required')
  return scope.unionId
}

/** Codes for guilds whose state forbids requests. */
export const stateCodes = { dissolved: 30003, banned: 30004, 'under review': 30006, rejected: 30003 } as const

/** @throws Refusal 30003, 30004, 30006 unless the guild is normal. */
export function refuseState({ state }: queries.Guild): void {
  const code = stateCodes[state as keyof typeof stateCodes] as 30003 | 30004 | 30006 | undefined
  if (code) throw refuseCode(code, 'guildId')
}

/** Checks a leader's SMS code. @throws Refusal 12001, 12002 */
async function checkedCode(context: Context, guild: queries.Guild, code: string | undefined): Promise<string | null> {
  if (context.scope.kind === 'platform') return null
  if (code === undefined || !isCode(code)) throw refuseCode(12001, 'smsCode')
  const phone = readPhone(guild.areaCode, guild.phone)
  if (!phone) throw refuseCode(12003, 'smsCode')
  const id = await rightCode(context, { purpose: 'withdraw', number: phone.e164, code })
  if (id === null) throw refuseCode(12002, 'smsCode')
  return id
}

/** Enters an account and asks for its approval. @throws Refusal 10032 for another's guild */
export async function save(
  services: { approvals: Approvals; seals: Seals },
  context: Context,
  sent: Parsed<typeof calls.payoutAccountSave>,
) {
  const id = guildIdOf(context, sent.guildId)
  const found = await queries.guildOf(context.scope, context.database, id)
  if (!found) throw refuseBecause(10032, 'guildId', 'deduction.noGuild')
  refuseState(found)
  const account = tidied(sent.account)
  const fault = accountFault(account)
  if (fault === 'payout.iban' || fault === 'payout.address') throw refuseBecause(10009, 'account', fault)
  const codeId = await checkedCode(context, found, sent.smsCode)
  return context.tx(async (tx) => {
    const guild = await queries.lockGuild(context.scope, tx, id)
    if (!guild) throw new Refusal(10032)
    if (codeId !== null && !(await spendCode(tx, codeId))) throw refuseCode(12002, 'smsCode')
    const by = staffOf(context).username
    const shown = { kind: account.kind, lastFour: lastFourOf(account) }
    const [before] = (await queries.accountsOf(tx, id)).filter(({ state }) => state === 'effective')
    const accountId = await queries.addAccount(tx, { guildId: id, ...shown, by, at: context.now })
    const approvalId = await services.approvals.ask(tx, context, {
      kind: accountApprovalKind,
      subject: String(accountId),
      payload: { accountId },
      before: before ? { guildId: id, kind: before.kind, lastFour: before.lastFour } : null,
      after: { guildId: id, ...shown },
      reason: '',
      title: accountChanged('asked', { guild: guild.name, ...shown }),
    })
    await queries.setSealed(tx, accountId, sealAccount(services.seals, accountId, account), approvalId)
    await screenChange(tx, context.now, guild, account)
    return { accountId, approvalId }
  })
}

/** The full account, for staff who pay. @throws Refusal 10032 */
export const reveal = (
  seals: Seals,
  context: Context,
  { accountId, reason }: Parsed<typeof calls.payoutAccountReveal>,
) =>
  context.tx(async (tx) => {
    const row = await queries.accountById(tx, accountId)
    const guild = row && (await queries.guildOf(context.scope, tx, row.guildId))
    if (!row || !guild) throw new Refusal(10032)
    const { kind, lastFour } = row
    await record(tx, context, {
      target: `payout account ${accountId}`,
      content: accountRevealed({ guild: guild.name, kind, lastFour }),
      before: null,
      after: { accountId, guildId: guild.id, kind, lastFour },
      reason,
    })
    return { account: openAccount(seals, accountId, row.sealed) }
  })

/** Once approved, an account waits for the rest of its 24 hours. */
export const accountApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: accountApprovalKind,
    menu: 'guilds.withdrawalManage',
    payload: z.object({ accountId: z.number().int() }),
    async stillValid(tx, { payload: { accountId } }) {
      const row = await queries.accountById(tx, accountId)
      if (!row) return because('approval.gone')
      return row.state === 'waiting' && row.effectiveAt === null ? null : because('payout.replaced')
    },
    async apply(tx, context, { payload: { accountId }, reason }) {
      const row = await queries.accountById(tx, accountId)
      const guild = row && (await queries.lockGuild({ kind: 'platform' }, tx, row.guildId))
      if (!row || !guild) throw new Error(`payout account ${accountId} went between looking and applying`)
      // A newer account replaced it before the guild was locked.
      if ((await queries.accountById(tx, accountId))?.state !== 'waiting')
        throw refuseBecause(1000002, 'accountId', 'payout.replaced')
      const effectiveAt = effectiveFrom(row.createdAt, context.now, params.integer('payout_account_wait_hours'))
      await queries.setApproved(tx, accountId, staffOf(context).username, effectiveAt)
      const about = { guildId: guild.id, kind: row.kind, lastFour: row.lastFour }
      await record(tx, context, {
        operation: 'payout.accountSave',
        target: `payout account ${accountId}`,
        content: accountChanged('done', { guild: guild.name, ...about }),
        before: { ...about, state: 'waiting' },
        after: { ...about, state: 'approved', effectiveAt: effectiveAt.toISOString() },
        reason,
      })
    },
  })
