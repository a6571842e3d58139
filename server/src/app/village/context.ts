// Whose doing the village's story is, and when: contexts of accounts at moments that have passed.
import type { Call } from '@greenroom/contract/call'
import type { Clock } from '../../kit/clock.ts'
import { type Context, contextOf, type Staff } from '../../kit/context.ts'
import type { Database } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'
import type { Served } from '../../kit/serve.ts'
import { payloadOf } from '../dispatch.ts'

export type Telling = {
  database: Database
  served: (name: string) => Served | undefined
  timeZone: () => string
}

/** An account by its name, with every right: what the story does is decided by the services themselves. */
export async function accountNamed(database: Database, username: string): Promise<Staff> {
  const { id, union_id } = await database
    .selectFrom('access.staff')
    .select(['id', 'union_id'])
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    id,
    username,
    sessionId: '',
    language: 'en',
    unionId: union_id,
    agentId: null,
    roleIds: [],
    administrator: false,
    permissions: new Map(),
  }
}

export const contextAt = ({ database, timeZone }: Telling, call: Call, caller: Staff | null, at: Date): Context =>
  contextOf({
    call,
    requestId: newId(at),
    ip: '127.0.0.1',
    userAgent: 'simulated village',
    language: 'en',
    timeZone: timeZone(),
    database,
    caller,
    clock: { now: () => at } as Clock,
  })

/** Runs a served call as this account at this moment. @throws what the call refuses */
export async function actAt<A>(telling: Telling, caller: Staff, at: Date, call: Call, payload: object): Promise<A> {
  const served = telling.served(call.name)
  if (!served) throw new Error(`${call.name} is not served`)
  return (await served.handle(contextAt(telling, call, caller, at), payloadOf(call, payload))) as A
}
