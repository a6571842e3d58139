// What set-up shows. Platform data: every caller with the menu sees all of it.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Said } from './setupSteps.rules.ts'

export const saidOf = (reader: Reader): Promise<Said[]> =>
  reader.selectFrom('system.setup_step').selectAll().orderBy('step').execute() as Promise<Said[]>

/** The row of a step, locked until the transaction ends; undefined while nobody has said anything. */
export const lockStep = (tx: Transaction, step: Said['step']): Promise<Said | undefined> =>
  tx.selectFrom('system.setup_step').selectAll().where('step', '=', step).forUpdate().executeTakeFirst() as Promise<
    Said | undefined
  >

export const saveStep = (tx: Transaction, said: Said) =>
  tx
    .insertInto('system.setup_step')
    .values(said)
    .onConflict((conflict) => conflict.column('step').doUpdateSet(said))
    .execute()

export const deleteStep = (tx: Transaction, step: Said['step']) =>
  tx.deleteFrom('system.setup_step').where('step', '=', step).execute()

/** When set-up began and ended; undefined for an installation that never had it, or has a simulated app. */
export const setUpOf = (reader: Reader): Promise<{ began_at: Date; ended_at: Date | null } | undefined> =>
  reader
    .selectFrom('access.setup')
    .select(['began_at', 'ended_at'])
    .where((where) => where.or([where('ended_by', 'is', null), where('ended_by', '=', 'second decider')]))
    .executeTakeFirst()

export type Connected = {
  id: number
  name: string
  endpoint: string
  enabled: boolean
  history: boolean
  secret_for_you: number | null
  accepted_type: string | null
  accepted_at: Date | null
  refused_type: string | null
  refused_code: number | null
  refused_why: string | null
  refused_line: string | null
  refused_at: Date | null
  test_state: 'waiting' | 'delivered' | 'dead' | 'superseded' | null
  test_at: Date | null
  test_attempts: number | null
  test_status: number | null
  test_error: string | null
  test_delivered_at: Date | null
}

/** Every client with the first event that was taken, the newest that was refused, and the newest test command. */
export async function connectedClients(reader: Reader, staffId: number): Promise<Connected[]> {
  const { rows } = await sql<Connected>`
    select c.id, c.name, c.endpoint, c.enabled, c.history,
           (select s.id from bridge.client_secret s where s.client_id = c.id and s.reveal_to = ${staffId}
             order by s.id desc limit 1) as secret_for_you,
           a.type as accepted_type, a.at as accepted_at,
           r.type as refused_type, r.code as refused_code, r.why as refused_why, r.line as refused_line, r.at as refused_at,
           t.state as test_state, t.at as test_at, t.attempts as test_attempts, t.last_status as test_status,
           t.last_error as test_error, t.delivered_at as test_delivered_at
      from bridge.client c
      left join lateral (select x.type, coalesce(x.first_at, x.minute) as at
                           from bridge.traffic x where x.client_id = c.id and x.accepted > 0
                          order by x.minute, x.first_at, x.type limit 1) a on true
      left join lateral (select x.type, x.code, x.why, x.line, x.at from bridge.rejection x where x.client_id = c.id
                          order by x.id desc limit 1) r on true
      left join lateral (select d.state, m.at, d.attempts, d.last_status, d.last_error, d.delivered_at
                           from bridge.delivery d join bridge.command m on m.id = d.command_id
                          where d.client_id = c.id and d.subject = 'client:' || c.id
                            and d.type = 'connection.tested'
                          order by d.seq desc limit 1) t on true
     order by c.id limit 50`.execute(reader)
  return rows
}

const weekMs = 7 * 86_400_000

export type Counts = {
  countries: number
  accounts: number
  invited: number
  alone_acts: number
  to_confirm: number
  waiting: number
  money_arrives: boolean
}

/** @param now wall time; @param platform the platform's */
export async function setupCounts(reader: Reader, now: Date, platform: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from system.country where enabled) as countries,
           (select count(*)::int from access.staff
             where deleted_at is null and union_id is null and agent_id is null) as accounts,
           (select count(*)::int from access.password_link
             where invites and ended_at is null and expires_at > ${now}) as invited,
           (select count(*)::int from access.approval where in_setup) as alone_acts,
           (select count(*)::int from access.approval
             where kind = 'staff.confirm' and state = 'pending') as to_confirm,
           (select count(*)::int from access.approval where state = 'pending' and expires_at > ${platform}) as waiting,
           exists (select from finance.recharge_order where paid_at > ${new Date(platform.getTime() - weekMs)}) as money_arrives`.execute(
    reader,
  )
  return rows[0]!
}

/** The names of accounts that were given rights by one other account alone. */
export async function accountsGivenAlone(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('access.setup_account as a')
    .innerJoin('access.staff as s', 's.id', 'a.staff_id')
    .select('s.username')
    .where('s.deleted_at', 'is', null)
    .orderBy('s.username')
    .limit(50)
    .execute()
  return rows.map(({ username }) => username)
}

/** Imports that are applied, and those that are on their way. */
export async function importCounts(reader: Reader): Promise<{ applied: number; open: number }> {
  const { rows } = await sql<{ applied: number; open: number }>`
    select count(*) filter (where state = 'applied')::int as applied,
           count(*) filter (where state in ('loading', 'checking', 'checked', 'applying', 'halted', 'undoing'))::int as open
      from moving.import`.execute(reader)
  return rows[0]!
}
