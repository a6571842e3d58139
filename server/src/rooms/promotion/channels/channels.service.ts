// Channels and their terms.
import type { Answer, Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/channels'
import { termsChanged } from '@greenroom/contract/sentences/promotion'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { textOf } from '../../../kit/time.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { addRow, changeRows, createdBy, lockAt, present } from '../../../records/index.ts'
import { queueDays } from '../days/channelDays.queries.ts'
import { factsOf } from './channels.hints.ts'
import * as queries from './channels.queries.ts'
import { channels } from './channels.resource.ts'
import { hintsOf, missingPrice, priced } from './channels.rules.ts'

const todayOf = ({ now, timeZone }: Context) => textOf(now, timeZone).slice(0, 10)

/** @throws Refusal 40001 for a number already used. */
const refuseDuplicate = (error: unknown): never => {
  throw violates(error, 'channel_number') || violates(error, 'channel_exact') ? refuseCode(40001, 'number') : error
}

async function refuseUnknownPromoter(tx: Transaction, promoterId: number | undefined): Promise<void> {
  if (promoterId === undefined) return
  if (!(await queries.isPromoter(tx, promoterId))) throw refuseBecause(10032, 'promoterId', 'record.none')
}

type TermSent = Parsed<typeof calls.channelTermSave>

function termOf(context: Context, channelId: number, sent: Omit<TermSent, 'id'>): queries.Term {
  const missing = missingPrice(sent.model, sent)
  if (missing) throw refuseBecause(10009, missing, 'field.required')
  return {
    channelId,
    fromDay: sent.fromDay.slice(0, 10),
    model: sent.model,
    ...priced(sent.model, sent),
    coefficient: sent.coefficient,
    by: staffOf(context).username,
    at: context.now,
  }
}

const keptTerm = ({ channelId, fromDay, model, priceCents, shareBp, coefficient }: queries.Term) => ({
  channelId,
  fromDay,
  model,
  priceCents: Number(priceCents),
  shareBp,
  coefficient,
})

/** @throws Refusal 40001 for a number already used, 10032 for an unknown promoter */
export const addChannel = (context: Context, sent: Parsed<typeof calls.channelSave>) =>
  context
    .tx(async (tx) => {
      await refuseUnknownPromoter(tx, sent.promoterId)
      const { id } = await addRow(tx, context, channels, {
        number: sent.number,
        name: sent.name,
        promoter_id: sent.promoterId ?? null,
        type: sent.type,
        remark: sent.remark ?? '',
        ...createdBy(context),
      })
      const today = todayOf(context)
      await queries.addTerm(tx, termOf(context, id, { ...sent, fromDay: today }))
      // The app may have reported the number before.
      await queueDays(tx, sent.number, today)
      return { id }
    })
    .catch(refuseDuplicate)

/** @throws Refusal 10032, 20000; 1000002 if it would change the promoter. */
export const editChannel = (context: Context, sent: Parsed<typeof calls.channelUpdate>) =>
  context.tx(async (tx) => {
    await refuseUnknownPromoter(tx, sent.promoterId)
    const values = {
      name: sent.name,
      promoter_id: sent.promoterId ?? null,
      type: sent.type,
      remark: sent.remark ?? '',
    }
    const before = await lockAt(tx, channels, sent.id, sent.version, values)
    if (before.promoter_id !== null && before.promoter_id !== values.promoter_id)
      throw refuseBecause(1000002, 'promoterId', 'channel.promoterStays')
    await changeRows(tx, context, channels, [before], values, 'edited')
    if (before.promoter_id !== values.promoter_id) await queueDays(tx, before.number, '')
    return {}
  })

/** @throws Refusal 10032, 1000002 for a past day. */
export const changeTerms = (context: Context, sent: TermSent) =>
  context.tx(async (tx) => {
    const channel = await queries.lockChannel(tx, sent.id)
    if (!channel) throw refuseBecause(10032, 'id', 'record.none')
    const term = termOf(context, channel.id, sent)
    if (term.fromDay < todayOf(context)) throw refuseBecause(1000002, 'fromDay', 'channel.termPast')
    const before = (await queries.termsOn(tx, [channel.id], term.fromDay)).get(channel.id)
    await queries.addTerm(tx, term)
    await queueDays(tx, channel.number, term.fromDay)
    await record(tx, context, {
      target: `channel ${channel.id}`,
      content: termsChanged({ name: channel.name, fromDay: term.fromDay }),
      before: before ? keptTerm(before) : null,
      after: keptTerm(term),
    })
    return {}
  })

/** @throws Refusal 10032 */
export async function channelPage(
  context: Context,
  { id }: Parsed<typeof calls.channelInfo>,
): Promise<Answer<typeof calls.channelInfo>> {
  const { database, now, timeZone } = context
  const row = await queries.channelById(database, id)
  if (!row || context.scope.kind !== 'platform') throw new Refusal(10032)
  const [[channel], terms, facts] = await Promise.all([
    present(context, channels, [row]),
    queries.historyOf(database, id),
    factsOf(database, row.number, now, timeZone),
  ])
  return {
    channel: channel!,
    terms: terms.map((one) => {
      const { channelId: _, priceCents, at, ...term } = one
      return { ...term, priceCents: Number(priceCents), at: at.toISOString() }
    }),
    hints: hintsOf(facts),
  }
}

/** Channels and promoters by name. */
export const choices =
  (params: Params) =>
  async ({ database, scope }: Context): Promise<Answer<typeof calls.channelChoices>> => {
    const freeMinutePrice = params.integer('free_minute_price')
    if (scope.kind !== 'platform') return { channels: [], promoters: [], freeMinutePrice }
    const [found, promoters] = await queries.namesOf(database)
    return { channels: found, promoters, freeMinutePrice }
  }
