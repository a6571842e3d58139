// What the people of the simulated app do by the server's own calls, beside the events of its history: its staff, leaders and agents. The code
// stands beside the simulator and is not shipped with the server, which loads it only where there is a simulation.
import type { AnyHandler } from '../bridge/index.ts'
import type { Round } from '../jobs/index.ts'
import type { Served } from '../kit/calls/serve.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Params } from '../params/index.ts'
import type { Chain } from '../rooms/chain/index.ts'
import type { Owner } from './simulatedChains.ts'

/** What they need of the server. */
export type VillageServices = {
  database: Database
  served: (name: string) => Served | undefined
  timeZone: () => string
  params: Params
  /** Receives the app's events. */
  handlers: readonly AnyHandler[]
  /** The rounds of guilds, promotion and official messages, with another clock. */
  rounds: (clock: Clock) => readonly Round[]
}

export type Village = {
  /** Plans what they do during the history, until now. */
  planVillage: (
    services: VillageServices,
    usdt: { watch: (chain: Chain, clock: Clock) => Promise<void>; owners: () => ReadonlyMap<Chain, Owner> },
    now: Date,
    onError: (error: unknown, where: string) => void,
  ) => {
    /** The time of the next action. */
    next(): Date | undefined
    /** Runs the actions up to this time. */
    run(until: Date): Promise<void>
  }
  /** The owner of the platform's wallets pays what was exported. */
  ownerPays: (services: VillageServices, owners: ReadonlyMap<Chain, Owner>, now: Date) => Promise<void>
}

/** A file of the simulator. */
export const besideServer = (path: string): URL => new URL(`../../../simulator/${path}`, import.meta.url)

/** By its address, so that the server's code does not depend on it. */
export const loadVillage = async (): Promise<Village> =>
  ((await import(besideServer('village/index.ts').href)) as { village: Village }).village
