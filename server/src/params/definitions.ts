// Every parameter that the code reads: its type, default and bounds, one file per area. Staff change values on /sys/param. Every parameter
// here is read by some code.
import { agents } from './definitions/agents.ts'
import { audits } from './definitions/audits.ts'
import { guilds } from './definitions/guilds.ts'
import { live } from './definitions/live.ts'
import { login } from './definitions/login.ts'
import { money } from './definitions/money.ts'
import { official } from './definitions/official.ts'
import { platform } from './definitions/platform.ts'
import { usdt } from './definitions/usdt.ts'
import { users } from './definitions/users.ts'
import { withdrawals } from './definitions/withdrawals.ts'

export type { ParamDefinition } from './definitions/definition.ts'

export const definitions = {
  ...platform,
  ...login,
  ...users,
  ...money,
  ...withdrawals,
  ...usdt,
  ...live,
  ...guilds,
  ...agents,
  ...audits,
  ...official,
} as const

export type ParamKey = keyof typeof definitions
