// Texts as queries take them.

/** The pattern of `ilike` for texts that contain this one; `%` and `_` are what the reader typed, not wildcards. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
