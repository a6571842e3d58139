// Payloads and results of the calls of boards.
import { z } from 'zod'
import { cohortGroups } from './dashboards.ts'
import { line, listOf, nothing, optional, rowId, version } from './fields.ts'
import { anyDashboard, compare, filters } from './indicators.schema.ts'

/** Roles that one board is shared with. */
const roleIds = () => listOf(rowId(), 50)

const board = {
  boardId: z.number().int(),
  name: z.string(),
  version: z.number().int(),
  /** The owner. */
  by: z.string(),
  own: z.boolean(),
  roles: z.array(z.object({ roleId: z.number().int(), name: z.string() })),
  pins: z.number().int(),
  mayDelete: z.boolean(),
}

/** What a pin shows: a figure as a tile, or a chart of a dashboard, under the filters it was pinned with. */
const shown = {
  kind: anyDashboard,
  as: z.enum(['figure', 'chart']),
  key: z.string(),
  /** The number of days up to today; null for a fixed span. */
  days: z.number().int().nullable(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  country: z.array(z.string()),
  channel: z.array(z.string()),
  platform: z.array(z.enum(['ios', 'android', 'web'])),
  sex: z.enum(['woman', 'man', 'none']).nullable(),
  compare: z.enum(['before', 'year']).nullable(),
  group: z.enum(cohortGroups).nullable(),
}

export const boardList = {
  payload: z.object({}),
  answer: z.object({ boards: z.array(z.object(board)) }),
}

export const boardInfo = {
  payload: z.object({ boardId: rowId() }),
  answer: z.object({
    ...board,
    figures: z.array(
      z.object({
        pinId: z.number().int(),
        /** Null where the caller's rights do not allow the dashboard. */
        shown: z.object(shown).nullable(),
      }),
    ),
  }),
}

export const boardRoles = {
  payload: z.object({}),
  answer: z.object({ roles: z.array(z.object({ roleId: z.number().int(), name: z.string() })) }),
}

export const boardSave = {
  payload: z.object({
    boardId: optional(rowId()),
    /** The board to change. */
    version: optional(version()),
    name: line(60),
    roleIds: roleIds(),
  }),
  answer: z.object({ boardId: z.number().int() }),
}

export const boardDelete = { payload: z.object({ boardId: rowId() }), answer: nothing() }

export const boardPin = {
  payload: z.object({
    /** A board of the caller; without it, a new board of this name. */
    boardId: optional(rowId()),
    name: optional(line(60)),
    kind: anyDashboard,
    as: z.enum(['figure', 'chart']),
    key: line(40),
    ...filters,
    compare,
    group: optional(z.enum(cohortGroups)),
  }),
  answer: z.object({ boardId: z.number().int(), pinId: z.number().int() }),
}

export const boardUnpin = { payload: z.object({ boardId: rowId(), pinId: rowId() }), answer: nothing() }

export const boardOrder = {
  payload: z.object({ boardId: rowId(), pinIds: listOf(rowId(), 100) }),
  answer: nothing(),
}
