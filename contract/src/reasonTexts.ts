// The texts of reasons, in one language: for the server's messages and files, and the screens.
import cn from '../texts/cn/reasons.json' with { type: 'json' }
import en from '../texts/en/reasons.json' with { type: 'json' }
import { isolated } from './isolated.ts'
import type { StaffLanguage } from './languages.ts'
import type { ReasonKey, ReasonParams } from './reasons.ts'

const texts: Readonly<Record<StaffLanguage, Readonly<Record<ReasonKey, string>>>> = { en, cn }
const between = { en: ', ', cn: '、' } as const

/** A text of a reason with its params filled in: missing ones become empty, lists are joined. */
export const filledIn = (text: string, params: ReasonParams, comma = ', '): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return (typeof value === 'object' ? value : [value]).map((one) => isolated(String(one))).join(comma)
  })

/** A reason in one language. */
export const reasonText = (key: ReasonKey, params: ReasonParams, language: StaffLanguage): string =>
  filledIn(texts[language][key], params, between[language])
