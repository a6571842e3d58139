import type { Parsed } from '@greenroom/contract/call'
import { flagged } from '@greenroom/contract/sentences/users'
import type { userFlag } from '@greenroom/contract/users'
import { type Command, send } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { because } from '../../../kit/calls/refusal.ts'
import { recordMany } from '../../../log/index.ts'
import { lockPeople, namedOf } from '../users.queries.ts'
import { setFlag } from './userFlag.queries.ts'
import { columnOf, flagsOf } from './userFlag.rules.ts'

/** Sets or clears a flag; users without a change are refused (20000). */
export const flagUsers = (context: Context, payload: Parsed<typeof userFlag>) => {
  const ids = chosen(payload.ids, 'ids')
  const { on, reason } = payload
  const column = columnOf[payload.flag]
  return batch(context, async (tx) => {
    const people = await lockPeople(tx, context.scope, ids.map(BigInt))
    const changing = people.filter((person) => person[column] !== on)
    if (changing.length > 0) {
      await setFlag(
        tx,
        changing.map(({ id }) => id),
        column,
        on,
      )
      await recordMany(
        tx,
        context,
        changing.map((person) => ({
          target: `user ${person.id}`,
          content: flagged({ people: namedOf([person]), flag: payload.flag, on }),
          before: { userId: person.id, ...flagsOf(person) },
          after: { userId: person.id, ...flagsOf({ ...person, [column]: on }) },
          reason,
        })),
      )
      await send(
        tx,
        context.now,
        changing.map((person): Command => {
          const data = { userId: Number(person.id), ...flagsOf({ ...person, [column]: on }) }
          return { type: 'user.flagged', subject: `user:${person.id}`, data }
        }),
      )
    }
    const found = new Map(people.map((person) => [Number(person.id), person]))
    return ids.map((id) => {
      const person = found.get(id)
      if (!person) return notDone(id, 21001)
      return person[column] === on ? notDone(id, 20000, because(on ? 'user.flagged' : 'user.notFlagged')) : done(id)
    })
  })
}
