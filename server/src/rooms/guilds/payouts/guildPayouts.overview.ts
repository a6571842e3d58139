// A guild's payout overview: payable and debt, accounts, and newest requests and payments.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type { guildMoney } from '@greenroom/contract/payouts'
import type { Approvals } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { guildBalances } from '../../../ledger/index.ts'
import type { Params } from '../../../params/index.ts'
import * as accounts from './guildPayoutAccount.queries.ts'
import { guildIdOf, shownAccounts } from './guildPayoutAccount.service.ts'
import { centsOf } from './guildPayouts.ledger.ts'
import { paymentsOf, shownPayments } from './guildPayouts.payments.ts'
import { requestsOf } from './guildRequest.queries.ts'
import { shownRequests, stepsOf } from './guildRequest.service.ts'

type Services = { params: Params; approvals: Approvals; fileUrl: string }

/** @throws Refusal 10032 for another's guild */
export const overview =
  ({ params, approvals, fileUrl }: Services) =>
  async (context: Context, { guildId }: Parsed<typeof guildMoney>): Promise<Answer<typeof guildMoney>> => {
    const { database, scope, now } = context
    const id = guildIdOf(context, guildId)
    const guild = await accounts.guildOf(database, scope, id)
    if (!guild) throw refuseBecause(10032, 'guildId', 'deduction.noGuild')
    const [balances, rows, requests, payments] = await Promise.all([
      guildBalances(database, [id]),
      shownAccounts(approvals, database, id, now),
      requestsOf(database, scope, id),
      paymentsOf(database, scope, id),
    ])
    const { payable = 0n, reserved = 0n, debt = 0n } = balances.get(id) ?? {}
    const isStaff = scope.kind === 'platform'
    const mayWrite = levelOn(staffOf(context), 'guilds.withdrawalManage') === 3
    // A leader does not see who entered and who approves.
    const shown = isStaff ? rows : rows.map((row) => ({ ...row, createdBy: '', approvalId: null }))
    const mayAsk = (): true | string => {
      if (isStaff) return 'leaderOnly'
      if (!mayWrite) return 'readOnly'
      if (guild.state !== 'normal') return 'guildState'
      return shown.some(({ state }) => state === 'effective') ? true : 'noAccount'
    }
    return {
      guildId: id,
      guildName: guild.name,
      payableCents: Number(centsOf(payable)),
      reservedCents: Number(centsOf(reserved)),
      debtCents: Number(centsOf(debt)),
      ...stepsOf(params),
      accountWaitHours: params.integer('payout_account_wait_hours'),
      accounts: shown,
      requests: await shownRequests(approvals, context, database, requests),
      payments: shownPayments(context, fileUrl, payments),
      can: {
        ask: mayAsk(),
        account: !mayWrite ? 'readOnly' : guild.state === 'normal' ? true : 'guildState',
        reveal: isStaff && mayWrite ? true : 'readOnly',
      },
    }
  }
