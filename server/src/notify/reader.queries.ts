// How accounts want to be told, and who there is to tell.
import type { Language } from '@greenroom/contract/languages'
import type { ToldWay, Topic } from '@greenroom/contract/moments'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'
import type { Choice } from './reader.rules.ts'

/** Whether the account turned a browser on. */
export async function hasBrowser(reader: Reader, staffId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from notify.subscription where staff_id = ${staffId}) as has`.execute(reader)
  return rows[0]!.has
}

export type OwnReader = {
  email: string
  area_code: string
  phone: string
  language: Language
  /** Empty until it was saved. */
  zone: string
  quiet_from: number | null
  quiet_to: number | null
}

const ownColumns = sql`s.email, s.area_code, s.phone, coalesce(r.language, s.language) as language, coalesce(r.zone, '') as zone,
           r.quiet_from, r.quiet_to`

/** Frozen after failed log-ins is told all the same; a disabled or removed account is not. */
const isTold = sql`s.status in (1, 2) and s.deleted_at is null`

/** The account as it is now; undefined if it is told nothing any more. */
export async function readerOf(reader: Reader, staffId: number): Promise<OwnReader | undefined> {
  const { rows } = await sql<OwnReader>`
    select ${ownColumns} from access.staff s left join notify.reader r on r.staff_id = s.id
     where s.id = ${staffId} and ${isTold}`.execute(reader)
  return rows[0]
}

export const choicesOf = (reader: Reader, staffId: number): Promise<Choice[]> =>
  reader
    .selectFrom('notify.preference')
    .select(['moment', 'way', 'wanted'])
    .where('staff_id', '=', staffId)
    .orderBy('moment')
    .orderBy('way')
    .execute()

export type Receiver = OwnReader & {
  id: number
  choices: Choice[]
  /** Those that it turned on, by id. */
  browsers: string[]
}

/** Accounts to which `audience` applies (of `access.staff s`) and whose roles show the menu, if there is one, with what they chose. */
export async function receiversOf(
  reader: Reader,
  { topic, of, menu, audience }: Pick<Topic, 'of' | 'menu'> & { topic: string; audience: RawBuilder<unknown> },
): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select s.id, ${ownColumns},
           coalesce((select jsonb_agg(jsonb_build_object('moment', p.moment, 'way', p.way, 'wanted', p.wanted))
                       from notify.preference p where p.staff_id = s.id and p.moment = ${topic}), '[]') as choices,
           array(select b.id from notify.subscription b where b.staff_id = s.id order by b.id) as browsers
      from access.staff s left join notify.reader r on r.staff_id = s.id
     where ${isTold} and ${ofKind[of]} and (${audience})
       and (${menu}::text is null or exists (select from access.staff_role sr
                    where sr.staff_id = s.id
                      and exists (select from access.role_menu rm join access.menu m on m.id = rm.menu_id
                                   where rm.role_id = sr.role_id and m.key = ${menu})))
     order by s.id`.execute(reader)
  return rows
}

/** Accounts of the kind that a topic is of. */
const ofKind: Record<Topic['of'], RawBuilder<unknown>> = {
  staff: sql`s.union_id is null and s.agent_id is null`,
  leader: sql`s.union_id is not null`,
  agent: sql`s.agent_id is not null`,
}

/** Anyone who sees the topic's menu. */
export const everybody = sql`true`

/** Numbers of the accounts of a guild or an agent, whatever their state. */
export async function applicantsOf(
  reader: Reader,
  { guildId, agentId }: { guildId: number | null; agentId: number | null },
) {
  const { rows } = await sql<OwnReader & { id: number }>`
    select s.id, ${ownColumns} from access.staff s left join notify.reader r on r.staff_id = s.id
     where (s.union_id = ${guildId}::int or s.agent_id = ${agentId}::int) and not s.read_only and s.deleted_at is null and s.phone <> ''`.execute(
    reader,
  )
  return rows
}

export type NewReader = Pick<OwnReader, 'language' | 'zone' | 'quiet_from' | 'quiet_to'>

export const putReader = (tx: Transaction, staffId: number, reader: NewReader) =>
  tx
    .insertInto('notify.reader')
    .values({ staff_id: staffId, ...reader })
    .onConflict((on) => on.column('staff_id').doUpdateSet(reader))
    .execute()

/** One change of an account's choices at a time. */
export const lockChoices = (tx: Transaction, staffId: number) =>
  tx.selectFrom('access.staff').select('id').where('id', '=', staffId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const putChoices = (
  tx: Transaction,
  staffId: number,
  choices: readonly { moment: string; way: ToldWay; wanted: boolean }[],
) =>
  tx
    .insertInto('notify.preference')
    .values(choices.map((one) => ({ staff_id: staffId, ...one })))
    .onConflict((on) =>
      on.columns(['staff_id', 'moment', 'way']).doUpdateSet((eb) => ({ wanted: eb.ref('excluded.wanted') })),
    )
    .execute()
