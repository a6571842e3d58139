// What every desk does with the cases that it has claimed, one or many of them on the screen. Pure: what is shown stays until the reviewer
// leaves it, whatever a renewal answers; what is no longer the reviewer's says so and can't be decided.

export type Claims<Case> = {
  /** Undecided, in order of arrival; those in `lost` are no longer held, and only stay while they are shown. */
  cases: readonly Case[]
  /** Arrival numbers by key: a case that comes back takes its old place. */
  order: ReadonlyMap<string, number>
  /** Why a case is no longer the reviewer's, by its key. */
  lost: ReadonlyMap<string, string>
  /** The key of the case that keys decide. */
  at: string | undefined
  /** Decided or skipped here: a late answer does not bring them back. */
  gone: ReadonlySet<string>
  /** Undone here, not answered yet: an answer without them does not take them away. */
  returning: ReadonlySet<string>
  /** How many wait unclaimed. */
  more: number
}

/** A claim's answer. */
export type Answered<Case> = {
  cases: readonly Case[]
  more: number
  /** It holds only the first of the reviewer's cases; otherwise those missing in it are lost. */
  partial?: boolean
}

export const noClaims: Claims<never> = {
  cases: [],
  order: new Map(),
  lost: new Map(),
  at: undefined,
  gone: new Set(),
  returning: new Set(),
  more: 0,
}

type Options<Case> = {
  keyOf: (one: Case) => string
  /** When the claim ends, in milliseconds of the platform's clock; undefined if it doesn't. */
  endOf: (one: Case) => number | undefined
  /** What comes after the last case: nothing, so that it stays, or the first. */
  afterLast: 'last' | 'first'
}

const union = <T>(one: Iterable<T>, other: Iterable<T>): ReadonlySet<T> => new Set([...one, ...other])
const minus = <T>(set: Iterable<T>, dropped: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...set].filter((one) => !dropped.has(one)))

/** The functions for such cases. A desk with more of its own keeps it. */
export function claimsBy<Case>({ keyOf, endOf, afterLast }: Options<Case>) {
  type Any = Claims<Case>
  const has = (desk: Any, key: string | undefined) => desk.cases.some((one) => keyOf(one) === key)
  const placeOf = (desk: Any) => desk.cases.findIndex((one) => keyOf(one) === desk.at)
  const isHeld = (desk: Any) => (one: Case) => !desk.lost.has(keyOf(one))

  const shown = (desk: Any): Case | undefined => desk.cases.find((one) => keyOf(one) === desk.at)

  /** The cases that can be decided. */
  const held = (desk: Any): readonly Case[] => (desk.lost.size === 0 ? desk.cases : desk.cases.filter(isHeld(desk)))

  /** Adds cases, or renews them, in their places. */
  function put<Desk extends Any>(desk: Desk, cases: readonly Case[]): Desk {
    const order = new Map(desk.order)
    for (const one of cases) if (!order.has(keyOf(one))) order.set(keyOf(one), order.size)
    const byKey = new Map([...desk.cases, ...cases].map((one) => [keyOf(one), one]))
    const here = new Set(cases.map(keyOf))
    const lost = new Map([...desk.lost].filter(([key]) => !here.has(key)))
    const placed = [...byKey].sort(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    const at = desk.at ?? placed[0]?.[0]
    return { ...desk, order, lost, gone: minus(desk.gone, here), cases: placed.map(([, one]) => one), at }
  }

  /** The case to show when these leave: the next that is held, else the first or the last. */
  function afterLeaving(desk: Any, leaving: ReadonlySet<string>): string | undefined {
    if (desk.at !== undefined && !leaving.has(desk.at)) return desk.at
    const staying = (one: Case) => !leaving.has(keyOf(one))
    const left = [held(desk).filter(staying), desk.cases.filter(staying)].find(({ length }) => length > 0) ?? []
    const next = desk.cases.slice(Math.max(0, placeOf(desk))).find((one) => left.includes(one))
    const other = next ?? (afterLast === 'first' ? left[0] : left.at(-1))
    return other && keyOf(other)
  }

  /** Removes released, lost or otherwise finished cases. A later answer may bring them back. */
  function drop<Desk extends Any>(desk: Desk, ...keys: readonly string[]): Desk {
    const leaving = new Set(keys)
    if (!desk.cases.some((one) => leaving.has(keyOf(one)))) return desk
    return {
      ...desk,
      at: afterLeaving(desk, leaving),
      cases: desk.cases.filter((one) => !leaving.has(keyOf(one))),
      lost: new Map([...desk.lost].filter(([key]) => !leaving.has(key))),
      returning: minus(desk.returning, leaving),
    }
  }

  /** Removes cases that are decided or skipped here, before the server has answered: a late claim does not bring them back. */
  function take<Desk extends Any>(desk: Desk, ...keys: readonly string[]): Desk {
    const here = keys.filter((key) => has(desk, key))
    return here.length === 0 ? desk : { ...drop(desk, ...here), gone: union(desk.gone, here) }
  }

  /**
   * Applies a claim's answer: cases keep their places, new ones come last. Of those missing in it, the ones on the screen are marked lost for
   * this reason, and the others are removed.
   *
   * @param onScreen further keys on the screen, beside the current case.
   */
  function received<Desk extends Any>(
    desk: Desk,
    answer: Answered<Case>,
    why: string,
    onScreen: Iterable<string> = [],
  ): Desk {
    const fresh = answer.cases.filter((one) => !desk.gone.has(keyOf(one)))
    const answered = new Set(fresh.map(keyOf))
    const keeps = new Set(onScreen)
    const stays = (key: string) => key === desk.at || keeps.has(key)
    const missing = answer.partial
      ? []
      : desk.cases.map(keyOf).filter((key) => !answered.has(key) && !desk.returning.has(key))
    const marked = lose({ ...desk, more: answer.more }, why, ...missing.filter(stays))
    return put(drop(marked, ...missing.filter((key) => !stays(key))), fresh)
  }

  /** Marks cases as no longer the reviewer's; the first reason stays. */
  function lose<Desk extends Any>(desk: Desk, why: string, ...keys: readonly string[]): Desk {
    const newly = keys.filter((key) => has(desk, key) && !desk.lost.has(key))
    if (newly.length === 0) return desk
    const returning = minus(desk.returning, new Set(newly))
    return { ...desk, returning, lost: new Map([...desk.lost, ...newly.map((key) => [key, why] as const)]) }
  }

  /** The cases whose claim has ended at `now`, in milliseconds of the platform's clock, also those that say so already. */
  const ended = (desk: Any, now: number): readonly Case[] =>
    desk.cases.filter((one) => !desk.returning.has(keyOf(one)) && (endOf(one) ?? Number.POSITIVE_INFINITY) <= now)

  /** Marks those cases as lost whose claim has ended at `now`. */
  const expire = <Desk extends Any>(desk: Desk, now: number, why: string): Desk =>
    lose(desk, why, ...ended(desk, now).map(keyOf))

  /** When the first claim ends; undefined if nothing is held. */
  function firstEnd(desk: Any): number | undefined {
    const ends = held(desk).flatMap((one) => (desk.returning.has(keyOf(one)) ? [] : (endOf(one) ?? [])))
    return ends.length === 0 ? undefined : Math.min(...ends)
  }

  /** Shows the next or previous case, passing over lost ones; which one comes after the last is the desk's choice. */
  function goBeside<Desk extends Any>(desk: Desk, by: 1 | -1): Desk {
    const open = held(desk)
    const all = open.some((one) => keyOf(one) !== desk.at) ? desk.cases : []
    const inOrder = by === 1 ? all : all.toReversed()
    const place = inOrder.findIndex((one) => keyOf(one) === desk.at)
    const ahead = inOrder.slice(place + 1)
    const next = [...ahead, ...(afterLast === 'first' ? inOrder.slice(0, Math.max(0, place)) : [])].find(isHeld(desk))
    return next ? { ...desk, at: keyOf(next) } : desk
  }

  const choose = <Desk extends Any>(desk: Desk, key: string): Desk => (has(desk, key) ? { ...desk, at: key } : desk)

  /**
   * Returns undone cases to their places and shows the first of them. While `returning`, the server has not answered; `returned` ends that.
   */
  function bringBack<Desk extends Any>(desk: Desk, cases: readonly Case[], state: 'returning' | 'returned'): Desk {
    const [first] = cases
    if (!first) return desk
    const back = put(desk, cases)
    return {
      ...back,
      at: keyOf(first),
      returning: state === 'returning' ? union(back.returning, cases.map(keyOf)) : back.returning,
    }
  }

  const returned = <Desk extends Any>(desk: Desk, ...keys: readonly string[]): Desk => ({
    ...desk,
    returning: minus(desk.returning, new Set(keys)),
  })

  /** Nothing is held any more; what was decided here stays known. */
  const clear = <Desk extends Any>(desk: Desk): Desk => ({
    ...desk,
    cases: [],
    lost: new Map(),
    at: undefined,
    returning: new Set(),
  })

  return {
    shown,
    held,
    received,
    put,
    take,
    drop,
    lose,
    ended,
    expire,
    firstEnd,
    goBeside,
    choose,
    bringBack,
    returned,
    clear,
  }
}
