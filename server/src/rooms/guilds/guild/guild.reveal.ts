// Reveals a guild's phone number or e-mail address, with a record of the viewer and reason: same permission and records as for users
// (`users/person/userReveal.service.ts`).
import type { Parsed } from '@greenroom/contract/call'
import type { guildReveal } from '@greenroom/contract/guilds'
import { guildRevealed } from '@greenroom/contract/sentences/guilds'
import { readPhone } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { keepReveal } from '../../users/index.ts'
import { contactsOf } from './guild.queries.ts'

/** The value is only in the response, neither in the log nor in the list of reveals. @throws Refusal 10032 */
export const reveal = (context: Context, { guildId, field, reason }: Parsed<typeof guildReveal>) =>
  context.tx(async (tx) => {
    const guild = await contactsOf(tx, context.scope, guildId)
    if (!guild) throw new Refusal(10032)
    const phone = readPhone(guild.areaCode, guild.phone)
    const value = field === 'email' ? guild.leaderEmail : phone ? `+${phone.areaCode} ${phone.number}` : ''
    if (value === '') throw refuseBecause(10032, 'field', 'contact.none')
    const revealId = await keepReveal(tx, context, { userId: guild.leaderUserId, guildId, field, reason })
    await record(tx, context, {
      target: `guild ${guildId}`,
      content: guildRevealed({ guildId, name: guild.name }, field),
      before: null,
      after: { revealId, guildId, field },
      reason,
    })
    return { value }
  })
