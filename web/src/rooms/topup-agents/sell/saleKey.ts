// The idempotency key of a pending sale. It is kept until the answer arrives, so that a lost answer, a second press or a reload sells only
// once.
import { newId } from '@greenroom/contract/operationId'
import { keepInTab, keptInTab } from '../../../session/tabStorage.ts'

type Sale = { userId: number; tokens: number; key: string }
const place = 'agent.sale'

export function keyOf(userId: number, tokens: number): string {
  const kept = read()
  if (kept && kept.userId === userId && kept.tokens === tokens) return kept.key
  const key = newId()
  keepInTab(place, { userId, tokens, key } satisfies Sale)
  return key
}

/** The sale was answered: the next one gets a new key. */
export const forgetKey = (): void => sessionStorage.removeItem(place)

/** The unanswered sale. */
export const read = (): Sale | undefined => keptInTab<Sale, Sale | undefined>(place, (kept) => kept, undefined)
