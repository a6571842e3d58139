// Every declared record, for the log's view of changes and for tests.
import type { RecordSpec } from '../record.ts'
import * as audits from './audits.ts'
import * as official from './official.ts'
import * as system from './system.ts'

const isRecord = (value: object): value is RecordSpec => 'thing' in value && 'verbs' in value

export const records: readonly RecordSpec[] = [
  ...Object.values<object>(system),
  ...Object.values<object>(audits),
  ...Object.values<object>(official),
].filter(isRecord)

/** The record whose operations are `<thing>.save` and so on. */
export const recordOf = (thing: string): RecordSpec | undefined => records.find((record) => record.thing === thing)
