import { label } from '../ui/labels.ts'
import { type Availability, reasonKeys } from './action.ts'

/** Why something cannot be done, in words; undefined where it can. `about` is the thing's or the action's id. */
export const refusalOf = (room: string, may: Availability, about?: string): string | undefined =>
  may === true ? undefined : label(reasonKeys(room, may, about))
