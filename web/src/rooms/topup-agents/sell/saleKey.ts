// The key of a sale on its way. It is kept until the answer came, so that a lost answer, a second press or a reload sells once.
type Sale = { userId: number; tokens: number; key: string }
const place = 'agent.sale'

export function keyOf(userId: number, tokens: number): string {
  const kept = read()
  if (kept && kept.userId === userId && kept.tokens === tokens) return kept.key
  const key = crypto.randomUUID()
  sessionStorage.setItem(place, JSON.stringify({ userId, tokens, key } satisfies Sale))
  return key
}

/** The sale was answered: the next one is another. */
export const forgetKey = (): void => sessionStorage.removeItem(place)

/** The sale whose answer has not come. */
export function read(): Sale | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? 'null') as Sale | null) ?? undefined
  } catch {
    return undefined
  }
}
