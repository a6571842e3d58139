// The idempotency key of a money operation: a retry after a lost answer returns the first outcomes, and nothing moves twice. Other users,
// amounts or reasons make another operation.

let waiting: { content: string; id: string } | undefined

/** A random UUID; also without https, where browsers lack `randomUUID`. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The id for this content: the same one until its answer arrives. */
export function operationIdFor(content: unknown): string {
  const text = JSON.stringify(content)
  if (waiting?.content !== text) waiting = { content: text, id: newUuid() }
  return waiting.id
}

/** The server has answered, with success or a refusal. */
export function operationAnswered(): void {
  waiting = undefined
}
