import { declaredCalls } from '@greenroom/contract/rooms'

/** The id field of each list's rows, by the list's contract name. */
const fields = new Map(declaredCalls.flatMap(({ call }) => Object.entries(call.over ?? {})))

/** Reads a record's id for batch calls; undefined if no batch call runs over this list. */
export function fieldOf(list: string): ((record: unknown) => string) | undefined {
  const field = fields.get(list)
  return field === undefined ? undefined : (record) => String((record as Record<string, unknown>)[field])
}
