// Writes commands to the outbox, in the transaction of the decision that caused them.
import type { CommandType } from '@greenroom/contract/bridge.schema'
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import type { Transaction } from '../kit/database.ts'
import { newId } from '../kit/random.ts'
import type { Command } from './handler.ts'

/** Order is kept within a stream, so that a poisoned `wallet.changed` never delays `user.banned`. */
const streams: Partial<Record<CommandType, string>> = {
  'user.banned': 'sanctions',
  'user.unbanned': 'sanctions',
  'user.loggedOut': 'sanctions',
  'user.flagged': 'sanctions',
  'live.warned': 'sanctions',
  'live.stopped': 'sanctions',
  'live.forbidden': 'sanctions',
  'live.allowed': 'sanctions',
  'call.stopped': 'sanctions',
  'wallet.changed': 'wallet',
  'withdrawal.changed': 'wallet',
  'recharge.changed': 'wallet',
  'config.changed': 'config',
  'version.published': 'config',
}

export const streamOf = (type: CommandType): string => streams[type] ?? 'content'

/** Commands whose newest says all: one that still waits is superseded by the next of its subject. */
const latestWins: readonly CommandType[] = ['wallet.changed']

/**
 * Writes `commands` in their order, for every enabled client that has an endpoint. Without one nothing is written: an app
 * that comes later reads the state.
 *
 * @param now business time, which the command carries.
 */
export async function send(tx: Transaction, now: Date, commands: readonly Command[]): Promise<void> {
  if (commands.length === 0) return
  // Ids rise within one call, as its order says.
  const wall = wallNow()
  const ids = commands.map(() => newId(wall)).toSorted()
  const subjects = commands.map((command) => command.subject)
  await sql`
    with listener as (select id from bridge.client where enabled and endpoint <> ''),
    sent as (
      insert into bridge.command (id, type, subject, stream, data, at)
      select c.id, c.type, c.subject, c.stream, c.data::jsonb, ${now}
        from unnest(${ids}::uuid[], ${commands.map((c) => c.type)}::text[], ${subjects}::text[],
                    ${commands.map((c) => streamOf(c.type))}::text[], ${commands.map((c) => JSON.stringify(c.data))}::text[])
          as c(id, type, subject, stream, data)
       where exists (select from listener)
      returning id, type, subject, stream
    ), superseded as (
      update bridge.delivery d set state = 'superseded'
        from sent s join bridge.command c on c.type = s.type and c.subject = s.subject
       where s.type = any(${latestWins}::text[]) and d.command_id = c.id and d.state = 'waiting' and d.leased_until is null
    )
    insert into bridge.delivery (client_id, command_id, subject, stream, next_at, first_at)
    select l.id, s.id, s.subject, s.stream, ${wall}, ${wall} from sent s cross join listener l`.execute(tx)
}
