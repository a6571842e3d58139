// Future events, soonest first; at equal times, in planning order.

export type Plan = { at: number; order: number; run: (at: number) => void }

export class Heap {
  readonly #plans: Plan[] = []
  #order = 0

  get next(): Plan | undefined {
    return this.#plans[0]
  }

  get size(): number {
    return this.#plans.length
  }

  add(at: number, run: (at: number) => void): void {
    const plans = this.#plans
    const plan = { at, order: this.#order++, run }
    let place = plans.push(plan) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!before(plan, plans[parent]!)) break
      plans[place] = plans[parent]!
      place = parent
    }
    plans[place] = plan
  }

  take(): Plan | undefined {
    const plans = this.#plans
    const first = plans[0]
    const last = plans.pop()
    if (!first || !last || plans.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= plans.length) break
      if (child + 1 < plans.length && before(plans[child + 1]!, plans[child]!)) child++
      if (!before(plans[child]!, last)) break
      plans[place] = plans[child]!
      place = child
    }
    plans[place] = last
    return first
  }

  clear(): void {
    this.#plans.length = 0
  }
}

const before = (one: Plan, other: Plan) => one.at < other.at || (one.at === other.at && one.order < other.order)
