// Texts of the server's refusals in the reader's language: by reason key, never by parsing its English.
import type { ReasonParam } from '@greenroom/contract/reasons'
import i18next from 'i18next'
import { type Reasoned, reasonIn } from '../api/reasonTexts.ts'
import { dateTime } from '../format/time.ts'
import { currentLanguage, textLanguage } from '../i18n/index.ts'
import { shownZone } from './zone.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Times are ISO 8601 and shown in the page's zone. */
const readable = (param: ReasonParam): ReasonParam =>
  typeof param === 'string' && instant.test(param) ? dateTime(param, shownZone()) : param

/** Languages whose sentences end in a full stop of their own. */
const ideographic: ReadonlySet<string> = new Set(['cn', 'zh_tw', 'ja'])

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * A reason as a complete sentence. Without a reason, English readers see the server's English; others see nothing.
 */
export function reasonOf({ message = '', reason, params = {} }: Reasoned & { message?: string | undefined }): string {
  const language = textLanguage()
  const shown = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, readable(param)]))
  const text = reasonIn(language, { reason, params: shown }) ?? (language === 'cn' ? '' : message)
  if (text === '') return ''
  return ideographic.has(currentLanguage()) ? `${text}。` : `${capital(text)}.`.replace(/\.\.$/, '.')
}

/** Why one of a batch was refused: the reason where there is one, else what its code means. */
export function whyOutcome(
  outcome: { errorCode?: number | undefined; errorMsg?: string | undefined } & Reasoned,
): string {
  const known = outcome.reason === undefined ? '' : reasonOf({ ...outcome, message: outcome.errorMsg })
  if (known !== '') return known
  const key = `errors:${outcome.errorCode}`
  if (outcome.errorCode !== undefined && i18next.exists(key)) return i18next.t(key as 'errors:10001')
  return outcome.errorMsg || i18next.t('errors:fallback')
}
