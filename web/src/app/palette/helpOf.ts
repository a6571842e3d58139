// What the help on `?` lists. Pure.
import type { Shortcut } from '../../session/shortcuts.ts'

/** A line of the help: everything that does the same. */
export type Help = { labelKey: string; keys: readonly string[] }

/**
 * The lines of the help, in the order in which screens declare their keys, the most important first. Of equal keys the newest counts, as when
 * they are pressed; keys that do the same share a line.
 */
export function helpOf(shortcuts: readonly Shortcut[]): Help[] {
  const inForce = shortcuts.filter(({ keys }, at) => shortcuts.findLastIndex((other) => other.keys === keys) === at)
  return [...Map.groupBy(inForce, ({ labelKey }) => labelKey)].map(([labelKey, same]) => ({
    labelKey,
    keys: same.map(({ keys }) => keys),
  }))
}
