// Looks of items: which are due, the heaps they may belong to, and where they are stored.
import { sql } from 'kysely'
import { rowsOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { type Leader, type Look, near, searchKey } from './look.rules.ts'

export type DueItem = {
  itemId: string
  kind: string
  text: string
  pictureUrls: string[]
  submittedAt: Date
  tries: number
}

/** Items to be looked at, the newest first: those are what moderators see next. */
export async function dueItems(reader: Reader, now: Date, count: number): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select l.item_id as "itemId", i.kind, i.text, i.picture_urls as "pictureUrls", i.submitted_at as "submittedAt", l.tries
      from audits.look l join audits.item i on i.id = l.item_id
     where l.due_at <= ${now}
     order by l.due_at desc, l.item_id limit ${sql.lit(count)}`.execute(reader)
  return rows
}

/** When the next item is due; null if all were looked at. */
export async function nextLook(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from audits.look where due_at is not null`.execute(reader)
  return rows[0]?.at ?? null
}

/** A word of 16 bits, and those that differ from it in one: what the pigeonhole leaves of six changed bits in four words. */
const oneBitOff = [0, ...Array.from({ length: 16 }, (_, bit) => 2 ** bit)]

const mostFound = 24

type FoundRow = {
  at: number
  heap: string
  kind: string
  hashes: string[]
  fold: string | null
  near: string | null
}

/**
 * The leaders whose key is near each of these, nearest first: of two numbers that differ in six bits or fewer, one of four words differs in
 * one or none.
 */
export async function nearLeaders(
  reader: Reader,
  searched: readonly { at: number; kind: string; key: bigint }[],
): Promise<Map<number, Leader[]>> {
  if (searched.length === 0) return new Map()
  const word = (shift: number) =>
    sql`((l.key >> ${sql.lit(shift)}) & 65535) = any(array(
          select ((q.key >> ${sql.lit(shift)}) & 65535) # b from unnest(${sql.lit(`{${oneBitOff.join()}}`)}::bigint[]) b))`
  const { rows } = await sql<FoundRow>`
    select q.at, c.heap, q.kind, c.hashes, c.fold, c.near
      from unnest(${searched.map(({ at }) => at)}::int[], ${searched.map(({ kind }) => kind)}::text[],
                  ${searched.map(({ key }) => String(key))}::bigint[]) as q(at, kind, key)
     cross join lateral (
       select l.heap, l.hashes::text[] as hashes, l.fold::text as fold, l.near::text as near,
              bit_count((l.key # q.key)::bit(64)) as off
         from audits.look l
        where l.leads and l.kind = q.kind and (${word(48)} or ${word(32)} or ${word(16)} or ${word(0)})
          and bit_count((l.key # q.key)::bit(64)) <= ${sql.lit(near)}
        order by off, l.heap limit ${sql.lit(mostFound)}) c
     order by q.at, c.off`.execute(reader)
  const found = new Map<number, Leader[]>()
  for (const { at, heap, kind, hashes, fold, near: close } of rows) {
    const text = fold === null ? null : { fold: BigInt(fold), near: close === null ? null : BigInt(close) }
    const leader = { heap, kind, look: { pictures: hashes.map(BigInt), text } }
    found.set(at, [...(found.get(at) ?? []), leader])
  }
  return found
}

/** An item that was looked at: `look` is null if it stays alone; `dueAt` if it is tried again. */
export type Looked = {
  itemId: string
  submittedAt: Date
  look: Look | null
  heap: string | null
  leads: boolean
  tries: number
  dueAt: Date | null
}

/**
 * Stores looks, and each heap with the open review of its item. What was submitted again meanwhile keeps its place among those that are due;
 * so does an item whose review somebody holds locked at this moment, since a round waits for nobody.
 */
export async function keepLooks(tx: Transaction, looked: readonly Looked[]): Promise<void> {
  const rows = looked.map(({ look, ...one }) => ({
    ...one,
    hashes: look?.pictures.map(String) ?? [],
    fold: look?.text?.fold ?? null,
    near: look?.text?.near ?? null,
    key: look && searchKey(look),
  }))
  await sql`
    with n as (
      select * from jsonb_to_recordset(${rowsOf(rows)}::jsonb)
        as n("itemId" text, "submittedAt" timestamptz, hashes bigint[], fold bigint, near bigint, key bigint, heap uuid,
             leads boolean, tries int, "dueAt" timestamptz)
    ), mine as (
      select l.item_id from audits.look l join n on n."itemId" = l.item_id and n."submittedAt" = l.submitted_at
       order by l.item_id for no key update of l skip locked
    ), open as (
      select r.id, r.item_id from audits.review r join mine m on m.item_id = r.item_id
       where r.state = 'waiting' and r.purpose = 'first'
       order by r.id for no key update of r skip locked
    ), ready as (
      select m.item_id from mine m
       where exists (select from open o where o.item_id = m.item_id)
          or not exists (select from audits.review r
                          where r.item_id = m.item_id and r.state = 'waiting' and r.purpose = 'first')
    ), written as (
      update audits.look l
         set hashes = n.hashes, fold = n.fold, near = n.near, key = n.key, heap = n.heap, leads = n.leads, tries = n.tries,
             due_at = n."dueAt"
        from n join ready on ready.item_id = n."itemId"
       where l.item_id = n."itemId"
    )
    update audits.review r set heap = n.heap
      from open o join ready on ready.item_id = o.item_id join n on n."itemId" = o.item_id
     where r.id = o.id and r.heap is distinct from n.heap`.execute(tx)
}
