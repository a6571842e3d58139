// What somebody who only looks may call.
import type { Call } from '@greenroom/contract/call'
import type { Seeing } from '../../kit/calls/context.ts'
import { type Refusal, refuseBecause } from '../../kit/calls/refusal.ts'
import type { Database } from '../../kit/database/database.ts'
import { isReadOnly, readingOnly } from '../../kit/database/readOnly.ts'

/** Minutes that one look lasts. */
export const looksFor = 30

/**
 * Whether a request does something: every call with an operation, what is told once, uploads, and files, which outlast the look. What shows
 * personal data with a reason has an operation, too.
 */
export const isAct = ({ operation, encoding, exportable }: Call, payload: object): boolean =>
  operation !== undefined ||
  encoding === 'multipart' ||
  (exportable === true && 'export' in payload && payload.export !== '' && payload.export !== undefined)

export const refuseAct = ({ name }: Seeing): Refusal => refuseBecause(10026, '', 'seeAs.acts', { name })

/** Runs a handler with a database that cannot be written, so that also a read that keeps something of its own is refused rather than done. */
export const onlyLooking = <T>(
  seeing: Seeing,
  database: Database,
  work: (reader: Database) => Promise<T>,
): Promise<T> =>
  readingOnly(database, work).catch((error: unknown) => {
    throw isReadOnly(error) ? refuseAct(seeing) : error
  })
