// How names are compared with those of a sanctions list: ignoring case, diacritics and order, and by their sound, since lists and
// banks write the same name in different spellings. Pure.

/** Letters that normalisation leaves as they are. */
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Titles, articles and company forms, which identify nobody. */
const particles = new Set(
  'al el bin ibn ben bint de del der di la le van von mr mrs ms dr ltd llc inc co corp company limited gmbh sa'.split(
    ' ',
  ),
)

/** Distinct words of a name in order, without particles if other words remain. */
export function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter]!)
    .replaceAll(/['’ʼ`´]/g, '')
  const words = [...new Set(plain.match(/[\p{L}\p{N}]+/gu))].toSorted()
  const significant = words.filter((word) => !particles.has(word))
  return significant.length > 0 ? significant : words
}

/**
 * A Latin word by its consonants, so that transliterations of one name agree: *Mohammed* and *Muhamad*, *Youssef* and *Yusuf*.
 * Words of other scripts stay as they are.
 */
export function phoneticKey(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const received = word
    .replaceAll('ph', 'f')
    .replaceAll('x', 'ks')
    .replaceAll(/([bcdgkrstz])h/g, '$1')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ck|[qc]/g, 'k')
    .replaceAll('w', 'v')
    .replaceAll('z', 's')
    .replaceAll(/[jy]/g, 'i')
  const first = /^[aeiou]/.test(received) ? 'a' : received[0]!
  return (
    first +
    received
      .slice(1)
      .replaceAll(/[aeiouh]/g, '')
      .replaceAll(/(.)\1+/g, '$1')
      .replace(new RegExp(`^${first}`), '')
  )
}

/** A name as it is looked up. */
export type Key = {
  /** Its words, in order, joined. */
  key: string
  /** Their sounds, distinct and in order, joined. */
  sounds: string
  /** The longest sound, by which a listed name is found within a longer one. */
  pivot: string
}

/** Null for a text without letters or digits. */
export function keyOf(name: string): Key | null {
  const words = wordsOf(name)
  if (words.length === 0) return null
  const sounds = [...new Set(words.map(phoneticKey))].toSorted()
  const pivot = sounds.reduce((longest, sound) => (sound.length > longest.length ? sound : longest))
  return { key: words.join(' '), sounds: sounds.join(' '), pivot }
}

/** Minimum length in sounds: shorter names would match nearly everything. */
export const leastSounds = 2
export const leastLetters = 5
