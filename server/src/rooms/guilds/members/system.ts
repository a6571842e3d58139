// Automatic changes of members, logged as the system's.
import { memberExpel } from '@greenroom/contract/guildMembers'
import { type Context, contextOf } from '../../../kit/context.ts'
import type { Database, Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'

// Logged under the menu of the member list; a round that finds nothing writes no entry.
const { operation: _, ...call } = memberExpel

/** The system's context, at `now`. */
export const systemContext = (database: Database | Transaction, now: Date): Context =>
  contextOf({
    call,
    requestId: newId(now),
    ip: '',
    userAgent: '',
    language: 'en',
    timeZone: 'UTC',
    database,
    caller: null,
    clock: { now: () => now } as Parameters<typeof contextOf>[0]['clock'],
  })

export const bySystem = { id: null, username: 'system' }
