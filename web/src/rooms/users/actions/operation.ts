// The idempotency key of a money operation: a retry after a lost answer returns the first outcomes, and nothing moves twice. Other users,
// amounts or reasons make another operation.
import { newId } from '@greenroom/contract/operationId'

let waiting: { content: string; id: string } | undefined

/** The id for this content: the same one until its answer arrives. */
export function operationIdFor(content: unknown): string {
  const text = JSON.stringify(content)
  if (waiting?.content !== text) waiting = { content: text, id: newId() }
  return waiting.id
}

/** The server has answered, with success or a refusal. */
export function operationAnswered(): void {
  waiting = undefined
}
