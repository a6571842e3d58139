// What a waiting request holds: nothing else is done with it meanwhile.
import type { World } from './world.ts'

const heldBy = new Map<string, ReadonlySet<string>>()

/** The request holds what has these keys. */
export const holds = (approvalId: string, ...keys: string[]): void => void heldBy.set(approvalId, new Set(keys))

/** Whether a request that holds this waits. */
export const isHeld = ({ model }: World, key: string): boolean =>
  [...model.pending.values()].some(({ id }) => heldBy.get(id)?.has(key))
