// The idempotency key of a pending sale. It is kept until the answer arrives, so that a lost answer, a second press or a reload sells only
// once.
type Sale = { userId: number; tokens: number; key: string }
const place = 'agent.sale'

export function keyOf(userId: number, tokens: number): string {
  const kept = read()
  if (kept && kept.userId === userId && kept.tokens === tokens) return kept.key
  const key = crypto.randomUUID()
  sessionStorage.setItem(place, JSON.stringify({ userId, tokens, key } satisfies Sale))
  return key
}

/** The sale was answered: the next one gets a new key. */
export const forgetKey = (): void => sessionStorage.removeItem(place)

/** The unanswered sale. */
export function read(): Sale | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? 'null') as Sale | null) ?? undefined
  } catch {
    return undefined
  }
}
