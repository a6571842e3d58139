import { declaredCalls } from '@greenroom/contract/rooms'

/** How the rows of a list are named, by the list's contract name. */
const fields = new Map(declaredCalls.flatMap(({ call }) => Object.entries(call.over ?? {})))

/** Reads the id that batch calls take off a record of this list; undefined where no batch call is made over it. */
export function fieldOf(list: string): ((record: unknown) => string) | undefined {
  const field = fields.get(list)
  return field === undefined ? undefined : (record) => String((record as Record<string, unknown>)[field])
}
