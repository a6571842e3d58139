// What staff decide about guilds: one transaction a verb, an outcome a guild.
import { batch, chosen } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { decideIn } from './guild.decide.ts'
import type { DissolveEffects } from './guild.effects.ts'
import type { Verb } from './guild.rules.ts'

export const decide =
  (effects: DissolveEffects, verb: Verb) => (context: Context, payload: { ids: number[]; reason?: string }) => {
    const guildIds = chosen(payload.ids, 'ids')
    return batch(context, (tx) => decideIn(tx, context, effects, { guildIds, verb, reason: payload.reason ?? '' }))
  }
