// How many visitors one network may be on one day: behind one address, user agents can be invented without end. This process lets no more
// pass, so that its memory and its batches stay bounded; `writeSightings` counts those of all processes.

/** Visitors of one page a day from one address, or /64 of IPv6; mobile networks put many people behind one. */
export const mostPerNetwork = 100

/** Networks remembered; beyond it new ones are not counted, so that memory stays bounded. */
const mostNetworks = 200_000

export type Crowd = {
  /** Whether this visitor of the network counts today: known already, or among the first. */
  admits(network: string, hash: string): boolean
  /** Forgets all, as a day ends. */
  clear(): void
}

export function openCrowd(): Crowd {
  const networks = new Map<string, Set<string>>()
  return {
    admits: (network, hash) => {
      let known = networks.get(network)
      if (!known) {
        if (networks.size >= mostNetworks) return false
        networks.set(network, (known = new Set()))
      }
      if (known.has(hash)) return true
      if (known.size >= mostPerNetwork) return false
      known.add(hash)
      return true
    },
    clear: () => networks.clear(),
  }
}
