// Payloads of the Data indicators calls: those that read, and a valid one of each that changes something.
import * as indicators from '@greenroom/contract/indicators'
import type { World } from './world.ts'
import type { Write } from './writes.ts'

const kind = 'live'
const note = { kind, fromDay: '2026-11-20', toDay: '2026-11-21', about: 'release', text: 'New gifts' } as const

export const indicatorReads: Record<string, () => Promise<Record<string, string | number>>> = {
  indicatorFigures: async () => ({ kind }),
  indicatorDifference: async () => ({ kind, figure: 'sessions' }),
  indicatorPeople: async () => ({ kind, figure: 'sessions' }),
  indicatorOptions: async () => ({ kind }),
}

export const indicatorWrites: Record<string, Write> = {
  dayNoteAdd: { leaves: 'after', payload: async () => note },
  dayNoteDelete: {
    leaves: 'before',
    payload: async ({ admin }: World) => ({ kind, id: (await admin.call(indicators.dayNoteAdd, note)).id }),
  },
}
