// Promoters and their payout accounts.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/channels'
import { promoterAccountChanged, promoterAccountRevealed } from '@greenroom/contract/sentences/promotion'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { because, Refusal, refuseBecause } from '../../../kit/refusal.ts'
import type { Seals } from '../../../kit/seal/index.ts'
import { textOf } from '../../../kit/time.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { addRow, changeRows, createdBy, lockAt, lockRows, present } from '../../../records/index.ts'
import { accountFault, lastFourOf, openAccount, shownState, tidied } from '../../finance/index.ts'
import { sinceOf } from '../channels/hints.ts'
import { termsOn } from '../channels/queries.ts'
import { promoterAccounts as accounts } from './accounts.ts'
import { channelsOf, figuresByChannel, figuresByDay, promoterById } from './queries.ts'
import { promoters } from './resource.ts'

export const promoterAccountKind = 'promoter.account'

export type PromoterServices = { params: Params; approvals: Approvals; seals: Seals }

/** @throws Refusal 1000002 for a name already used. */
const orTaken = (error: unknown): never => {
  throw violates(error, 'promoter_name') ? refuseBecause(1000002, 'name', 'promoter.nameTaken') : error
}

export const addPromoter = (context: Context, { name, remark = '' }: Parsed<typeof calls.promoterSave>) =>
  context
    .tx(async (tx) => {
      const { id } = await addRow(tx, context, promoters, { name, remark, ...createdBy(context) })
      return { id }
    })
    .catch(orTaken)

/** @throws Refusal 10032, 20000 */
export const editPromoter = (
  context: Context,
  { id, version, name, remark = '' }: Parsed<typeof calls.promoterUpdate>,
) =>
  context
    .tx(async (tx) => {
      const values = { name, remark }
      const before = await lockAt(tx, promoters, id, version, values)
      await changeRows(tx, context, promoters, [before], values, 'edited')
      return {}
    })
    .catch(orTaken)

/** @throws Refusal 10032 */
export const promoterPage =
  ({ approvals }: PromoterServices) =>
  async (context: Context, { id }: Parsed<typeof calls.promoterInfo>): Promise<Answer<typeof calls.promoterInfo>> => {
    const { database, now, timeZone } = context
    const row = await promoterById(database, id)
    if (!row || context.scope.kind !== 'platform') throw new Refusal(10032)
    const [since, today] = [textOf(sinceOf(now), timeZone).slice(0, 10), textOf(now, timeZone).slice(0, 10)]
    const [[promoter], channels, byChannel, days, rows, waiting] = await Promise.all([
      present(context, promoters, [row]),
      channelsOf(database, id),
      figuresByChannel(database, id, since),
      figuresByDay(database, id, since),
      accounts.accountsOf(database, id),
      approvals.waitingOn(database, promoterAccountKind, now),
    ])
    const terms = await termsOn(
      database,
      channels.map((channel) => channel.id),
      today,
    )
    const figures = new Map(byChannel.map((found) => [found.id, found]))
    return {
      promoter: promoter!,
      channels: channels.map((channel) => ({
        ...channel,
        model: terms.get(channel.id)?.model ?? 'CPA',
        installs: figures.get(channel.id)?.installs ?? 0,
        counted: figures.get(channel.id)?.counted ?? 0,
        costCents: Number(figures.get(channel.id)?.cost ?? 0n),
      })),
      days: days.map((day) => ({
        day: day.day,
        installs: day.installs,
        counted: day.counted,
        registrations: day.registrations,
        costCents: Number(day.cost),
      })),
      accounts: rows.map((account) => ({
        accountId: account.id,
        kind: account.kind,
        lastFour: account.lastFour,
        state: shownState(account, waiting.has(String(account.id)), now),
        createdBy: account.createdBy,
        createdAt: account.createdAt.toISOString(),
        effectiveAt: account.effectiveAt?.toISOString() ?? null,
        approvalId: waiting.get(String(account.id)) ?? null,
      })),
    }
  }

const lockPromoter = async (tx: Transaction, id: number) => {
  const row = (await lockRows(tx, promoters, [id])).get(id)
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  return row
}

/** Enters an account and requests its approval. @throws Refusal 10032 */
export async function saveAccount(
  { approvals, seals }: PromoterServices,
  context: Context,
  sent: Parsed<typeof calls.promoterAccountSave>,
) {
  const account = tidied(sent.account)
  const fault = accountFault(account)
  if (fault === 'payout.iban' || fault === 'payout.address') throw refuseBecause(10009, 'account', fault)
  return context.tx(async (tx) => {
    const promoter = await lockPromoter(tx, sent.id)
    const shown = { kind: account.kind, lastFour: lastFourOf(account) }
    const before = (await accounts.accountsOf(tx, sent.id)).find(({ state }) => state === 'effective')
    const accountId = await accounts.addAccount(tx, {
      payeeId: sent.id,
      ...shown,
      by: staffOf(context).username,
      at: context.now,
    })
    const approvalId = await approvals.ask(tx, context, {
      kind: promoterAccountKind,
      subject: String(accountId),
      payload: { accountId },
      before: before ? { promoterId: sent.id, kind: before.kind, lastFour: before.lastFour } : null,
      after: { promoterId: sent.id, ...shown },
      reason: '',
      title: promoterAccountChanged('asked', { promoter: promoter.name, ...shown }),
    })
    await accounts.setSealed(tx, seals, accountId, account, approvalId)
    return { accountId, approvalId }
  })
}

/** The full account, for staff who pay; logged with its reason. @throws Refusal 10032 */
export const revealAccount = (
  seals: Seals,
  context: Context,
  { accountId, reason }: Parsed<typeof calls.promoterAccountReveal>,
) =>
  context.tx(async (tx) => {
    const row = await accounts.accountById(tx, accountId)
    if (!row || context.scope.kind !== 'platform') throw new Refusal(10032)
    const promoter = await lockPromoter(tx, row.payeeId)
    await record(tx, context, {
      target: `promoter account ${accountId}`,
      content: promoterAccountRevealed({ promoter: promoter.name, kind: row.kind, lastFour: row.lastFour }),
      before: null,
      after: { accountId, promoterId: promoter.id, kind: row.kind, lastFour: row.lastFour },
      reason,
    })
    return { account: openAccount(seals, accounts.ownerOf(accountId), row.sealed) }
  })

/** Once approved, an account waits for the rest of its 24 hours. */
export const promoterAccountApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: promoterAccountKind,
    menu: 'promotion.settle',
    payload: z.object({ accountId: z.number().int() }),
    async stillValid(tx, { payload: { accountId } }) {
      const row = await accounts.accountById(tx, accountId)
      if (!row) return because('approval.gone')
      return row.state === 'waiting' && row.effectiveAt === null ? null : because('payout.replaced')
    },
    async apply(tx, context, { payload: { accountId }, reason }) {
      const row = await accounts.accountById(tx, accountId)
      if (!row) throw new Error(`promoter account ${accountId} went between looking and applying`)
      const promoter = await lockPromoter(tx, row.payeeId)
      // A newer account replaced it before the promoter was locked.
      if ((await accounts.accountById(tx, accountId))?.state !== 'waiting')
        throw refuseBecause(1000002, 'accountId', 'payout.replaced')
      const waited = row.createdAt.getTime() + params.integer('payout_account_wait_hours') * 3_600_000
      const effectiveAt = new Date(Math.max(waited, context.now.getTime()))
      await accounts.setApproved(tx, accountId, staffOf(context).username, effectiveAt)
      const about = { promoterId: promoter.id, kind: row.kind, lastFour: row.lastFour }
      await record(tx, context, {
        operation: 'promoter.accountSave',
        target: `promoter account ${accountId}`,
        content: promoterAccountChanged('done', { promoter: promoter.name, ...about }),
        before: { ...about, state: 'waiting' },
        after: { ...about, state: 'approved', effectiveAt: effectiveAt.toISOString() },
        reason,
      })
    },
  })
