// The dry run: what stands in the way of an import, beyond what its lines say by themselves. Reads the platform and changes nothing of it.
import { summed } from '@greenroom/contract/movingRecords.schema'
import { importKinds } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { ownersMoved } from '../../ledger/index.ts'
import type { Params } from '../../params/index.ts'
import type * as queries from './moving.queries.ts'
import { saveImport } from './moving.queries.ts'
import type { Fault, Totals } from './moving.reading.ts'

/** Faults of one rule that are listed; an import with more has the same trouble everywhere. */
const mostOfRule = 1_000

/** A rule: the records (as `r`) that break it, with what they disagree with. */
type Rule = {
  kind: string
  fault: Fault
  field?: string
  detail?: RawBuilder<unknown>
  where: RawBuilder<unknown>
  from?: RawBuilder<unknown>
}

const no = sql``
/** A user of the import's files, or of the platform. */
const isUser = (importId: number, id: RawBuilder<unknown>) => sql`
  (exists (select from moving.record u where u.import_id = ${importId} and u.kind = 'user' and u.key = ${id})
   or exists (select from users.app_user u where u.id = (${id})::bigint))`
const holding = sql`('under review', 'normal', 'banned')`

function rulesOf(importId: number, now: Date): Rule[] {
  const field = (name: string) => sql`r.data ->> ${name}`
  const guildOf = sql`(r.data ->> 'guildId')::int`
  return [
    ...(['guild', 'member', 'agent', 'order', 'withdrawal'] as const).map((kind): Rule => {
      const name = kind === 'guild' ? 'leaderUserId' : 'userId'
      return {
        kind,
        fault: 'noUser',
        field: name,
        detail: field(name),
        where: sql`not ${isUser(importId, field(name))}`,
      }
    }),
    {
      kind: 'user',
      fault: 'ended',
      field: 'bannedUntil',
      detail: field('bannedUntil'),
      where: sql`(${field('bannedUntil')})::timestamptz <= ${now}`,
    },
    {
      kind: 'user',
      fault: 'value',
      field: 'paidUsdCents',
      detail: field('paidUsdCents'),
      where: sql`(${field('paidTokens')})::bigint = 0 and (${field('paidUsdCents')})::bigint > 0`,
    },
    {
      kind: 'agent',
      fault: 'value',
      field: 'stockUsdCents',
      detail: field('stockUsdCents'),
      where: sql`(${field('stockTokens')})::bigint = 0 and (${field('stockUsdCents')})::bigint > 0`,
    },
    { kind: 'guild', fault: 'exists', where: sql`exists (select from guilds.guild g where g.id = ${guildOf})` },
    {
      kind: 'guild',
      fault: 'guildName',
      field: 'name',
      detail: field('name'),
      where: sql`
        exists (select from guilds.guild g where kit.name_key(g.name) = kit.name_key(${field('name')}) and g.state in ${holding})
        or exists (select from moving.record o where o.import_id = ${importId} and o.kind = 'guild' and o.key <> r.key
                      and kit.name_key(o.data ->> 'name') = kit.name_key(${field('name')}))`,
    },
    {
      kind: 'guild',
      fault: 'guildPhone',
      field: 'phone',
      detail: field('phone'),
      where: sql`
        exists (select from guilds.guild g
                 where (g.area_code, g.phone) = (${field('areaCode')}, ${field('phone')}) and g.state in ${holding})
        or exists (select from moving.record o where o.import_id = ${importId} and o.kind = 'guild' and o.key <> r.key
                      and (o.data ->> 'areaCode', o.data ->> 'phone') = (${field('areaCode')}, ${field('phone')}))`,
    },
    {
      kind: 'guild',
      fault: 'leads',
      field: 'leaderUserId',
      detail: field('leaderUserId'),
      where: sql`
        exists (select from guilds.guild g where g.leader_user_id = (${field('leaderUserId')})::bigint and g.state in ${holding})
        or exists (select from moving.record o where o.import_id = ${importId} and o.kind = 'guild' and o.key <> r.key
                      and o.data ->> 'leaderUserId' = ${field('leaderUserId')})`,
    },
    {
      kind: 'guild',
      fault: 'parent',
      field: 'parentId',
      detail: field('parentId'),
      // A general agency, of the files or of the platform.
      where: sql`
        ${field('parentId')} is not null
        and not exists (select from moving.record p where p.import_id = ${importId} and p.kind = 'guild' and p.key = ${field('parentId')}
                           and p.key <> r.key and p.data ->> 'parentId' is null)
        and not exists (select from guilds.guild g where g.id = (${field('parentId')})::int and g.parent_id is null and g.state = 'normal')`,
    },
    {
      kind: 'member',
      fault: 'noGuild',
      field: 'guildId',
      detail: field('guildId'),
      where: sql`
        not exists (select from moving.record g where g.import_id = ${importId} and g.kind = 'guild' and g.key = ${field('guildId')})
        and not exists (select from guilds.guild g where g.id = ${guildOf} and g.state = 'normal')`,
    },
    {
      kind: 'member',
      fault: 'memberElsewhere',
      field: 'userId',
      detail: field('userId'),
      where: sql`exists (select from guilds.member m where m.user_id = (${field('userId')})::bigint and m.state in ('active', 'leaving'))`,
    },
    {
      kind: 'agent',
      fault: 'exists',
      where: sql`exists (select from topup_agents.application a where a.user_id = (${field('userId')})::bigint)`,
    },
    { kind: 'order', fault: 'exists', where: sql`exists (select from finance.recharge_order o where o.id = r.key)` },
    { kind: 'withdrawal', fault: 'exists', where: sql`exists (select from finance.withdrawal w where w.id = r.key)` },
    {
      kind: 'withdrawal',
      fault: 'bonus',
      field: 'bonus',
      detail: sql`w.held || ' > ' || coalesce(w.has, 0)`,
      // All withdrawals of a user against what the same files say that the user has.
      from: sql`
        join (select o.data ->> 'userId' as user_id, sum((o.data ->> 'bonus')::bigint) as held
                from moving.record o where o.import_id = ${importId} and o.kind = 'withdrawal' group by 1) s
          on s.user_id = ${field('userId')}
       cross join lateral (
         select s.held, (select (u.data ->> 'bonus')::bigint from moving.record u
                          where u.import_id = ${importId} and u.kind = 'user' and u.key = s.user_id limit 1) as has) w`,
      where: sql`w.held > coalesce(w.has, 0)`,
    },
  ]
}

const addFaults = (tx: Transaction, importId: number, { kind, fault, field = '', detail, where, from = no }: Rule) =>
  sql`
    insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
    select ${importId}, 'checking', r.file, r.line, r.kind, r.key, ${fault}, ${field}, coalesce(left((${detail ?? sql`''`})::text, 100), '')
      from moving.record r ${from}
     where r.import_id = ${importId} and r.kind = ${kind} and (${where})
     order by r.file, r.line limit ${mostOfRule}`.execute(tx)

/** Records whose key an earlier line of the files has, or that another import brought. */
async function addDoubles(tx: Transaction, importId: number): Promise<void> {
  await sql`
    insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
    select ${importId}, 'checking', r.file, r.line, r.kind, r.key, 'double', '', n.name || ':' || f.line
      from (select kind, key, min((file, line)::text) as first
              from moving.record where import_id = ${importId} group by 1, 2 having count(*) > 1) d
      join moving.record r on r.import_id = ${importId} and r.kind = d.kind and r.key = d.key
     cross join lateral (select o.file, o.line from moving.record o
                          where o.import_id = ${importId} and o.kind = d.kind and o.key = d.key order by o.file, o.line limit 1) f
      join moving.file n on n.import_id = ${importId} and n.file = f.file
     where (r.file, r.line) > (f.file, f.line)
     order by r.kind, r.file, r.line limit ${mostOfRule}`.execute(tx)
  await sql`
    insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
    select ${importId}, 'checking', r.file, r.line, r.kind, r.key, 'exists', '', 'import ' || i.id
      from moving.import i
      join moving.record o on o.import_id = i.id
      join moving.record r on r.import_id = ${importId} and r.kind = o.kind and r.key = o.key
     where i.id <> ${importId} and i.state in ('applying', 'applied', 'halted', 'undoing')
     order by r.kind, r.file, r.line limit ${mostOfRule}`.execute(tx)
}

/** Users and guilds with entries of the running platform. */
async function addMoved(tx: Transaction, importId: number): Promise<void> {
  for (const kind of ['user', 'guild'] as const) {
    const moved = await ownersMoved(
      tx,
      sql`select ${`${kind}:`} || r.key as owner from moving.record r where r.import_id = ${importId} and r.kind = ${kind}`,
    )
    const keys = moved.map((owner) => owner.slice(kind.length + 1))
    if (keys.length > 0)
      await addFaults(tx, importId, { kind, fault: 'moved', where: sql`r.key = any(${keys}::text[])` })
  }
}

type Found = Record<string, { lines: number; faulty: number; sums: Record<string, number> }>

/** Lines and sums by kind, as they were read. */
async function foundIn(tx: Transaction, importId: number): Promise<Found> {
  const found: Found = {}
  for (const kind of importKinds) {
    const fields: readonly string[] = summed[kind]
    const { rows } = await sql<{ records: number; faulty: number; sums: Record<string, number> }>`
      select (select count(*)::int from moving.record where import_id = ${importId} and kind = ${kind}) as records,
             (select count(distinct (file, line))::int from moving.fault
               where import_id = ${importId} and kind = ${kind} and found_by = 'reading') as faulty,
             (select jsonb_build_object(${sql.join([
               sql`'count', count(*)`,
               ...fields.map((name) => sql`${name}::text, coalesce(sum((data ->> ${name})::bigint), 0)`),
             ])}) from moving.record where import_id = ${importId} and kind = ${kind}) as sums`.execute(tx)
    const { records, faulty, sums } = rows[0]!
    if (records + faulty > 0) found[kind] = { lines: records + faulty, faulty, sums }
  }
  return found
}

/** What the files' totals say against what was read. */
async function addTotalFaults(tx: Transaction, importId: number, found: Found, declared: Record<string, Totals>) {
  const faults: { kind: string; fault: Fault; field: string; detail: string }[] = []
  for (const kind of importKinds) {
    const said = declared[kind]
    const read = found[kind]
    if (!said) {
      if (read) faults.push({ kind, fault: 'noTotals', field: '', detail: String(read.lines) })
      continue
    }
    const lines = read?.lines ?? 0
    if (said.count !== lines) faults.push({ kind, fault: 'totals', field: 'count', detail: `${lines} ≠ ${said.count}` })
    for (const field of summed[kind] as readonly string[]) {
      const sum = Number(read?.sums[field] ?? 0)
      if ((said.sums[field] ?? 0) !== sum)
        faults.push({ kind, fault: 'totals', field, detail: `${sum} ≠ ${said.sums[field] ?? 0}` })
    }
  }
  if (faults.length > 0)
    await sql`
      insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
      select ${importId}, 'checking', 0, 0, f.kind, '', f.fault, f.field, f.detail
        from unnest(${faults.map(({ kind }) => kind)}::text[], ${faults.map(({ fault }) => fault)}::text[],
                    ${faults.map(({ field }) => field)}::text[], ${faults.map(({ detail }) => detail)}::text[])
             as f(kind, fault, field, detail)`.execute(tx)
}

/** Checks a locked import whose files have all arrived, again from the beginning. */
export async function checkImport(tx: Transaction, found: queries.Import, now: Date, params: Params): Promise<void> {
  const { id } = found
  await sql`analyze moving.record`.execute(tx)
  await sql`delete from moving.fault where import_id = ${id} and found_by = 'checking'`.execute(tx)
  await addDoubles(tx, id)
  for (const rule of rulesOf(id, now)) await addFaults(tx, id, rule)
  await addMoved(tx, id)
  const read = await foundIn(tx, id)
  await addTotalFaults(tx, id, read, found.declared as Record<string, Totals>)
  const { rows } = await sql<{ records: number; faults: number }>`
    select (select count(*)::int from moving.record where import_id = ${id}) as records,
           (select count(*)::int from moving.fault where import_id = ${id}) as faults`.execute(tx)
  await saveImport(tx, id, {
    ...rows[0]!,
    state: 'checked',
    found: JSON.stringify(read),
    tokens_per_usd: params.integer('tokens_per_usd'),
    bonus_per_usd: params.integer('bonus_per_usd'),
    touched_at: now,
    version: found.version + 1,
  })
}
