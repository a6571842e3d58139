// Writes commands to the outbox, in the transaction of the decision that caused them.
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import { type Reader, runLater, type Transaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { traceNow } from '../kit/telemetry/tracer.ts'
import { reasonTextsOf } from '../texts/appTexts.ts'
import type { Command } from './bridge.handler.ts'
import { latestWins, streamOf } from './commandStreams.ts'
import { wakeOutboxes } from './delivery/delivery.wake.ts'

const muted = new WeakSet<Transaction>()

/** Nothing that this transaction decides from here on is sent: it repeats what has been. */
export const mute = (tx: Transaction, on = true): void => void (on ? muted.add(tx) : muted.delete(tx))

/**
 * Writes `commands` in order, for every enabled client with an endpoint. Without one nothing is written: an app that is
 * added later reads the state. Inserts only, so no sender waits for another or for a delivery.
 *
 * @param now business time, which the command carries.
 * @param only the client that receives them; all without it.
 */
export async function send(tx: Transaction, now: Date, commands: readonly Command[], only?: number): Promise<void> {
  const current = withoutOutdated(commands)
  if (current.length === 0 || muted.has(tx)) return
  const wall = wallNow()
  const of = (read: (command: Command) => string) => column(current.map(read), 'text')
  const insert = sql`
    with listener as (
      select id from bridge.client
       where enabled and endpoint <> '' and (${only ?? null}::int is null or id = ${only ?? null})),
    sent as (
      insert into bridge.command (id, type, subject, stream, data, at, trace)
      select c.id, c.type, c.subject, c.stream, c.data::jsonb, ${now}, ${traceNow()}::text
        from unnest(${column(
          current.map(({ id }) => id ?? newId(wall)),
          'uuid',
        )}, ${of((command) => command.type)},
                    ${of((command) => command.subject)}, ${of((command) => streamOf(command.type))},
                    ${of((command) => JSON.stringify(inEveryLanguage(command)))})
          with ordinality as c(id, type, subject, stream, data, place)
       where exists (select from listener)
       order by c.place
      returning id, type, subject, stream
    ), numbered as (select sent.*, row_number() over () as place from sent)
    insert into bridge.delivery (client_id, command_id, type, subject, stream, next_at)
    select l.id, s.id, s.type, s.subject, s.stream, ${wall} from numbered s cross join listener l
     order by s.place, l.id`
  await runLater(tx, insert, (rows) => {
    if (rows > 0) wakeOutboxes()
  })
}

/** The reasons that the platform has words for are sent in every language, whoever gives them. */
const saysWhy: ReadonlySet<string> = new Set<Command['type']>([
  'user.banned',
  'live.warned',
  'live.stopped',
  'live.forbidden',
  'call.stopped',
  'guild.changed',
  'guild.removed',
])

function inEveryLanguage({ type, data }: Command): object {
  const reasonTexts = saysWhy.has(type) && 'reason' in data ? reasonTextsOf(data.reason) : undefined
  return reasonTexts ? { ...data, reasonTexts } : data
}

/** A column's values as one array, so PostgreSQL plans once for any number. */
const column = (values: string[], type: 'text' | 'uuid') => sql`(select ${values}::${sql.raw(type)}[])`

/** Keeps only the newest of several commands in one call for which the newest suffices. */
function withoutOutdated(commands: readonly Command[]): Command[] {
  const newest = new Map(commands.map((command) => [`${command.type} ${command.subject}`, command]))
  return commands.filter(
    (command) => !latestWins.includes(command.type) || newest.get(`${command.type} ${command.subject}`) === command,
  )
}

/** True if any client receives commands. */
export async function hasListener(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from bridge.client where enabled and endpoint <> '') as has`.execute(reader)
  return rows[0]!.has
}

/**
 * Withdraws the subject's commands of a type that are not being delivered.
 *
 * @returns the ids of commands that no client has received or will receive.
 */
export async function takeBack(tx: Transaction, subject: string, type: Command['type']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      update bridge.delivery set state = 'superseded'
       where subject = ${subject} and type = ${type} and state = 'waiting' and lease is null
      returning seq, command_id
    )
    select distinct command_id as id from taken t
     where not exists (select from bridge.delivery d
                        where d.command_id = t.command_id and d.seq not in (select seq from taken)
                          and d.state in ('waiting', 'delivered'))`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The commands' results: accepted by a client, or dead for all; undecided ones are left out. A client that is away doesn't keep
 * others from having accepted one.
 */
export async function endedCommands(reader: Reader, ids: readonly string[]): Promise<Map<string, 'taken' | 'lost'>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; taken: boolean }>`
    select c.id, coalesce(bool_or(d.state = 'delivered'), false) as taken
      from unnest(${ids}::uuid[]) as c(id) left join bridge.delivery d on d.command_id = c.id
     group by c.id
    having coalesce(bool_or(d.state = 'delivered'), false) or not coalesce(bool_or(d.state = 'waiting'), false)`.execute(
    reader,
  )
  return new Map(rows.map(({ id, taken }) => [id, taken ? 'taken' : 'lost']))
}
