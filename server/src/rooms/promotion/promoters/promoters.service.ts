// Promoters and their payout accounts.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/channels'
import { promoterAccountChanged, promoterAccountRevealed } from '@greenroom/contract/sentences/promotion'
import type { Approvals } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { textOf } from '../../../kit/time.ts'
import type { Params } from '../../../params/index.ts'
import { addRow, changeRows, createdBy, lockAt, lockRows, present } from '../../../records/index.ts'
import { goodAccount, payeeChanges } from '../../finance/index.ts'
import { sinceOf } from '../channels/channels.hints.ts'
import { termsOn } from '../channels/channels.queries.ts'
import { promoterAccounts as accounts } from './promoters.accounts.ts'
import { channelsOf, figuresByChannel, figuresByDay, promoterById } from './promoters.queries.ts'
import { promoters } from './promoters.resource.ts'

export type PromoterServices = { params: Params; approvals: Approvals; seals: Seals }

/** @throws Refusal 10027 for another promoter's name. */
const refuseDuplicate = (error: unknown): never => {
  throw violates(error, 'promoter_name') ? refuseBecause(10027, 'name', 'promoter.nameTaken') : error
}

export const addPromoter = (context: Context, { name, remark = '' }: Parsed<typeof calls.promoterSave>) =>
  context
    .tx(async (tx) => {
      const { id } = await addRow(tx, context, promoters, { name, remark, ...createdBy(context) })
      return { id }
    })
    .catch(refuseDuplicate)

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
    .catch(refuseDuplicate)

const lockPromoter = async (tx: Transaction, id: number) => {
  const row = (await lockRows(tx, promoters, [id])).get(id)
  if (!row) throw refuseBecause(10032, 'id', 'record.none')
  return row
}

const changes = payeeChanges({
  accounts,
  approval: 'promoter.account',
  menu: 'promotion.settle',
  operation: 'promoter.accountSave',
  idField: 'promoterId',
  lock: lockPromoter,
  changed: (form, { name }, { kind, lastFour }) => promoterAccountChanged(form, { promoter: name, kind, lastFour }),
  revealed: ({ name }, { kind, lastFour }) => promoterAccountRevealed({ promoter: name, kind, lastFour }),
})

/** @throws Refusal 10032 */
export const promoterPage =
  ({ approvals }: PromoterServices) =>
  async (context: Context, { id }: Parsed<typeof calls.promoterInfo>): Promise<Answer<typeof calls.promoterInfo>> => {
    const { database, now, timeZone } = context
    const row = await promoterById(database, id)
    if (!row || context.scope.kind !== 'platform') throw new Refusal(10032)
    const [since, today] = [textOf(sinceOf(now), timeZone).slice(0, 10), textOf(now, timeZone).slice(0, 10)]
    const [[promoter], channels, byChannel, days, shown] = await Promise.all([
      present(context, promoters, [row]),
      channelsOf(database, id),
      figuresByChannel(database, id, since),
      figuresByDay(database, id, since),
      changes.shown(approvals, database, id, now),
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
      accounts: shown,
    }
  }

export const promoterAccountApproval = changes.approval

/** Enters an account and requests its approval. @throws Refusal 10032 */
export async function saveAccount(
  services: PromoterServices,
  context: Context,
  sent: Parsed<typeof calls.promoterAccountSave>,
) {
  const account = goodAccount(sent.account)
  return context.tx(async (tx) => {
    const promoter = await lockPromoter(tx, sent.id)
    return changes.enter(tx, context, services, { payeeId: promoter.id, payee: promoter, account })
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
    return changes.reveal(tx, context, seals, { row, payee: await lockPromoter(tx, row.payeeId), reason })
  })
