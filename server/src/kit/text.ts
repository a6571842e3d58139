// Texts as queries take them.

const typed = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of `ilike` for texts that contain this one; `%` and `_` are what the reader typed, not wildcards. */
export const containing = (text: string): string => `%${typed(text)}%`

/** The pattern of `like` for texts that begin with this one. */
export const startingWith = (text: string): string => `${typed(text)}%`
