// The rules of the dry run: what is wrong with records of an import, beyond what their lines say by themselves. They read the platform only.
import { type StaffLanguage, staffLanguages } from '@greenroom/contract/languages'
import type { ImportKind } from '@greenroom/contract/movingRecords.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Fault } from './moving.reading.ts'

/** A rule: the records (as `r`) that break it, with what they disagree with. */
export type CheckRule = {
  kind: ImportKind
  fault: Fault
  field?: string
  detail?: RawBuilder<unknown>
  where: RawBuilder<unknown>
  from?: RawBuilder<unknown>
}

/** A user of the import's files, or of the platform. */
const isUser = (importId: number, id: RawBuilder<unknown>) => sql`
  (exists (select from moving.record u where u.import_id = ${importId} and u.kind = 'user' and u.key = ${id})
   or exists (select from users.app_user u where u.id = (${id})::bigint))`
/** The field of a template's title in each language of staff. */
const titles: Record<StaffLanguage, string> = { en: 'titleEn', cn: 'titleCn' }
const holding = sql`('under review', 'normal', 'banned')`

/** What is wrong with records beyond what their lines say, kind by kind. */
export function rulesOf(importId: number, now: Date): CheckRule[] {
  const field = (name: string) => sql`(r.data ->> ${name})`
  const guildOf = sql`(r.data ->> 'guildId')::int`
  /** Values that several records of a kind have: found once, not again for each record. */
  const shared = (kind: ImportKind, value: RawBuilder<unknown>) => sql`
    (select ${value} from moving.record o where o.import_id = ${importId} and o.kind = ${kind} group by 1 having count(distinct o.key) > 1)`
  return [
    ...(['guild', 'member', 'agent', 'order', 'withdrawal'] as const).map((kind): CheckRule => {
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
      kind: 'promoter',
      fault: 'exists',
      where: sql`exists (select from promotion.promoter p where p.id = (${field('promoterId')})::int)`,
    },
    {
      kind: 'promoter',
      fault: 'taken',
      field: 'name',
      detail: field('name'),
      where: sql`
        exists (select from promotion.promoter p where kit.name_key(p.name) = kit.name_key(${field('name')}))
        or kit.name_key(${field('name')}) in ${shared('promoter', sql`kit.name_key(o.data ->> 'name')`)}`,
    },
    {
      kind: 'channel',
      fault: 'exists',
      where: sql`exists (select from promotion.channel c where lower(c.number) = lower(r.key))`,
    },
    {
      kind: 'channel',
      fault: 'taken',
      field: 'number',
      detail: field('number'),
      where: sql`lower(r.key) in ${shared('channel', sql`lower(o.key)`)}`,
    },
    {
      kind: 'channel',
      fault: 'noPromoter',
      field: 'promoterId',
      detail: field('promoterId'),
      where: sql`
        ${field('promoterId')} is not null
        and not exists (select from moving.record p where p.import_id = ${importId} and p.kind = 'promoter' and p.key = ${field('promoterId')})
        and not exists (select from promotion.promoter p where p.id = (${field('promoterId')})::int)`,
    },
    {
      kind: 'device',
      fault: 'noUser',
      field: 'userIds',
      detail: sql`m.id`,
      from: sql`
        cross join lateral (select seen.id from jsonb_array_elements_text(r.data -> 'userIds') as seen(id)
                             where not ${isUser(importId, sql`seen.id`)} limit 1) m`,
      where: sql`true`,
    },
    {
      kind: 'device',
      fault: 'ended',
      field: 'bannedUntil',
      detail: field('bannedUntil'),
      where: sql`(${field('bannedUntil')})::timestamptz <= ${now}`,
    },
    {
      kind: 'gift',
      fault: 'exists',
      where: sql`exists (select from official.gift g where g.id = (${field('giftId')})::int)`,
    },
    {
      kind: 'gift',
      fault: 'taken',
      field: 'sort',
      detail: field('sort'),
      where: sql`
        exists (select from official.gift g where g.sort = (${field('sort')})::int)
        or ${field('sort')} in ${shared('gift', sql`o.data ->> 'sort'`)}`,
    },
    {
      kind: 'template',
      fault: 'exists',
      where: sql`exists (select from audits.template t where t.sort = (${field('sort')})::int)`,
    },
    ...staffLanguages.map((language): CheckRule => {
      const name = titles[language]
      return {
        kind: 'template',
        fault: 'taken',
        field: name,
        detail: field(name),
        where: sql`
          exists (select from audits.template t where kit.name_key(t.titles ->> ${sql.lit(language)}) = kit.name_key(${field(name)}))
          or kit.name_key(${field(name)}) in ${shared('template', sql`kit.name_key(o.data ->> ${sql.lit(name)})`)}`,
      }
    }),
    {
      kind: 'user',
      fault: 'exists',
      // By an import whose records are removed; those of others are compared themselves.
      detail: sql`u.stamps ->> 'import'`,
      from: sql`join users.app_user u on u.id = r.key::bigint and u.stamps ? 'import'`,
      where: sql`exists (select from moving.import i where 'import ' || i.id = u.stamps ->> 'import' and i.removed_at is not null)`,
    },
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
        or kit.name_key(${field('name')}) in ${shared('guild', sql`kit.name_key(o.data ->> 'name')`)}`,
    },
    {
      kind: 'guild',
      fault: 'guildPhone',
      field: 'phone',
      detail: field('phone'),
      where: sql`
        exists (select from guilds.guild g
                 where (g.area_code, g.phone) = (${field('areaCode')}, ${field('phone')}) and g.state in ${holding})
        or ${field('areaCode')} || ' ' || ${field('phone')} in ${shared('guild', sql`(o.data ->> 'areaCode') || ' ' || (o.data ->> 'phone')`)}`,
    },
    {
      kind: 'guild',
      fault: 'leads',
      field: 'leaderUserId',
      detail: field('leaderUserId'),
      where: sql`
        exists (select from guilds.guild g where g.leader_user_id = (${field('leaderUserId')})::bigint and g.state in ${holding})
        or ${field('leaderUserId')} in ${shared('guild', sql`o.data ->> 'leaderUserId'`)}`,
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
