// What every desk does with the cases that it has claimed. Pure: a case is shown until the reviewer leaves it, whatever a renewal answers.

export type Claims<Case> = {
  cases: readonly Case[]
  /** Why a case is no longer the reviewer's, by its key. */
  lost: ReadonlyMap<string, string>
  /** The key of the shown case. */
  at: string | undefined
  /** How many wait unclaimed. */
  more: number
}

export const noClaims: Claims<never> = { cases: [], lost: new Map(), at: undefined, more: 0 }

/** The functions for cases with such a key. A desk with more of its own keeps it. */
export function claimsBy<Case>(keyOf: (one: Case) => string) {
  type Any = Claims<Case>
  const has = (desk: Any, key: string | undefined) => desk.cases.some((one) => keyOf(one) === key)

  const shown = (desk: Any): Case | undefined => desk.cases.find((one) => keyOf(one) === desk.at)

  /**
   * Applies a claim's answer: cases keep their order, new ones come last. If the shown case is missing, it is marked lost for this reason;
   * other missing cases are removed.
   */
  function received<Desk extends Any>(
    desk: Desk,
    answer: { cases: readonly Case[]; more: number },
    gone: string,
  ): Desk {
    const now = new Map(answer.cases.map((one) => [keyOf(one), one]))
    const kept = desk.cases.flatMap((one) => {
      const found = now.get(keyOf(one))
      return found ? [found] : keyOf(one) === desk.at ? [one] : []
    })
    const known = new Set(kept.map(keyOf))
    const cases = [...kept, ...answer.cases.filter((one) => !known.has(keyOf(one)))]
    const lost = new Map([...desk.lost].filter(([key]) => known.has(key) && !now.has(key)))
    if (desk.at !== undefined && known.has(desk.at) && !now.has(desk.at) && !lost.has(desk.at)) lost.set(desk.at, gone)
    const at = cases.some((one) => keyOf(one) === desk.at) ? desk.at : cases[0] && keyOf(cases[0])
    return { ...desk, cases, lost, at, more: answer.more }
  }

  /** Removes a decided, released or lost case, and shows the next. */
  function drop<Desk extends Any>(desk: Desk, key: string): Desk {
    const place = desk.cases.findIndex((one) => keyOf(one) === key)
    if (place < 0) return desk
    const cases = desk.cases.filter((one) => keyOf(one) !== key)
    const lost = new Map(desk.lost)
    lost.delete(key)
    const next = cases[place] ?? cases.at(-1)
    return { ...desk, cases, lost, at: desk.at === key ? next && keyOf(next) : desk.at }
  }

  const lose = <Desk extends Any>(desk: Desk, key: string, why: string): Desk =>
    has(desk, key) ? { ...desk, lost: new Map(desk.lost).set(key, why) } : desk

  /** Marks those cases as lost whose claim has ended. */
  const expire = <Desk extends Any>(desk: Desk, hasEnded: (one: Case) => boolean, why: string): Desk =>
    desk.cases.reduce(
      (next, one) => (hasEnded(one) && !next.lost.has(keyOf(one)) ? lose(next, keyOf(one), why) : next),
      desk,
    )

  /** Shows the case so many places on, within the list. */
  function goBeside<Desk extends Any>(desk: Desk, by: 1 | -1): Desk {
    const place = desk.cases.findIndex((one) => keyOf(one) === desk.at)
    const next = desk.cases[Math.min(desk.cases.length - 1, Math.max(0, place + by))]
    return { ...desk, at: next && keyOf(next) }
  }

  const choose = <Desk extends Any>(desk: Desk, key: string): Desk => (has(desk, key) ? { ...desk, at: key } : desk)

  return { shown, received, drop, lose, expire, goBeside, choose }
}
