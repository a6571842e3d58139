// Telling accounts of moments. An act writes one row (`tell`); a round finds out whom to tell, in which ways, and writes what the bell shows and
// the letters, in one transaction, once.
import { isForApplicants, type Moment, type TopicKey, toldMoments, topics } from '@greenroom/contract/moments'
import { type RawBuilder, sql } from 'kysely'
import type { Units } from '../jobs/index.ts'
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction, type Reader, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { addressOf, maskNumber } from './notify.rules.ts'
import { type Notifier, toldBy } from './notify.service.ts'
import { applicantsOf, type Receiver, receiversOf } from './reader.queries.ts'
import { waysOf } from './reader.rules.ts'
import * as queries from './told.queries.ts'
import { letterOf } from './told.words.ts'

export type Telling = Pick<queries.NewMoment, 'moment' | 'about'> & {
  /** Whom: the accounts of a guild, of an agent, these accounts, or those who are asked for when it is told. */
  to: { guildId: number } | { agentId: number } | { staffIds: readonly number[] } | 'asked'
  params?: queries.Params
}

/** `$1,234.50`, as every language writes it here. */
export const dollars = (cents: bigint | number): string =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(Number(cents)) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const day = 24 * 3_600_000

/**
 * Writes moments in the transaction of what they are about; the same one about the same thing is told once.
 *
 * @param at business time of the act: what a history says of the past is told to nobody.
 */
export async function tell(tx: Transaction, at: Date, tellings: readonly Telling[]): Promise<void> {
  const now = wallNow()
  if (tellings.length === 0 || now.getTime() - at.getTime() > day) return
  await queries.addMoments(
    tx,
    tellings.map(({ moment, about, to, params = {} }) => ({
      id: newId(now),
      moment,
      about,
      guildId: typeof to === 'object' && 'guildId' in to ? to.guildId : null,
      agentId: typeof to === 'object' && 'agentId' in to ? to.agentId : null,
      staffIds: typeof to === 'object' && 'staffIds' in to ? to.staffIds : [],
      params,
    })),
    now,
  )
}

/** What receivers are told. `params` are kept with the bell's line and put into words for each reader. */
export type Delivered = {
  moment: Moment
  topic: TopicKey
  about: string
  params: queries.Params
  href: string
  /** The words of letters, where they are not those of the bell. */
  letter?: (receiver: Receiver) => { subject: string; text: string; short: string; push: string }
}

/** Writes what the bell of each receiver shows, and the letters, in the ways that each chose. */
export async function deliver(
  tx: Transaction,
  notifier: Notifier,
  receivers: readonly Receiver[],
  { moment, topic, about, params, href, letter }: Delivered,
): Promise<void> {
  const now = wallNow()
  const rung = receivers.filter(({ choices }) => waysOf(topic, choices).includes('bell'))
  if (rung.length > 0)
    await queries.addNotices(
      tx,
      rung.map(({ id }) => ({
        id: newId(now),
        staff_id: id,
        moment,
        about,
        params: JSON.stringify(params),
        href,
        at: now,
      })),
    )
  await notifier.tell(
    tx,
    receivers.flatMap((receiver) => {
      const { language, zone } = receiver
      const words = letter?.(receiver) ?? letterOf(moment, params, { language, zone, page: notifier.pageOf(href) })
      return toldBy(notifier, receiver, { moment, topic, about, language, href, ...words })
    }),
  )
}

/** Who is told of a moment that names nobody: accounts, by what it is about. */
export type Asked = (reader: Reader, moment: queries.Untold) => Promise<readonly number[]>

/** The accounts' numbers are told, too, whatever their state: nobody else can tell an applicant. */
async function textApplicants(
  tx: Transaction,
  notifier: Notifier,
  untold: queries.Untold,
  href: string,
): Promise<void> {
  if (!notifier.ways.sms) return
  const { moment, about, params } = untold
  const numbers = await applicantsOf(tx, { guildId: untold.guild_id, agentId: untold.agent_id })
  await notifier.tell(
    tx,
    numbers.map(({ id, language, zone, ...reader }) => {
      const to = addressOf(reader, 'sms')
      const { subject, short } = letterOf(moment, params, { language, zone, page: notifier.pageOf(href) })
      const letter = { to, subject, text: short, language }
      return { moment, about, way: 'sms', staffId: id, receiver: maskNumber(to), letter }
    }),
  )
}

const among = (ids: readonly number[]) => sql`s.id = any(${[...ids]}::int[])`

async function audienceOf(tx: Transaction, untold: queries.Untold, asked: Asked): Promise<RawBuilder<unknown>> {
  if (untold.guild_id !== null) return sql`s.union_id = ${untold.guild_id}`
  if (untold.agent_id !== null) return sql`s.agent_id = ${untold.agent_id}`
  return among(untold.staff_ids.length > 0 ? untold.staff_ids : await asked(tx, untold))
}

/** `{x}` in a page's address is a param. */
const hrefOf = (href: string, { about, params }: Pick<queries.Untold, 'about' | 'params'>): string =>
  href.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'about' ? about : String(params[name] ?? '')),
  )

/** Tells what waits. Any number of processes share the work; a moment that fails waits by itself. @returns how many were told */
export async function tellWaiting(options: {
  database: Database
  notifier: Notifier
  asked: Asked
  units: Pick<Units, 'attempt' | 'parked'>
}): Promise<number> {
  const { database, notifier, asked, units } = options
  const ids = await queries.untold(database)
  if (ids.length === 0) return 0
  const parked = new Set(await units.parked())
  let told = 0
  for (const id of ids.filter((one) => !parked.has(one)))
    await units.attempt(id, () =>
      inTransaction(database, async (tx) => {
        const untold = await queries.lockUntold(tx, id)
        if (!untold) return
        const { topic, href } = toldMoments[untold.moment]
        const audience = await audienceOf(tx, untold, asked)
        const receivers = await receiversOf(tx, { topic, ...topics[topic], audience })
        const { moment, about, params } = untold
        const page = hrefOf(href, untold)
        await deliver(tx, notifier, receivers, { moment, topic, about, params, href: page })
        if (isForApplicants(moment)) await textApplicants(tx, notifier, untold, page)
        await queries.markTold(tx, id, wallNow())
        told++
      }),
    )
  return told
}
