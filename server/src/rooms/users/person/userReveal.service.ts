// Reveals a phone number or e-mail address, and records who looked and why.
import type { Parsed } from '@greenroom/contract/call'
import { revealed } from '@greenroom/contract/sentences/users'
import type { userReveal, userRevealList } from '@greenroom/contract/users'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { newId } from '../../../kit/random.ts'
import { record } from '../../../log/index.ts'
import { peopleByIds } from '../users.queries.ts'
import * as queries from './userReveal.queries.ts'
import { type ContactField, fullContact } from './userReveal.rules.ts'

type NewReveal = { userId: bigint; guildId: number | null; field: ContactField | 'application'; reason: string }

/**
 * Records that the caller revealed contacts: a user's own, those of the guild that the user leads, or those of the user's
 * application as a top-up agent. @returns its id.
 */
export async function keepReveal(tx: Transaction, context: Context, look: NewReveal): Promise<string> {
  const { id: staff_id, username: by } = staffOf(context)
  const { userId: user_id, guildId: guild_id, field, reason } = look
  const id = newId(context.now)
  await queries.insertReveal(tx, { id, user_id, guild_id, field, reason, by, staff_id, at: context.now })
  return id
}

/** The value is only in the response, neither in the log nor in the list of reveals. @throws Refusal 10032 */
export const reveal = (context: Context, { userId, field, reason }: Parsed<typeof userReveal>) =>
  context.tx(async (tx) => {
    const [person] = await peopleByIds(tx, context.scope, [BigInt(userId)])
    if (!person) throw new Refusal(10032)
    const value = fullContact(person, field)
    if (value === '') throw refuseBecause(10032, 'field', 'contact.none')
    const id = await keepReveal(tx, context, { userId: person.id, guildId: null, field, reason })
    await record(tx, context, {
      target: `user ${userId}`,
      content: revealed({ id: userId, nickname: person.nickname }, field),
      before: null,
      after: { revealId: id, userId, field },
      reason,
    })
    return { value }
  })

export async function list(context: Context, payload: Parsed<typeof userRevealList>) {
  const page = await queries.revealPage(context, payload)
  return mapPage(page, (row) => ({
    revealId: row.id,
    ...row.user,
    guild: row.guildId === null ? null : { guildId: row.guildId, name: row.guildName ?? '' },
    field: row.field,
    reason: row.reason,
    by: row.by,
    at: row.at.toISOString(),
  }))
}
