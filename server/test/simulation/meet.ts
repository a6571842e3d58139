// Every act meets every state of what it acts on: of several, the one in whose state the act was tried least. A run that only drew would
// leave out rare pairs, and a bug in one of them with it.
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** One of these, the newest more often, in the state that this act met least; undefined if there are none. */
export function meet<T>(
  { met }: World,
  random: Random,
  act: string,
  all: readonly T[],
  stateOf: (one: T) => string,
): T | undefined {
  const times = (one: T) => met.get(`${act}: ${stateOf(one)}`) ?? 0
  const least = Math.min(...all.map(times))
  const chosen = random.some(all.filter((one) => times(one) === least).slice(-4))
  if (chosen !== undefined) met.set(`${act}: ${stateOf(chosen)}`, least + 1)
  return chosen
}
