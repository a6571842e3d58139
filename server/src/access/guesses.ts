// Guesses at what a caller may not know, such as whose phone a number is: counted before they are compared, so that trying many is slow and
// leaves a trace. Codes count their own tries (`sms/`), log-ins and authenticators theirs (`login/login.tries.ts`).
import { guessesStopped } from '@greenroom/contract/sentences/access'
import type { guessKinds } from '@greenroom/contract/statesAndKinds'
import { actorOf, type Context } from '../kit/calls/context.ts'
import { Refusal } from '../kit/calls/refusal.ts'
import { wallNow } from '../kit/clock.ts'
import { inTransaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { record } from '../log/index.ts'
import { networkOf } from './network.ts'
import { before, hold, hour } from './throttle.ts'

/** Wrong guesses of an account, or of a network without one, within an hour. */
const most = 10

export type Guess = {
  /** Takes the guess back: it was right, or nothing was compared. */
  forget(): Promise<void>
}

/**
 * Counts a guess of the caller. Nothing may be told about what is guessed before.
 *
 * @throws Refusal 10008 after ten wrong ones within an hour
 */
export async function beginGuess(context: Context, kind: (typeof guessKinds)[number]): Promise<Guess> {
  const by = context.caller ? `staff ${context.caller.id}` : networkOf(context.ip)
  const named = `guess ${kind}`
  const id = await inTransaction(context.database, async (tx) => {
    await hold(tx, `${named} ${by}`)
    const now = wallNow()
    const found = await tx
      .selectFrom('access.public_try')
      .select('id')
      .where('kind', '=', named)
      .where('network', '=', by)
      .where('at', '>', before(now, hour))
      .limit(most)
      .execute()
    if (found.length >= most) return null
    const made = newId(now)
    await tx.insertInto('access.public_try').values({ id: made, kind: named, network: by, at: now }).execute()
    if (found.length + 1 === most)
      await record(tx, context, {
        operation: 'account.guesses',
        target: context.caller ? by : 'staff',
        content: guessesStopped(kind, context.caller?.username),
        before: null,
        after: { kind, guesses: most },
        actor: context.caller ? actorOf(context) : { id: null, username: '' },
      })
    return made
  })
  if (id === null) throw new Refusal(10008)
  return {
    forget: async () => {
      await context.database.deleteFrom('access.public_try').where('id', '=', id).execute()
    },
  }
}
