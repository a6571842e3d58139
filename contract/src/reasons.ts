// Why a rule refused, in both languages. A refusal or an outcome carries the key and its params beside the English
// message. The server builds `message` from this table; the web shows it in the reader's language.
// Nothing parses the text. The web loads it with the first refusal that has a reason, so the log-in page includes none of it.

import { isolated } from './isolated.ts'
import { access } from './reasons/access.ts'
import { agents } from './reasons/agents.ts'
import { audits } from './reasons/audits.ts'
import { common } from './reasons/common.ts'
import { guilds } from './reasons/guilds.ts'
import { indicators } from './reasons/indicators.ts'
import { live } from './reasons/live.ts'
import { money } from './reasons/money.ts'
import { official } from './reasons/official.ts'
import { payouts } from './reasons/payouts.ts'
import { promotion } from './reasons/promotion.ts'
import { stops } from './reasons/stops.ts'
import { system } from './reasons/system.ts'
import { usdt } from './reasons/usdt.ts'
import { users } from './reasons/users.ts'
import { withdrawals } from './reasons/withdrawals.ts'

export const reasons = {
  ...common,
  ...access,
  ...system,
  ...stops,
  ...users,
  ...live,
  ...audits,
  ...official,
  ...guilds,
  ...payouts,
  ...withdrawals,
  ...usdt,
  ...money,
  ...agents,
  ...promotion,
  ...indicators,
} as const

export type ReasonKey = keyof typeof reasons
export type ReasonLanguage = 'en' | 'cn'
export type ReasonParam = string | number | (string | number)[]
export type ReasonParams = Record<string, ReasonParam>

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** Param names used in a reason's text. */
export type ParamsOf<K extends ReasonKey> = Record<NamesIn<(typeof reasons)[K]['en']>, ReasonParam>
/** Arguments after a reason's key: its params, or nothing if its text has none. */
export type ParamsAfter<K extends ReasonKey> = [keyof ParamsOf<K>] extends [never] ? [] : [params: ParamsOf<K>]

export const isReason = (key: string): key is ReasonKey => Object.hasOwn(reasons, key)

const between = { en: ', ', cn: '、' } as const

/** A reason in one language; missing params become empty, lists are joined. */
export const reasonText = (key: ReasonKey, params: ReasonParams, language: ReasonLanguage): string =>
  reasons[key][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return (typeof value === 'object' ? value : [value]).map((one) => isolated(String(one))).join(between[language])
  })
