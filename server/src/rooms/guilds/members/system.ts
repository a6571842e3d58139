// What happens to members by itself, logged as the system's.
import { memberExpel } from '@greenroom/contract/guildMembers'
import { type Context, contextOf } from '../../../kit/context.ts'
import type { Database, Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'

// Filed where members are listed; a round that finds nothing writes no entry.
const { operation: _, ...call } = memberExpel

/** The context of what nobody asked for, at `now`. */
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
