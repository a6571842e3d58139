// Text in queries.

const typed = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern for "contains"; `%` and `_` are taken literally. */
export const containing = (text: string): string => `%${typed(text)}%`

/** The pattern of `like` for texts that begin with this one. */
export const startingWith = (text: string): string => `${typed(text)}%`
