// The idempotency key of a pending sale. It is kept until the answer arrives, by account and beyond the tab, which a phone may close: a lost
// answer, a second press, a reload or another tab sells only once.
import { newId, timeOfId } from '@greenroom/contract/operationId'
import { keepText } from '../../../api/storage.ts'

export type Sale = { userId: number; tokens: number; key: string }
const place = (agentId: number) => `greenroom:sale:${agentId}`
/** A sale that was never answered for so long is looked up in the list, not pressed again. */
const keptMs = 86_400_000

export function keyOf(agentId: number, userId: number, tokens: number): string {
  const kept = read(agentId)
  if (kept && kept.userId === userId && kept.tokens === tokens) return kept.key
  const key = newId()
  keepText(localStorage, place(agentId), JSON.stringify({ userId, tokens, key } satisfies Sale))
  return key
}

/** The sale was answered: the next one gets a new key. */
export const forgetKey = (agentId: number): void => keepText(localStorage, place(agentId), undefined)

/** The unanswered sale. */
export function read(agentId: number): Sale | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place(agentId)) ?? 'null') as Sale | null
    return kept !== null && Date.now() - timeOfId(kept.key) < keptMs ? kept : undefined
  } catch {
    return undefined
  }
}
