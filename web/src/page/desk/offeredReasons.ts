// The rules of the picker of reasons, the same for queues, reports, the monitor and the log: a reason has its number everywhere, and the
// reason under the machine's label is offered first. Pure.

export type Reason = {
  id: string
  /** Its key, if it is below ten. */
  number: number
  title: string
  /** What the user is told. */
  text?: string
  /** The machine's labels under which it is offered first. */
  labels: readonly string[]
}

/** What a digit does: it sends the reason, or it only chooses it and Enter sends. */
export type Digits = 'decide' | 'choose'

/** The reason under the first of the machine's labels that has one. */
export function offeredUnder(reasons: readonly Reason[], labels: readonly string[]): Reason | undefined {
  for (const label of labels) {
    const found = reasons.find((reason) => reason.labels.includes(label))
    if (found) return found
  }
  return undefined
}

/** The one offered for several things: only if it is the same for all of them. */
export function offeredForAll(
  reasons: readonly Reason[],
  things: readonly { labels: readonly string[] }[],
): Reason | undefined {
  const [first, ...others] = things.map(({ labels }) => offeredUnder(reasons, labels))
  return others.every((one) => one === first) ? first : undefined
}

export type Pressed = { choose: string } | { send: string } | undefined

/** What a key means beside this choice; undefined if it is none of the picker's keys. */
export function pressed(
  key: string,
  of: { reasons: readonly Reason[]; value: string | undefined; digits: Digits },
): Pressed {
  const { reasons, value, digits } = of
  const place = reasons.findIndex(({ id }) => id === value)
  if (/^[1-9]$/.test(key)) {
    const found = reasons.find(({ number }) => number === Number(key))
    if (!found) return undefined
    return digits === 'decide' ? { send: found.id } : { choose: found.id }
  }
  if (key === 'Enter') return place < 0 ? undefined : { send: reasons[place]!.id }
  const by = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
  if (by === 0 || reasons.length === 0) return undefined
  const next = place < 0 ? (by === 1 ? 0 : reasons.length - 1) : (place + by + reasons.length) % reasons.length
  return { choose: reasons[next]!.id }
}
