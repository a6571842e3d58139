// Replays and drops events that the server kept after five failures.
import type { Parsed } from '@greenroom/contract/call'
import type { heldEventDrop, heldEventReplay } from '@greenroom/contract/clients'
import { heldEventEnded } from '@greenroom/contract/sentences/bridge'
import { heldOwner, type Replay, type ReplayEnding, reasonOf } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone, type Outcome } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause } from '../../../kit/calls/refusal.ts'
import { isServersFault } from '../../../kit/database/unreachable.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { isUuid } from '../../../kit/random.ts'
import { bisect } from '../../../kit/work/bisect.ts'
import { recordMany } from '../../../log/index.ts'
import * as queries from './bridgeHeld.queries.ts'
import { clientName, heldOf, whyNotDrop, whyNotReplay } from './bridgeHeld.rules.ts'

export type HeldServices = { seals: Seals; replay: Replay }

const target = ({ id }: queries.HeldRow) => `event ${id}`

/** Outcomes in the order of `ids`: by `outcomeOf` for the rows that exist, else 10032. */
const outcomesOf = (
  ids: readonly string[],
  rows: readonly queries.HeldRow[],
  outcomeOf: (row: queries.HeldRow) => Outcome,
): Outcome[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    return row ? outcomeOf(row) : notDone(id, 10032)
  })
}

/**
 * Replays held and dropped events; others are refused with a reason (20000), unknown ids with 10032. An event that fails
 * again stays as it is, with the new reason (10001); the others of the call are taken in.
 */
export async function replayHeld(
  { seals, replay }: HeldServices,
  context: Context,
  payload: Parsed<typeof heldEventReplay>,
) {
  const work = async (ids: readonly string[]): Promise<Outcome[]> => {
    const { outcomes } = await batch(context, async (tx) => {
      const rows = await queries.lockHeld(tx, ids)
      const open = rows.filter((row) => whyNotReplay(row) === null)
      const held = open.map((row) => ({
        id: row.id,
        clientId: row.client_id,
        client: clientName(row),
        line: seals.open(row.sealed!, heldOwner(row.id)),
      }))
      const endings = await replay(tx, { staff: staffOf(context).username, now: context.now }, held)
      const ended = open.flatMap((row) => {
        const ending = endings.get(row.id)!
        return 'unreadable' in ending ? [] : [{ row, refused: ending.refused }]
      })
      await recordMany(
        tx,
        context,
        ended.map(({ row, refused }) => ({
          target: target(row),
          content: heldEventEnded({ type: row.type, client: clientName(row), how: refused ?? 'replayed' }),
          before: heldOf(row),
          after: { ...heldOf(row), state: refused === null ? 'replayed' : 'refused', errorCode: refused },
          reason: payload.reason,
        })),
      )
      return outcomesOf(ids, rows, (row) => {
        const why = whyNotReplay(row)
        return why === null ? outcomeOf(row.id, endings.get(row.id)!) : notDone(row.id, 20000, because(`event.${why}`))
      })
    })
    return outcomes
  }
  const alone = async (id: string, error: unknown): Promise<Outcome> => {
    const why = reasonOf(error)
    await context.database.transaction().execute((tx) => queries.failedAgain(tx, id, why, context.now))
    return notDone(id, 10001, because('event.failedAgain', { why }))
  }
  const ids = chosen(payload.ids, 'ids')
  if (!ids.every(isUuid)) throw refuseBecause(10009, 'ids', 'event.id')
  return { outcomes: await bisect(ids, { work, alone, isSystemic: isServersFault }) }
}

const outcomeOf = (id: string, ending: ReplayEnding): Outcome =>
  'unreadable' in ending ? notDone(id, 20000, because('event.unreadable', { why: ending.unreadable })) : done(id)

/** Drops held events: they are applied only if the app sends them again, or staff replay them within 90 days. */
export function dropHeld(context: Context, payload: Parsed<typeof heldEventDrop>) {
  const ids = chosen(payload.ids, 'ids')
  if (!ids.every(isUuid)) throw refuseBecause(10009, 'ids', 'event.id')
  return batch(context, async (tx) => {
    const rows = await queries.lockHeld(tx, ids)
    const open = rows.filter((row) => whyNotDrop(row) === null)
    await queries.drop(
      tx,
      open.map(({ id }) => id),
      staffOf(context).username,
      context.now,
    )
    await recordMany(
      tx,
      context,
      open.map((row) => ({
        target: target(row),
        content: heldEventEnded({ type: row.type, client: clientName(row), how: 'dropped' }),
        before: heldOf(row),
        after: { ...heldOf(row), state: 'dropped' },
        reason: payload.reason,
      })),
    )
    return outcomesOf(ids, rows, (row) => {
      const why = whyNotDrop(row)
      return why === null ? done(row.id) : notDone(row.id, 20000, because(`event.${why}`))
    })
  })
}
