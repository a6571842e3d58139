// What the platform itself says to users of the app, in the nine languages of the product. Falls back to English.
import { type Language, languages } from '@greenroom/contract/languages'
import { languageOf, type Texts } from '@greenroom/contract/localized'
import ar from '@greenroom/contract/texts/ar/app.json' with { type: 'json' }
import cn from '@greenroom/contract/texts/cn/app.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/app.json' with { type: 'json' }
import es from '@greenroom/contract/texts/es/app.json' with { type: 'json' }
import ja from '@greenroom/contract/texts/ja/app.json' with { type: 'json' }
import ms from '@greenroom/contract/texts/ms/app.json' with { type: 'json' }
import pt from '@greenroom/contract/texts/pt/app.json' with { type: 'json' }
import ru from '@greenroom/contract/texts/ru/app.json' with { type: 'json' }
import zh_tw from '@greenroom/contract/texts/zh_tw/app.json' with { type: 'json' }
import { wallReasonNumber } from '@greenroom/contract/wallReasons'

type AppTexts = typeof en
const texts: Readonly<Record<Language, AppTexts>> = { en, cn, zh_tw, ar, es, ja, ms, pt, ru }

type Key = Exclude<keyof AppTexts, 'wallReason'>
type Values = Readonly<Record<string, string>>

const filledIn = (text: string, values: Values) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '')

const inAll = (textIn: (language: Language) => string): Texts =>
  Object.fromEntries(languages.map((language) => [language, textIn(language)])) as Texts

/** A text for an app user whose language the app reports as `tag` (`pt-BR`). */
export const appText = (key: Key, tag: string, values: Values = {}): string =>
  filledIn(texts[languageOf(tag)][key], values)

/** A text in all languages, from which the app chooses. */
export const appTextsOf = (key: Key, values: Values = {}): Texts =>
  inAll((language) => filledIn(texts[language][key], values))

/** Why the platform dissolves a guild by itself, as it is stored: for staff in both of their languages. */
export const noAnchors = `${en.noAnchors} / ${cn.noAnchors}`

/** A reason that is one of the platform's own in all languages: a reason of the monitor wall, or `noAnchors`. Staff's own words have none. */
export function reasonTextsOf(reason: string): Texts | undefined {
  if (reason === noAnchors) return appTextsOf('noAnchors')
  const number = wallReasonNumber(reason)
  return number === undefined ? undefined : inAll((language) => texts[language].wallReason[number])
}

/** A reason as its reader understands it best; staff's own words stay as they are. */
export const reasonFor = (reason: string, tag: string): string => reasonTextsOf(reason)?.[languageOf(tag)] ?? reason
