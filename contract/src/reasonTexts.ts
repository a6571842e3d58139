// The texts of reasons, in one language: for the server's messages and files, and the screens.
import cn from '../texts/cn/reasons.json' with { type: 'json' }
import en from '../texts/en/reasons.json' with { type: 'json' }
import { isolated } from './isolated.ts'
import type { StaffLanguage } from './languages.ts'
import type { ReasonKey, ReasonParams } from './reasons.ts'

const texts: Readonly<Record<StaffLanguage, Readonly<Record<ReasonKey, string>>>> = { en, cn }
const between = { en: ', ', cn: '、' } as const

/** A reason in one language; missing params become empty, lists are joined. */
export const reasonText = (key: ReasonKey, params: ReasonParams, language: StaffLanguage): string =>
  texts[language][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return (typeof value === 'object' ? value : [value]).map((one) => isolated(String(one))).join(between[language])
  })
