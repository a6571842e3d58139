// What a name is: it shows something, and no other looks like it.

/** Characters that show nothing: spaces, zero-width ones, fillers, variation selectors, the empty Braille pattern and the empty note. */
const unseen = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\u{1D159}]/gu

/** Whether a text shows anything at all. */
export const visibleName = (text: string): boolean => text.replaceAll(unseen, '') !== ''

// Decomposed letters in lower case, and below each the one it is counted as. A letter counts as another if their capitals look alike, since
// keys have no case. No two letters of one alphabet become the same, so that names of one language only collide if they are equal.
const alike = 'авекмнорстухіѕјԁԛԝαβεζηικμνορτυχςıɑɡ‐‒–—―−‘’ʼ‧・•'
const counted = "abekmhopctyxisjdqwabezhikmnoptyxσiag------'''···"

const countedAs = new Map(Array.from(alike, (letter, index) => [letter, counted[index]!]))

/**
 * What makes a name unique: two names with the same key look the same, or nearly. Case, width and composition don't count, nor do spaces
 * and characters that show nothing; Cyrillic and Greek letters count as the Latin ones that they look like.
 *
 * The database's `kit.name_key` is the same function, and unique indexes stand on it: a change of one is a change of both, in a migration
 * that builds the indexes again.
 */
export const nameKey = (name: string): string =>
  Array.from(name.normalize('NFKD').replaceAll(unseen, ''), (letter) => {
    const lower = letter.toLowerCase()
    return countedAs.get(lower) ?? lower
  })
    .join('')
    .normalize('NFKC')
