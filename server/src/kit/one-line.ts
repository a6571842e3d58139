// Texts of others in the console log.

const control = /\p{Cc}/gu
const escaped: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (character: string) =>
  escaped[character] ?? `\\x${character.codePointAt(0)!.toString(16).padStart(2, '0')}`

/** The text on one line: a caller's control characters neither begin a line of their own nor steer a terminal. */
export const oneLine = (text: string): string => text.replace(control, escape)

/**
 * An error for the log: its stack, whose own lines are kept apart by our line ends. The message, which may repeat what a
 * caller sent, is on one line.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const { stack = '', message } = error
  const head = oneLine(`${error.name}: ${message}`)
  // Behind the message, which could hold lines that look like the stack's.
  const from = stack.indexOf(message) + message.length
  const at = stack.indexOf('\n    at ', from)
  return at < 0 ? head : head + stack.slice(at)
}
