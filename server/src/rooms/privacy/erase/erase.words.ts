// Words that stand elsewhere than in the person's own rows: those of the operation log, whose entries name what they are about and whose sealed
// text stays, and topics that nobody else wrote about.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { eraseWords } from '../../../log/index.ts'

/** What entries call the person and everything that is theirs. */
async function subjectsOf(tx: Transaction, userId: bigint): Promise<string[]> {
  const own = (prefix: string, column: string, table: string, where: string) =>
    sql`select ${prefix}::text || ${sql.raw(column)} as subject from ${sql.table(table)} as t where ${sql.raw(where.replaceAll('$person', `${userId}::bigint`))}`
  const led = "t.leader_user_id = $person and t.state in ('rejected', 'dissolved')"
  const agents = '(select a.id from topup_agents.agent a where a.user_id = $person)'
  const request = `(select p.approval_id from access.approval_party p where p.kind = 'user' and p.party = $person)`
  const parts = [
    sql`select unnest(array['user ', 'user:', 'agent of user '])::text || ${userId}::text as subject`,
    own('withdrawal ', 't.id', 'finance.withdrawal', 't.user_id = $person'),
    own('order ', 't.id', 'finance.recharge_order', 't.user_id = $person'),
    own('chargeback ', 't.id', 'finance.chargeback', 't.user_id = $person'),
    own('sanctions hit ', 't.id', 'finance.sanctions_hit', `t.payee_id = 'user:' || $person`),
    own('payout ', 't.id', 'finance.payout', `t.payee_id = 'user:' || $person`),
    own('instruction ', 't.id', 'chain.instruction', `t.payee_id = 'user:' || $person`),
    own('item ', 't.id', 'audits.item', 't.user_id = $person'),
    own('audit ', 't.id', 'audits.review', 't.user_id = $person'),
    own('report ', 't.id', 'audits.report', '$person in (t.user_id, t.reporter_id)'),
    own('appeal ', 't.id', 'audits.appeal', 't.user_id = $person'),
    own('dynamic ', 't.id', 'community.dynamic', 't.user_id = $person'),
    own('comment ', 't.id', 'community.comment', 't.user_id = $person'),
    own('live ', 't.id', 'live.session', 't.user_id = $person'),
    own('call ', 't.id', 'live.call', '$person in (t.caller_id, t.callee_id)'),
    own('device ', 't.device_id', 'users.user_device', 't.user_id = $person'),
    own('phone ', 't.phone', 'users.app_user', `t.id = $person and t.phone <> ''`),
    own('guild ', 't.id', 'guilds.guild', led),
    own('phone ', 't.phone', 'guilds.guild', `${led} and t.phone <> ''`),
    own('deduction ', 't.id', 'guilds.deduction', 't.user_id = $person'),
    own('agent ', 't.id', 'topup_agents.agent', 't.user_id = $person'),
    own('sale ', 't.id', 'topup_agents.sale', `t.user_id = $person or t.agent_id in ${agents}`),
    own('purchase ', 't.id', 'topup_agents.purchase', `t.agent_id in ${agents}`),
    own(
      'staff ',
      't.id',
      'access.staff',
      `t.agent_id in ${agents} or t.union_id in (select t.id from guilds.guild t where ${led})`,
    ),
    own('approval ', 't.id', 'access.approval', `t.id in ${request}`),
    own('operation ', 't.id', 'users.grant_operation', 't.user_ids = array[$person]'),
  ]
  const { rows } = await sql<{ subject: string }>`${sql.join(parts, sql` union `)}`.execute(tx)
  return rows.map(({ subject }) => subject)
}

/** What calls answered that left such entries: a repeated request is told that it is done (`access/once.service.ts`). */
const forgetAnswers = (tx: Transaction, subjects: readonly string[]) =>
  sql`
    update ${sql.table('access.operation')} o set answer = null
      from (select distinct e.staff_id, e.at
              from log.personal p join log.entry e on e.id = p.entry
             where p.subject = any(${subjects}::text[]) and e.staff_id is not null) done
     where o.account = done.staff_id and o.answer is not null
       and o.at between done.at - interval '1 minute' and done.at + interval '1 minute'`.execute(tx)

/** Deletes the words of all entries about the person. Call it while the person's devices and number are still there. @returns how many */
export async function eraseLogged(tx: Transaction, userId: bigint): Promise<number> {
  const subjects = await subjectsOf(tx, userId)
  await forgetAnswers(tx, subjects)
  return eraseWords(tx, subjects)
}

/** Call it before the posts are emptied. */
export async function eraseTopics(tx: Transaction, userId: bigint): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct t.name from community.dynamic d cross join lateral unnest(d.topics) as t(name)
     where d.user_id = ${userId}
       and not exists (select from community.dynamic o where o.topics @> array[t.name] and o.user_id <> ${userId})`.execute(
    tx,
  )
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  for (const table of ['community.topic_delta', 'community.topic'])
    await sql`delete from ${sql.table(table)} where name = any(${names}::text[])`.execute(tx)
  await sql`delete from ${sql.table('community.change')} where subject = 'topic' and "of" = any(${names}::text[])`.execute(
    tx,
  )
}
