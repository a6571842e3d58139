// Why a rule refused: the key of each reason and the params of its text, which is in the catalogue (`reasons.json`). A refusal or an
// outcome carries the key and its params beside the English message. The server builds `message` from it (`reasonTexts.ts`); the web
// shows the text in the reader's language. Nothing parses the text.

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
export type ReasonParam = string | number | (string | number)[]
export type ReasonParams = Record<string, ReasonParam>

/** Params used in a reason's text. */
export type ParamsOf<K extends ReasonKey> = Record<(typeof reasons)[K][number], ReasonParam>
/** Arguments after a reason's key: its params, or nothing if its text has none. */
export type ParamsAfter<K extends ReasonKey> = [keyof ParamsOf<K>] extends [never] ? [] : [params: ParamsOf<K>]

export const isReason = (key: string): key is ReasonKey => Object.hasOwn(reasons, key)
