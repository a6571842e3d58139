// Every parameter that the code reads: its type, default and bounds, one file per area. Staff change values on /sys/param. Every parameter
// here is read by some code.
import { agents } from './agents.parameters.ts'
import { audits } from './audits.parameters.ts'
import { guilds } from './guilds.parameters.ts'
import { live } from './live.parameters.ts'
import { login } from './login.parameters.ts'
import { money } from './money.parameters.ts'
import { official } from './official.parameters.ts'
import { platform } from './platform.parameters.ts'
import { usdt } from './usdt.parameters.ts'
import { users } from './users.parameters.ts'
import { withdrawals } from './withdrawals.parameters.ts'

export type { ParamDefinition } from './definition.ts'

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
