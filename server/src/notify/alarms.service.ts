// The one registry of alarms: a look at everything, by one process at a time, and what people are told of it.
import { type AlarmKey, alarms, manualOf } from '@greenroom/contract/alarms'
import { staffLanguageOf } from '@greenroom/contract/languages'
import { topics } from '@greenroom/contract/moments'
import { wallNow } from '../kit/clock.ts'
import { commitHere, type Database, inTransaction, type Reader, type Transaction } from '../kit/database/database.ts'
import { isServersFault } from '../kit/database/unreachable.ts'
import { type Language, optionText, textOf } from '../texts/catalogue.ts'
import * as queries from './alarms.queries.ts'
import { changesOf, type Found } from './alarms.rules.ts'
import type { Notifier } from './notify.service.ts'
import { everybody, receiversOf } from './reader.queries.ts'
import { deliver } from './told.service.ts'

/** Finds one alarm; none if it counts nothing. */
export type AlarmSource = { key: AlarmKey; find(reader: Reader, now: Date): Promise<Found> }

/** An alarm's name and what to do, as people read them. */
export const wordsOfAlarm = (key: AlarmKey, language: Language) => ({
  name: optionText('notify:options.alarm', key, language),
  what: optionText('notify:actions', key, language),
})

/**
 * Looks at all alarms: stores what began and ended, and puts the letters about it into the outbox, in one transaction. A look that fails says
 * nothing about its alarm.
 *
 * @returns what began and what ended
 */
export async function lookAtAlarms(
  options: { database: Database; notifier: Notifier; sources: readonly AlarmSource[] },
  onError: (error: unknown, key: AlarmKey) => void,
): Promise<{ began: AlarmKey[]; ended: AlarmKey[] }> {
  const { database, notifier, sources } = options
  const now = wallNow()
  const found = new Map<AlarmKey, Found | null>()
  for (const { key, ...source } of sources)
    found.set(
      key,
      await source.find(database, now).catch((error: unknown) => {
        if (isServersFault(error)) throw error
        onError(error, key)
        return null
      }),
    )
  return inTransaction(database, async (tx) => {
    await commitHere(tx)
    const { begin, see, end } = changesOf(await queries.lockOpen(tx), found, now)
    for (const [{ id }, one] of see) await queries.seeAlarm(tx, id, one, now)
    for (const [key, { count, since, detail }] of begin) {
      const began = since !== null && since < now ? since : now
      const alarm = await queries.beginAlarm(tx, { key, began_at: began, count, detail }, now)
      await tellAlarm(tx, notifier, alarm, 'alarmBegan')
    }
    for (const alarm of end) {
      await queries.endAlarm(tx, alarm.id, now)
      if (alarm.key in alarms) await tellAlarm(tx, notifier, { ...alarm, ended_at: now }, 'alarmEnded')
    }
    return { began: begin.map(([key]) => key), ended: end.map(({ key }) => key) }
  })
}

/** Tells administrators, in the ways that each chose, and the operators' webhook. */
async function tellAlarm(
  tx: Transaction,
  notifier: Notifier,
  alarm: queries.AlarmRow,
  moment: 'alarmBegan' | 'alarmEnded',
): Promise<void> {
  const about = String(alarm.id)
  const topic = alarms[alarm.key].severity === 'critical' ? 'alarmCritical' : 'alarmWarning'
  const receivers = await receiversOf(tx, { topic, ...topics[topic], audience: everybody })
  await deliver(tx, notifier, receivers, {
    moment,
    topic,
    about,
    params: { alarm: alarm.key },
    href: alarms[alarm.key].href,
    letter: ({ language }) => wordsIn(notifier, alarm, moment, staffLanguageOf(language)),
  })
  if (!notifier.ways.webhook) return
  await notifier.tell(tx, [
    {
      moment,
      about,
      way: 'webhook',
      staffId: null,
      receiver: 'ALERT_URL',
      letter: { to: '', subject: moment, text: JSON.stringify(eventOf(notifier, alarm, moment)), language: 'en' },
    },
  ])
}

/** Moments in letters are of no zone that the reader would have to guess: UTC, said so. */
const momentText = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function wordsIn(
  notifier: Notifier,
  { key, began_at, ended_at, count, detail }: queries.AlarmRow,
  moment: 'alarmBegan' | 'alarmEnded',
  language: Language,
) {
  const { name, what } = wordsOfAlarm(key, language)
  const values = {
    name,
    what,
    count,
    began: momentText(began_at),
    ended: ended_at ? momentText(ended_at) : '',
    detail: detail === '' ? '' : `\n${detail}`,
    page: notifier.pageOf(alarms[key].href),
    manual: notifier.pageOf(manualOf(key)),
  }
  const begins = moment === 'alarmBegan'
  const subject = textOf(begins ? 'notify:alarmBegan.subject' : 'notify:alarmEnded.subject', language, values)
  return {
    subject,
    push: subject,
    text: textOf(begins ? 'notify:alarmBegan.text' : 'notify:alarmEnded.text', language, values),
    short: textOf(begins ? 'notify:alarmBegan.sms' : 'notify:alarmEnded.sms', language, values),
  }
}

/** As the webhook has it: names in English, moments in ISO 8601. */
const eventOf = (
  notifier: Notifier,
  { id, key, began_at, ended_at, count, detail }: queries.AlarmRow,
  moment: 'alarmBegan' | 'alarmEnded',
) => ({
  type: moment === 'alarmBegan' ? 'alarm.began' : 'alarm.ended',
  timestamp: (ended_at ?? began_at).toISOString(),
  data: {
    id: String(id),
    alarm: key,
    severity: alarms[key].severity,
    ...wordsOfAlarm(key, 'en'),
    beganAt: began_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    count,
    detail,
    page: notifier.pageOf(alarms[key].href),
    manual: notifier.pageOf(manualOf(key)),
  },
})
