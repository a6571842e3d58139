// The words of what accounts are told, in the nine languages of the product. Falls back to English.
import { type AlarmKey, alarms } from '@greenroom/contract/alarms'
import { type Language, staffLanguageOf } from '@greenroom/contract/languages'
import type { Moment } from '@greenroom/contract/moments'
import ar from '@greenroom/contract/texts/ar/told.json' with { type: 'json' }
import cn from '@greenroom/contract/texts/cn/told.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/told.json' with { type: 'json' }
import es from '@greenroom/contract/texts/es/told.json' with { type: 'json' }
import ja from '@greenroom/contract/texts/ja/told.json' with { type: 'json' }
import ms from '@greenroom/contract/texts/ms/told.json' with { type: 'json' }
import pt from '@greenroom/contract/texts/pt/told.json' with { type: 'json' }
import ru from '@greenroom/contract/texts/ru/told.json' with { type: 'json' }
import zh_tw from '@greenroom/contract/texts/zh_tw/told.json' with { type: 'json' }
import { isTimeZone, textOf as timeText } from '../kit/time.ts'
import { reasonFor } from '../texts/appTexts.ts'
import { optionText, textOf } from '../texts/catalogue.ts'
import type { Params } from './told.queries.ts'

const texts: Readonly<Record<Language, Partial<Record<string, string>>>> = { en, cn, zh_tw, ar, es, ja, ms, pt, ru }

export type Read = { language: Language; zone: string }

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A value as it stands in a sentence: instants in the reader's zone; in Arabic apart, so that signs and numbers stay in order. */
function shown(value: string | number, { language, zone }: Read): string {
  const text = String(value)
  const written = instant.test(text) ? timeText(new Date(text), isTimeZone(zone) ? zone : 'UTC').slice(0, 16) : text
  return language === 'ar' && written !== '' ? `\u2068${written}\u2069` : written
}

/** Fills in values. A part in `[[ ]]` is left out if a value in it is empty. */
export function fill(text: string, params: Params, read: Read): string {
  const valueOf = (name: string) => shown(params[name] ?? '', read)
  const names = (part: string) => [...part.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
  return text
    .replaceAll(/\[\[(.*?)\]\]/g, (_, part: string) => (names(part).every((name) => valueOf(name) !== '') ? part : ''))
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueOf(name))
}

/** A request's kind has a name in the languages of staff, and a reason of the platform's own its words in all. */
const named = ({ reason, ...params }: Params, language: Language): Params => ({
  ...params,
  ...(reason !== undefined && { reason: reasonFor(String(reason), language) }),
  ...(params['kind'] !== undefined && {
    kind: textOf(
      `approvals:kinds.${params['kind']}` as 'approvals:kinds.payoutBatch.approve',
      staffLanguageOf(language),
    ),
  }),
})

const isAlarm = (key: string): key is AlarmKey => Object.hasOwn(alarms, key)

/** One sentence or two about a moment. */
export function wordsOf(moment: Moment, params: Params, read: Read): string {
  if (moment === 'alarmBegan' || moment === 'alarmEnded') {
    const key = String(params['alarm'])
    const language = staffLanguageOf(read.language)
    const name = isAlarm(key) ? optionText('notify:options.alarm', key, language) : key
    return textOf(moment === 'alarmBegan' ? 'notify:alarmBegan.subject' : 'notify:alarmEnded.subject', language, {
      name,
    })
  }
  const key = params['state'] === undefined ? moment : `${moment}_${params['state']}`
  const own = texts[read.language][key]
  const language = own === undefined ? 'en' : read.language
  return fill(own ?? texts.en[key] ?? moment, named(params, language), { ...read, language })
}

/** What a letter says: under which subject, and with the page that it leads to. */
export function letterOf(moment: Moment, params: Params, { page, ...read }: Read & { page: string }) {
  const words = wordsOf(moment, params, read)
  const of = texts[read.language]
  return {
    subject: words.length > 120 ? `${words.slice(0, 119)}…` : words,
    text: fill(of['mail'] ?? en.mail, { words, page }, { ...read, language: 'en' }),
    push: words,
    short: fill(of['sms'] ?? en.sms, { words, page }, { ...read, language: 'en' }),
  }
}
