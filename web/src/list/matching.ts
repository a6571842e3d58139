// Options by how well they match what was typed: "ind" puts India before Indonesia, and both before British Indian Ocean Territory. Pure.
import type { OptionsFilter } from '@mantine/core'

type Option = { value: string; label: string }

/** How an option matches, the best first; undefined if it does not. */
function rankOf({ value, label }: Option, query: string): number | undefined {
  const name = label.toLocaleLowerCase()
  if (name === query || value.toLocaleLowerCase() === query) return 0
  if (name.startsWith(query)) return 1
  const at = name.indexOf(query)
  if (at < 0) return undefined
  return /[\p{L}\p{N}]/u.test(name[at - 1]!) ? 3 : 2
}

/** The matching options: whole names and codes, names that begin so, words that begin so, others; shorter names first, then as given. */
export function bestMatches<O extends Option>(options: readonly O[], typed: string): O[] {
  const query = typed.trim().toLocaleLowerCase()
  if (query === '') return [...options]
  return options
    .flatMap((option) => {
      const rank = rankOf(option, query)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.option.label.length - b.option.label.length)
    .map(({ option }) => option)
}

/** The same for a searched field whose options have no groups. */
export const bestFirst: OptionsFilter = ({ options, search }) =>
  bestMatches(
    options.filter((option) => 'value' in option),
    search,
  )
