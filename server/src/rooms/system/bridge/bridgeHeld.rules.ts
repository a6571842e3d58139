// What may be done with an event that failed, and how it is shown.
import type { RecordOf } from '@greenroom/contract/call'
import type { heldEventList } from '@greenroom/contract/clients'
import { withoutContacts } from '../../../kit/contacts.ts'
import type { HeldRow } from './bridgeHeld.queries.ts'

type Held = RecordOf<typeof heldEventList>
type Facts = Pick<HeldRow, 'state'>

/** Why it can't be replayed; null if it can. A dropped one can, as long as it is stored. */
export const whyNotReplay = ({ state }: Facts): 'failing' | 'decided' | null =>
  state === 'failing' ? 'failing' : state === 'held' || state === 'dropped' ? null : 'decided'

/** Why it can't be dropped; null if it can. */
export const whyNotDrop = ({ state }: Facts): 'failing' | 'decided' | 'dropped' | null =>
  state === 'dropped' ? 'dropped' : whyNotReplay({ state })

export const clientName = (row: Pick<HeldRow, 'client' | 'client_id'>): string => row.client ?? `#${row.client_id}`

/** The event as logged. */
export const heldOf = (row: Pick<HeldRow, 'id' | 'type' | 'happened_at' | 'state' | 'tries' | 'reason'>) => ({
  eventId: row.id,
  type: row.type,
  happenedAt: row.happened_at.toISOString(),
  state: row.state,
  tries: row.tries,
  reason: row.reason,
})

const shownLength = 2_000

/** @param line the kept line; null if there is none. */
export const heldShown = (row: HeldRow, line: string | null, mayWrite: boolean): Held => ({
  eventId: row.id,
  client: clientName(row),
  type: row.type,
  happenedAt: row.happened_at.toISOString(),
  state: row.state as Held['state'],
  tries: row.tries,
  firstFailedAt: row.first_failed_at.toISOString(),
  lastFailedAt: row.last_failed_at.toISOString(),
  reason: row.reason,
  errorCode: row.code,
  endedBy: row.ended_by,
  endedAt: row.ended_at?.toISOString() ?? null,
  line: line === null ? '' : withoutContacts(line).slice(0, shownLength),
  can: {
    replay: mayWrite ? (whyNotReplay(row) ?? true) : 'readOnly',
    drop: mayWrite ? (whyNotDrop(row) ?? true) : 'readOnly',
  },
})
