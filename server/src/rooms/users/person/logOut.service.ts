import type { Parsed } from '@greenroom/contract/call'
import { loggedOut } from '@greenroom/contract/sentences/users'
import type { userLogOut } from '@greenroom/contract/users'
import { type Command, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { recordMany } from '../../../log/index.ts'
import { lockPeople, namedOf } from '../users.queries.ts'

/** Instructs the app to end users' sessions. No data changes here: the app reports when they are offline. */
export const logOutUsers = (context: Context, payload: Parsed<typeof userLogOut>) => {
  const ids = chosen(payload.ids, 'ids')
  const { reason } = payload
  return batch(context, async (tx) => {
    const people = await lockPeople(tx, context.scope, ids.map(BigInt))
    await recordMany(
      tx,
      context,
      people.map((person) => ({
        target: `user ${person.id}`,
        content: loggedOut({ people: namedOf([person]) }),
        before: null,
        after: { userId: person.id, loggedOut: true },
        reason,
      })),
    )
    await send(
      tx,
      context.now,
      people.map(({ id }): Command => {
        return { type: 'user.loggedOut', subject: `user:${id}`, data: { userId: Number(id), reason } }
      }),
    )
    const found = new Set(people.map(({ id }) => Number(id)))
    return ids.map((id) => (found.has(id) ? done(id) : notDone(id, 21001)))
  })
}
