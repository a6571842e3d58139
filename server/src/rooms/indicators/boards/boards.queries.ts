// Boards, shared roles, and pins.
import { sql } from 'kysely'
import { builtInRoles } from '../../../access/index.ts'
import type { Staff } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Board = {
  id: number
  staffId: number
  name: string
  by: string
  version: number
  changedAt: Date
  roles: { roleId: number; name: string }[]
  pins: number
}
export type Pin = {
  id: number
  kind: string
  as: string
  key: string
  days: number | null
  from: string | null
  to: string | null
  country: string[]
  channel: string[]
  platform: string[]
  sex: string | null
  compare: string | null
  group: string | null
}

const columns = sql`b.id, b.staff_id as "staffId", b.name, s.username as by, b.version, b.changed_at as "changedAt",
  coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'name', r.name) order by r.name, r.id)
              from indicators.board_role br join access.role r on r.id = br.role_id where br.board_id = b.id), '[]') as roles,
  (select count(*)::int from indicators.pin p where p.board_id = b.id) as pins`

/** The caller's own, and those shared with their roles; administrators see every shared one. */
const visibleTo = ({ id, roleIds, administrator }: Staff) => sql`(b.staff_id = ${id} or exists (
  select from indicators.board_role v where v.board_id = b.id
     and ${administrator ? sql`true` : sql`v.role_id = any(${roleIds}::int[])`}))`

/** Boards that the caller sees: own ones first, by name. */
export async function boardsFor(reader: Reader, staff: Staff): Promise<Board[]> {
  const { rows } = await sql<Board>`
    select ${columns} from indicators.board b join access.staff s on s.id = b.staff_id where ${visibleTo(staff)}
     order by b.staff_id <> ${staff.id}, b.name, b.id`.execute(reader)
  return rows
}

export async function boardFor(reader: Reader, staff: Staff, boardId: number): Promise<Board | undefined> {
  const { rows } = await sql<Board>`
    select ${columns} from indicators.board b join access.staff s on s.id = b.staff_id
     where b.id = ${boardId} and ${visibleTo(staff)}`.execute(reader)
  return rows[0]
}

/** Locks a board that the caller sees. */
export async function lockBoard(tx: Transaction, staff: Staff, boardId: number): Promise<Board | undefined> {
  await sql`select from indicators.board where id = ${boardId} for update`.execute(tx)
  return boardFor(tx, staff, boardId)
}

/** Locks the caller's boards, so that concurrent requests cannot exceed the limit. */
export async function countBoards(tx: Transaction, staffId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('indicators.board', ${staffId}))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from indicators.board where staff_id = ${staffId}`.execute(tx)
  return rows[0]!.count
}

export async function addBoard(tx: Transaction, staffId: number, name: string, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into indicators.board (staff_id, name, changed_at) values (${staffId}, ${name}, ${at}) returning id`.execute(
    tx,
  )
  return rows[0]!.id
}

/** Updates a board's name and version. */
export async function changeBoard(tx: Transaction, boardId: number, name: string, at: Date): Promise<void> {
  await sql`update indicators.board set name = ${name}, changed_at = ${at}, version = version + 1 where id = ${boardId}`.execute(
    tx,
  )
}

export async function setRoles(tx: Transaction, boardId: number, roleIds: readonly number[]): Promise<void> {
  await sql`delete from indicators.board_role where board_id = ${boardId} and not role_id = any(${roleIds}::int[])`.execute(
    tx,
  )
  await sql`insert into indicators.board_role select ${boardId}, unnest(${roleIds}::int[]) on conflict do nothing`.execute(
    tx,
  )
}

export const deleteBoard = async (tx: Transaction, boardId: number): Promise<void> => {
  await sql`delete from indicators.board where id = ${boardId}`.execute(tx)
}

/** Roles that have the menu of boards. */
export async function rolesWithBoards(reader: Reader): Promise<{ roleId: number; name: string }[]> {
  const { rows } = await sql<{ roleId: number; name: string }>`
    select r.id as "roleId", r.name from access.role r
     where r.id = ${builtInRoles.administrator} or exists (
       select from access.role_menu rm join access.menu m on m.id = rm.menu_id
        where rm.role_id = r.id and m.key = 'indicators.board')
     order by r.name, r.id`.execute(reader)
  return rows
}

export async function pinsOf(reader: Reader, boardId: number): Promise<Pin[]> {
  const { rows } = await sql<Pin>`
    select id, kind, shown_as as "as", key, days, to_char(from_day, 'YYYY-MM-DD') as "from", to_char(to_day, 'YYYY-MM-DD') as "to",
           country, channel, platform, sex, compare, of_group as "group"
      from indicators.pin where board_id = ${boardId} order by place, id`.execute(reader)
  return rows
}

/** Appends a pin. */
export async function addPin(tx: Transaction, boardId: number, pin: Omit<Pin, 'id'>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into indicators.pin (board_id, place, kind, shown_as, key, days, from_day, to_day, country, channel, platform, sex, compare, of_group)
    values (${boardId}, (select coalesce(max(place), 0) + 1 from indicators.pin where board_id = ${boardId}), ${pin.kind}, ${pin.as},
            ${pin.key}, ${pin.days}, ${pin.from}::date, ${pin.to}::date, ${pin.country}::text[], ${pin.channel}::text[],
            ${pin.platform}::text[], ${pin.sex}, ${pin.compare}, ${pin.group})
    returning id`.execute(tx)
  return rows[0]!.id
}

export const deletePin = async (tx: Transaction, pinId: number): Promise<void> => {
  await sql`delete from indicators.pin where id = ${pinId}`.execute(tx)
}

export async function orderPins(tx: Transaction, pinIds: readonly number[]): Promise<void> {
  await sql`update indicators.pin p set place = o.place
              from unnest(${pinIds}::int[]) with ordinality as o(id, place) where p.id = o.id`.execute(tx)
}
