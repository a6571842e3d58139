// Parses a pasted list of ids: from a table, a chat or a file, with any separators.

const between = /[\s,;，；、]+/

export type Pasted = {
  /** Distinct ids in their first order. */
  ids: number[]
  /** The number of duplicates dropped. */
  duplicates: number
  /** An invalid entry and its line, counted from 1. */
  wrong: { text: string; line: number }[]
}

/** Parses a pasted list: ids are separated by spaces, line breaks, commas or semicolons, also full-width ones. */
export function readIds(pasted: string): Pasted {
  const found = new Set<number>()
  const wrong: Pasted['wrong'] = []
  let read = 0
  for (const [at, line] of pasted.split(/\r?\n/).entries()) {
    for (const text of line.split(between)) {
      if (text === '') continue
      const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
      if (id < 1) {
        wrong.push({ text, line: at + 1 })
        continue
      }
      read++
      found.add(id)
    }
  }
  return { ids: [...found], duplicates: read - found.size, wrong }
}

/** The pasted text without these words; lines left empty are removed. */
export function withoutWords(pasted: string, words: ReadonlySet<string>): string {
  return pasted
    .split(/\r?\n/)
    .map((line) => line.split(between).filter((text) => text !== '' && !words.has(text)))
    .filter((kept) => kept.length > 0)
    .map((kept) => kept.join(' '))
    .join('\n')
}

/** The line of an id's first occurrence, counted from 1; 0 if absent. */
export const lineOf = (pasted: string, id: number): number =>
  pasted.split(/\r?\n/).findIndex((line) => line.split(between).some((text) => Number(text) === id && text !== '')) + 1
