// Payloads and results of errors of the front end.
import { z } from 'zod'
import {
  can,
  count,
  instant,
  line,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  rowId,
  rowIds,
  timeRange,
} from './fields.ts'
import { frontErrorKinds, frontErrorStates } from './statesAndKinds.ts'

/** Cut to their lengths by the page that reports, and cleaned by both sides: no contents of forms, addresses or numbers. */
export const frontErrorReport = {
  payload: z.object({
    /** The build: the name of its entry file. */
    release: z.string().max(60),
    /** The first two parts of the address, which name the screen. */
    screen: z.string().max(80),
    kind: z.enum(frontErrorKinds),
    message: z.string().max(300),
    stack: z.string().max(4_000),
  }),
  answer: nothing(),
}

export const frontErrorList = {
  payload: listPayload({
    frontErrorId: optional(rowId()),
    state: optional(z.enum(frontErrorStates)),
    kind: optional(z.enum(frontErrorKinds)),
    screen: optional(line(80)),
    release: optional(line(60)),
    ...timeRange,
  }),
  answer: pageOf(
    z.object({
      id: count(),
      release: z.string(),
      screen: z.string(),
      kind: z.enum(frontErrorKinds),
      state: z.enum(frontErrorStates),
      message: z.string(),
      stack: z.string(),
      /** Of the browser that reported it first, without its version's details. */
      browser: z.string(),
      times: count(),
      firstAt: instant(),
      lastAt: instant(),
      knownBy: z.string(),
      can: can('know'),
    }),
  ),
}

export const frontErrorKnow = { payload: z.object({ ids: rowIds() }), answer: outcomes() }
