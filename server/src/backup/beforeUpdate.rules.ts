// Which backups of updates there are, and which are no longer needed.

/** A backup that was taken before an update; `id` is its time, by which they sort. */
export type Update = { from: string; to: string; id: string }

/** How many are kept. */
const kept = 3

const form = /^(.+)-to-(.+)-(\d{8}t\d{6}z)$/

/** The name of its folder. */
export const nameOfUpdate = ({ from, to, id }: Update): string => `${from}-to-${to}-${id}`

/** The updates whose folders have these names, oldest first; other names are of something else. */
export const updatesIn = (names: readonly string[]): Update[] =>
  names
    .flatMap((name): Update[] => {
      const [, from, to, id] = form.exec(name) ?? []
      return from !== undefined && to !== undefined && id !== undefined ? [{ from, to, id }] : []
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/**
 * The ones to remove: those before the newest three, and each that was taken before the same update was tried again, so that an update that
 * fails at every start pushes none of the others out.
 */
export function superseded(updates: readonly Update[]): Update[] {
  const repeated = updates.filter(({ from, to }, at) =>
    updates.slice(at + 1).some((later) => later.from === from && later.to === to),
  )
  const rest = updates.filter((one) => !repeated.includes(one))
  return [...repeated, ...rest.slice(0, Math.max(0, rest.length - kept))]
}
