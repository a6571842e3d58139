// New payout accounts: entered by the leader with a code by SMS or by staff; approved and revealed like every payee's
// (`finance/accounts/payeeChanges.ts`).
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payouts'
import { accountChanged, accountRevealed } from '@greenroom/contract/sentences/guildMoney'
import { type Approvals, isCode, readPhone, rightCode, spendCode } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { goodAccount, payeeChanges } from '../../finance/index.ts'
import * as queries from './guildPayoutAccount.queries.ts'
import { guildAccounts } from './guildPayoutAccount.ts'
import { screenChange } from './guildPayouts.payees.ts'

const changes = payeeChanges({
  accounts: guildAccounts,
  approval: 'payout.account',
  menu: 'guilds.withdrawalManage',
  operation: 'payout.accountSave',
  idField: 'guildId',
  told: (guildId) => ({ moment: 'payoutAccountSet', to: { guildId } }),
  lock: async (tx, guildId) => {
    const guild = await queries.lockGuild(tx, { kind: 'platform' }, guildId)
    if (!guild) throw new Refusal(10032)
    return guild
  },
  changed: (form, guild: queries.Guild, { kind, lastFour }) =>
    accountChanged(form, { guild: guild.name, kind, lastFour }),
  revealed: (guild, { kind, lastFour }) => accountRevealed({ guild: guild.name, kind, lastFour }),
})

export const { shown: shownAccounts, approval: accountApproval } = changes

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

/** Enters an account and requests its approval. @throws Refusal 10032 for another's guild */
export async function save(
  services: { approvals: Approvals; seals: Seals },
  context: Context,
  sent: Parsed<typeof calls.payoutAccountSave>,
) {
  const id = guildIdOf(context, sent.guildId)
  const found = await queries.guildOf(context.database, context.scope, id)
  if (!found) throw refuseBecause(10032, 'guildId', 'deduction.noGuild')
  refuseState(found)
  const account = goodAccount(sent.account)
  const codeId = await checkedCode(context, found, sent.smsCode)
  return context.tx(async (tx) => {
    const guild = await queries.lockGuild(tx, context.scope, id)
    if (!guild) throw new Refusal(10032)
    if (codeId !== null && !(await spendCode(tx, codeId))) throw refuseCode(12002, 'smsCode')
    const entered = await changes.enter(tx, context, services, { payeeId: id, payee: guild, account })
    await screenChange(tx, context.now, guild, account)
    return entered
  })
}

/** The full account, for staff who pay. @throws Refusal 10032 */
export const reveal = (
  seals: Seals,
  context: Context,
  { accountId, reason }: Parsed<typeof calls.payoutAccountReveal>,
) =>
  context.tx(async (tx) => {
    const row = await guildAccounts.accountById(tx, accountId)
    const guild = row && (await queries.guildOf(tx, context.scope, row.payeeId))
    if (!row || !guild) throw new Refusal(10032)
    return changes.reveal(tx, context, seals, { row, payee: guild, reason })
  })
