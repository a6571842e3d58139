// A guild requests its payable, and staff approve or refuse.

import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/payouts'
import { payoutRequested, payoutsDecided } from '@greenroom/contract/sentences/guildMoney'
import type { Approvals } from '../../../access/index.ts'
import { batch, chosen, notDone, sortOut } from '../../../kit/calls/batch.ts'
import { type Context, levelOn, staffOf } from '../../../kit/calls/context.ts'
import { because, Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { derivedId, newId } from '../../../kit/random.ts'
import { guildBalances, post } from '../../../ledger/index.ts'
import { record, recordMany } from '../../../log/index.ts'
import { tell, dollars as usdOf } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { waitingLines } from './guildPay.orders.ts'
import * as accounts from './guildPayoutAccount.queries.ts'
import { refuseState } from './guildPayoutAccount.service.ts'
import { guildAccounts } from './guildPayoutAccount.ts'
import { centsOf, holdRequest, voidRequest } from './guildPayouts.ledger.ts'
import * as queries from './guildRequest.queries.ts'
import { isWholeStep, type Steps, type Verb, whyNot } from './guildRequest.rules.ts'

export const stepsOf = (params: Params): Steps => ({
  minCents: params.integer('withdrawal_min_usd') * 100,
  stepCents: params.integer('withdrawal_step_usd') * 100,
})

/** Requests as screens show them; a leader sees no accounts of staff. */
export async function shownRequests(
  approvals: Approvals,
  context: Context,
  reader: Reader,
  rows: readonly queries.RequestRow[],
): Promise<RecordOf<typeof calls.payoutRequestList>[]> {
  const waiting = await waitingLines(approvals, reader, 'request', context.now)
  const isStaff = context.scope.kind === 'platform'
  const mayWrite = isStaff && levelOn(staffOf(context), 'guilds.withdrawalManage') === 3
  const { id: staffId } = staffOf(context)
  return rows.map((row) => {
    const approvalId = waiting.get(row.id) ?? null
    const may = (verb: Verb): true | string => {
      if (!mayWrite) return 'readOnly'
      const why = whyNot(row.state, approvalId !== null, verb)
      if (why) return why
      return verb === 'pay' && row.decidedById === staffId ? 'sameAgreed' : true
    }
    return {
      id: row.id,
      guildId: row.guildId,
      guildName: row.guildName,
      usdCents: Number(row.usdCents),
      account: { accountId: row.accountId, kind: row.kind, lastFour: row.lastFour },
      state: row.state,
      reason: row.reason,
      requestedBy: row.requestedBy,
      requestedAt: row.requestedAt.toISOString(),
      decidedBy: isStaff ? row.decidedBy : '',
      decidedAt: row.decidedAt?.toISOString() ?? null,
      paidAt: row.paidAt?.toISOString() ?? null,
      reference: row.reference ?? '',
      approvalId: isStaff ? approvalId || null : null,
      can: { agree: may('agree'), refuse: may('refuse'), pay: may('pay') },
    }
  })
}

export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.payoutRequestList>) {
  const page = await queries.requestPage(context, payload)
  return { ...page, records: await shownRequests(approvals, context, context.database, page.records) }
}

const dollars = (cents: number | bigint): string => String(Number(cents) / 100)

/** The amount is reserved until staff decide. @throws Refusal 11005 where the payable is too small */
export function ask(params: Params, context: Context, { usdCents }: Parsed<typeof calls.payoutRequestSave>) {
  const { scope } = context
  if (scope.kind !== 'guild') throw refuseBecause(10026, 'guildId', 'payout.leaderOnly')
  const steps = stepsOf(params)
  if (!isWholeStep(usdCents, steps))
    throw refuseBecause(1000002, 'usdCents', 'payout.steps', {
      min: dollars(steps.minCents),
      step: dollars(steps.stepCents),
    })
  return context.tx(async (tx) => {
    const guild = await accounts.lockGuild(tx, scope, scope.unionId)
    if (!guild) throw new Refusal(10032)
    refuseState(guild)
    await guildAccounts.bringIntoForce(tx, context.now, [guild.id])
    const account = (await accounts.accountsInForce(tx, context.now, [guild.id])).get(guild.id)
    if (!account) throw refuseBecause(1000002, 'account', 'payout.noAccount')
    const holdId = newId(context.now)
    const by = staffOf(context).username
    const id = await queries.addRequest(tx, {
      guildId: guild.id,
      usdCents,
      accountId: account.id,
      holdId,
      by,
      at: context.now,
    })
    const cause = { guildId: guild.id, usdCents: BigInt(usdCents), reference: `guild request ${id}`, at: context.now }
    const [outcome] = await post(tx, by, context.now, [holdRequest({ id: holdId, ...cause })])
    if (outcome?.status !== 'accepted')
      throw refuseBecause(11005, 'usdCents', 'payout.tooMuch', { available: await left(tx, guild.id) })
    await record(tx, context, {
      target: `guild request ${id}`,
      content: payoutRequested({ guild: guild.name, usdCents }),
      before: null,
      after: { guildId: guild.id, usdCents, accountId: account.id, state: 'in review' },
    })
    return { id }
  })
}

const left = async (tx: Transaction, guildId: number): Promise<string> => {
  const { payable, reserved } = (await guildBalances(tx, [guildId])).get(guildId) ?? { payable: 0n, reserved: 0n }
  return dollars(centsOf(payable - reserved))
}

/** One outcome for each: 50001 unknown, 50002 in another state. */
export function decide(approvals: Approvals, context: Context, sent: Parsed<typeof calls.payoutRequestDecide>) {
  const { decision, reason = '' } = sent
  const ids = chosen(sent.ids, 'ids')
  if (decision === 'refuse' && reason === '') throw refuseBecause(11004, 'reason', 'reason.missing')
  return batch(context, async (tx) => {
    const found = await queries.lockRequests(tx, ids)
    const waiting = await waitingLines(approvals, tx, 'request', context.now)
    const refusalOf = ({ id, state }: queries.RequestRow) => {
      const why = whyNot(state, waiting.has(id), decision)
      if (why === 'waits') return notDone(id, 20000, because('payout.waits'))
      return why ? notDone(id, 50002) : null
    }
    const { outcomes, able } = sortOut(ids, found, refusalOf, 50001)
    if (able.length === 0) return outcomes
    const { id: byId, username: by } = staffOf(context)
    const state = decision === 'agree' ? ('agreed' as const) : ('refused' as const)
    await queries.setDecided(
      tx,
      able.map(({ id }) => id),
      { state, reason, by, byId, at: context.now },
    )
    if (decision === 'refuse') await free(tx, context, able)
    await tell(
      tx,
      context.now,
      able.map(({ id, guildId, usdCents }) => ({
        moment: decision === 'agree' ? 'payoutAgreed' : 'payoutRefused',
        about: `request ${id}`,
        to: { guildId },
        params: { usd: usdOf(usdCents), reason },
      })),
    )
    await recordMany(
      tx,
      context,
      able.map((row) => ({
        target: `guild request ${row.id}`,
        content: payoutsDecided('done', decision, [{ guild: row.guildName, usdCents: row.usdCents }]),
        before: { guildId: row.guildId, usdCents: row.usdCents, state: row.state },
        after: { guildId: row.guildId, usdCents: row.usdCents, state },
        reason,
      })),
    )
    return outcomes
  })
}

/** Voids the holds of refused requests. */
async function free(tx: Transaction, { now, ...context }: Context, rows: readonly queries.RequestRow[]): Promise<void> {
  const items = rows.map((row) =>
    voidRequest(
      {
        id: derivedId(now, row.holdId, 'void'),
        guildId: row.guildId,
        usdCents: row.usdCents,
        reference: `guild request ${row.id}`,
        at: now,
      },
      row.holdId,
    ),
  )
  const outcomes = await post(tx, context.caller?.username ?? '', now, items)
  const wrong = outcomes.find(({ status }) => status !== 'accepted')
  if (wrong) throw new Error(`the hold of a request was not voided: ${wrong.id}`)
}
