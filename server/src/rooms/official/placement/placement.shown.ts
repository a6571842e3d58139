// The order of a position, and what a viewer currently sees of it.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { textFor } from '@greenroom/contract/localized'
import { placementOrder, placementShown } from '@greenroom/contract/official'
import { placementsOrdered } from '@greenroom/contract/sentences/official'
import { type Span, scheduleOf, shownTo, stateAt } from '@greenroom/contract/shown'
import { positionSlots } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { type Reader, type Transaction, type ValueOf, violates } from '../../../kit/database/database.ts'
import { record } from '../../../log/index.ts'
import { type PlacementRow, plannedOf, sendPlacements } from './placement.forApp.ts'
import type { Kind } from './placement.rules.ts'

type Position = ValueOf<'official.placement', 'position'>

const ahead = 30 * 86_400_000

const ofPosition = (reader: Reader, kind: Kind, position: Position) =>
  reader
    .selectFrom('official.placement')
    .selectAll()
    .where('kind', '=', kind)
    .where('position', '=', position)
    .orderBy('sort')

/** Reorders a position. @throws Refusal 20000 if `ids` are not exactly the position's. */
const order = (context: Context, payload: Parsed<typeof placementOrder>, fileUrl: string) =>
  context
    .tx((tx) => putInOrder(tx, context, payload, fileUrl))
    .catch((error: unknown) => {
      // Another one was added to the position meanwhile.
      throw violates(error, 'placement_sort') ? refuseBecause(20000, 'ids', 'placement.order') : error
    })

async function putInOrder(
  tx: Transaction,
  context: Context,
  { kind, position, ids }: Parsed<typeof placementOrder>,
  fileUrl: string,
): Promise<{}> {
  const before = await ofPosition(tx, kind, position).forUpdate().execute()
  const known = new Set(before.map(({ id }) => id))
  if (ids.length !== known.size || new Set(ids).size !== known.size || ids.some((id) => !known.has(id)))
    throw refuseBecause(20000, 'ids', 'placement.order')
  await sql`
    update official.placement p
       set sort = n.place::int, updated_by = ${staffOf(context).username}, updated_at = ${context.now},
           version = p.version + 1
      from unnest(${ids}::int[]) with ordinality as n(id, place)
     where p.id = n.id and p.sort <> n.place`.execute(tx)
  await record(tx, context, {
    target: `placement ${kind} ${position}`,
    content: placementsOrdered({ kind, position, count: ids.length }),
    before: { ids: before.map(({ id }) => id) },
    after: { ids },
  })
  if (before.some(({ enabled }) => enabled)) await sendPlacements(tx, context.now, kind, fileUrl)
  return {}
}

async function shown(
  { database, now }: Context,
  payload: Parsed<typeof placementShown>,
  fileUrl: string,
): Promise<Answer<typeof placementShown>> {
  const { kind, position } = payload
  const rows = await ofPosition(database, kind, position).execute()
  const at = now.getTime()
  const language = payload.language ?? 'en'
  const viewer = {
    country: payload.country ?? '',
    sex: payload.sex ?? 'none',
    language,
    build: payload.build ?? 1_000_000_000,
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  const plans = rows.map(plannedOf)
  const slots = positionSlots[position]
  const seen = shownTo(plans, viewer, at)
    .slice(0, slots)
    .map(({ id }) => byId.get(id)!)
  const { clashes, gaps } = scheduleOf(plans, slots, at, at + ahead)
  const mimes = await uploadedFor(
    database,
    ['banner', 'activity'],
    seen.flatMap(({ picture_id }) => picture_id ?? []),
  )
  const spanOf = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  const pictureOf = ({ picture_id }: PlacementRow) =>
    picture_id && { fileId: picture_id, url: fileAddress(fileUrl, picture_id, mimes.get(picture_id)) }
  return {
    at: now.toISOString(),
    slots,
    shown: seen.map((row) => ({
      id: row.id,
      name: row.name,
      picture: pictureOf(row) || null,
      text: textFor(row.texts as Record<string, string>, language) ?? '',
      link: row.link,
    })),
    clashes: clashes.map((span) => ({ ...spanOf(span), names: span.ids.map((id) => byId.get(id)!.name) })),
    gaps: gaps.map(spanOf),
    order: plans.map((plan, index) => ({
      id: plan.id,
      name: rows[index]!.name,
      state: stateAt(plan, at),
      enabled: plan.enabled,
      from: plan.from,
    })),
  }
}

export const shownRoutes = (fileUrl: string): Served[] => [
  serve(placementOrder, (context, payload) => order(context, payload, fileUrl)),
  serve(placementShown, (context, payload) => shown(context, payload, fileUrl)),
]
