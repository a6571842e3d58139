import { label } from '../ui/labels.ts'
import { type Availability, reasonKeys } from './action.ts'

/** The text why something is not possible; undefined if it is. `id` is the record's or action's id. */
export const refusalOf = (room: string, may: Availability, id?: string): string | undefined =>
  may === true ? undefined : label(reasonKeys(room, may, id))
