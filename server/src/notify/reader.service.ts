// What the caller is told, how, and when not: shown and changed by the caller alone.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { type TopicKey, toldWays, topicKeys, topics } from '@greenroom/contract/moments'
import { toldChosen } from '@greenroom/contract/sentences/access'
import type * as calls from '@greenroom/contract/told'
import { type Context, levelOn, type Staff, staffOf } from '../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import { isTimeZone } from '../kit/time.ts'
import { record } from '../log/index.ts'
import type { Notifier } from './notify.service.ts'
import * as queries from './reader.queries.ts'
import { waysOf } from './reader.rules.ts'

const whose = ({ unionId, agentId }: Staff) => (unionId !== null ? 'leader' : agentId !== null ? 'agent' : 'staff')

/** Those that the account can be told of. */
const topicsFor = (staff: Staff): TopicKey[] =>
  topicKeys.filter((topic) => {
    const { of, menu } = topics[topic]
    return of === whose(staff) && (menu === null || levelOn(staff, menu) > 0)
  })

const isUrgent = (topic: TopicKey) => 'urgent' in topics[topic]

export async function settings({ ways }: Notifier, context: Context): Promise<Answer<typeof calls.toldSettings>> {
  const staff = staffOf(context)
  const own = await queries.readerOf(context.database, staff.id)
  if (!own) throw new Refusal(10032)
  const choices = await queries.choicesOf(context.database, staff.id)
  const leads = {
    push: await queries.hasBrowser(context.database, staff.id),
    mail: own.email !== '',
    sms: own.phone !== '',
  }
  return {
    language: own.language,
    zone: own.zone,
    quietFrom: own.quiet_from,
    quietTo: own.quiet_to,
    ways: toldWays.map((way) => ({
      way,
      leads: way === 'bell' ? 'yes' : !ways[way] ? 'off' : leads[way] ? 'yes' : 'address',
    })),
    topics: topicsFor(staff).map((topic) => ({ topic, urgent: isUrgent(topic), ways: waysOf(topic, choices) })),
  }
}

/** @throws Refusal 10009 for a zone that does not exist, quiet hours with one end or none in between, a topic of others */
export const saveSettings = (context: Context, sent: Parsed<typeof calls.toldSettingsSave>) =>
  context.tx(async (tx) => {
    const staff = staffOf(context)
    const { language, zone } = sent
    const chosen = topicKeys.flatMap((topic) => {
      const ways = sent.topics[topic]
      return ways ? [{ topic, ways }] : []
    })
    const quiet = { from: sent.quietFrom ?? null, to: sent.quietTo ?? null }
    if (!isTimeZone(zone)) throw refuseBecause(10009, 'zone', 'field.invalid')
    if ((quiet.from === null) !== (quiet.to === null) || (quiet.from !== null && quiet.from === quiet.to))
      throw refuseBecause(10009, 'quietTo', 'told.quiet')
    const own = topicsFor(staff)
    if (chosen.some(({ topic }) => !own.includes(topic))) throw refuseBecause(10009, 'topics', 'field.invalid')
    await queries.lockChoices(tx, staff.id)
    const before = await queries.readerOf(tx, staff.id)
    const choices = await queries.choicesOf(tx, staff.id)
    await queries.putReader(tx, staff.id, { language, zone, quiet_from: quiet.from, quiet_to: quiet.to })
    const all = chosen.flatMap(({ topic, ways }) =>
      toldWays.map((way) => ({ moment: topic, way, wanted: ways.includes(way) })),
    )
    if (all.length > 0) await queries.putChoices(tx, staff.id, all)
    const shown = (reader: typeof before, of: typeof choices) => ({
      language: reader?.language,
      zone: reader?.zone,
      quietFrom: reader?.quiet_from ?? null,
      quietTo: reader?.quiet_to ?? null,
      topics: own.map((topic) => `${topic}: ${waysOf(topic, of).join(' ')}`).join('; '),
    })
    await record(tx, context, {
      target: `staff ${staff.id}`,
      content: toldChosen(staff.username),
      before: shown(before, choices),
      after: shown(await queries.readerOf(tx, staff.id), await queries.choicesOf(tx, staff.id)),
    })
    return {}
  })
