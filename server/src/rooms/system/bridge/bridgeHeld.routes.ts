import { heldEventDrop, heldEventList, heldEventReplay } from '@greenroom/contract/clients'
import { heldOwner } from '../../../bridge/index.ts'
import { levelOn, staffOf } from '../../../kit/calls/context.ts'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { optionText } from '../../../texts/catalogue.ts'
import { type HeldRow, heldPage } from './bridgeHeld.queries.ts'
import { heldShown } from './bridgeHeld.rules.ts'
import { dropHeld, type HeldServices, replayHeld } from './bridgeHeld.service.ts'

/** The kept line; null if there is none, or it can't be opened: the other rows are shown all the same. */
function lineOf({ seals }: HeldServices, row: HeldRow): string | null {
  try {
    return row.sealed === null ? null : seals.open(row.sealed, heldOwner(row.id))
  } catch {
    return null
  }
}

export const heldRoutes = (services: HeldServices): Served[] => [
  serveList(
    heldEventList,
    async (context, payload) => {
      const page = await heldPage(context, payload)
      const mayWrite = levelOn(staffOf(context), 'system.bridge') === 3
      return mapPage(page, (row) => heldShown(row, lineOf(services, row), mayWrite))
    },
    [
      { heading: 'system:columns.eventId', value: (row) => row.eventId },
      { heading: 'system:columns.type', value: (row) => row.type },
      {
        heading: 'system:columns.state',
        value: (row, context) => optionText('system:options.state', row.state, context.language),
      },
      { heading: 'system:columns.client', value: (row) => row.client },
      { heading: 'system:columns.happenedAt', value: (row) => new Date(row.happenedAt) },
      { heading: 'system:columns.tries', value: (row) => row.tries },
      { heading: 'system:columns.firstFailedAt', value: (row) => new Date(row.firstFailedAt) },
      { heading: 'system:columns.lastFailedAt', value: (row) => new Date(row.lastFailedAt) },
      { heading: 'system:columns.reason', value: (row) => row.reason },
      { heading: 'system:columns.errorCode', value: (row) => row.errorCode },
      { heading: 'system:columns.endedBy', value: (row) => row.endedBy },
      { heading: 'system:columns.endedAt', value: (row) => row.endedAt && new Date(row.endedAt) },
      { heading: 'system:columns.line', value: (row) => row.line },
    ],
  ),
  serve(heldEventReplay, (context, payload) => replayHeld(services, context, payload)),
  serve(heldEventDrop, dropHeld),
]
