// Untrusted text in the console log.

const control = /\p{Cc}/gu
const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (character: string) =>
  escaped[character] ?? `\\x${character.codePointAt(0)!.toString(16).padStart(2, '0')}`

/** The text on one line, with control characters escaped against log forging and terminal escapes. */
export const oneLine = (text: string): string => text.replace(control, escape)

/** Also a copy of an error, as pg-boss reports them. */
function isLikeAnError(error: unknown): error is { name?: string; message: string; stack?: string } {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string'
}

/** An error for the log: its stack with real line breaks, and its message, which may quote user input, on one line. */
export function errorText(error: unknown): string {
  if (!isLikeAnError(error)) return oneLine(String(error))
  const { name = 'Error', stack = '', message } = error
  const head = oneLine(`${name}: ${message}`)
  // After the message, which could contain lines that look like a stack.
  const from = stack.indexOf(message) + message.length
  const at = stack.indexOf('\n    at ', from)
  return at < 0 ? head : head + stack.slice(at)
}

const reasonLength = 500

/** An error's message alone, for people who read why something failed. */
export const reasonOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, reasonLength)
