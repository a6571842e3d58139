// Payloads of the Data indicators calls: for reading calls, and a valid one for each call that changes something.
import * as boards from '@greenroom/contract/boards'
import * as indicators from '@greenroom/contract/indicators'
import { unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

const kind = 'live'
const note = { kind, fromDay: '2026-11-20', toDay: '2026-11-21', about: 'release', text: 'New gifts' } as const

const aBoard = async ({ admin }: World): Promise<number> =>
  (await admin.call(boards.boardSave, { name: unique('Board '), roleIds: [] })).boardId
const pin = { kind, as: 'figure', key: 'viewers' } as const
async function aPin(world: World) {
  const boardId = await aBoard(world)
  return { boardId, pinId: (await world.admin.call(boards.boardPin, { boardId, ...pin })).pinId }
}

export const indicatorReads = (world: World): Record<string, () => Promise<Record<string, string | number>>> => ({
  boardInfo: async () => ({ boardId: await aBoard(world) }),
  indicatorFigures: async () => ({ kind }),
  indicatorDifference: async () => ({ kind, figure: 'sessions' }),
  indicatorBy: async () => ({ kind, figure: 'sessions', by: 'country' }),
  indicatorPeople: async () => ({ kind, figure: 'sessions' }),
  indicatorRecords: async () => ({ kind, figure: 'sessions' }),
  indicatorReturned: async () => ({}),
  indicatorOptions: async () => ({ kind }),
})

export const indicatorWrites: Record<string, Write> = {
  boardSave: { leaves: 'after', payload: async () => ({ name: unique('Board '), roleIds: [] }) },
  boardDelete: { leaves: 'before', payload: async (world) => ({ boardId: await aBoard(world) }) },
  boardPin: { leaves: 'after', payload: async (world) => ({ boardId: await aBoard(world), ...pin }) },
  boardUnpin: { leaves: 'before', payload: aPin },
  boardOrder: {
    leaves: 'both',
    payload: async (world) => {
      const { boardId, pinId } = await aPin(world)
      const second = await world.admin.call(boards.boardPin, { boardId, ...pin, as: 'chart', key: 'viewers' })
      return { boardId, pinIds: [second.pinId, pinId] }
    },
  },
  dayNoteAdd: { leaves: 'after', payload: async () => note },
  dayNoteDelete: {
    leaves: 'before',
    payload: async ({ admin }: World) => ({ kind, id: (await admin.call(indicators.dayNoteAdd, note)).id }),
  },
}
