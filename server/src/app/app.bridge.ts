// Composes the bridge: event handlers and state come from the rooms.

import type { ConfigSet, configSets } from '@greenroom/contract/appConfig.schema'
import { type StateAnswer, type StateName, stateAnswers } from '@greenroom/contract/bridge.schema'
import type { FastifyInstance } from 'fastify'
import { type AnyHandler, type Bridge, type Clients, configVersion, openBridge, serveBridge } from '../bridge/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { DepositPayer } from '../rooms/chain/index.ts'
import { communityState } from '../rooms/community/index.ts'
import { depositAddresses } from '../rooms/finance/index.ts'
import { accountsState, advertsState, bannersState } from '../rooms/official/index.ts'
import { countriesState, giftsState, parametersState, versionsState } from '../rooms/system/index.ts'
import { userState } from '../rooms/users/index.ts'
import { ensureHistory } from './historyMonths.ts'

const wholeNumber = /^[1-9]\d{0,15}$/

/**
 * A set under its version. The version is read first: if the set changes in between, the app gets the newer set and its command
 * again, never an older set under a newer version.
 */
const versioned =
  <K extends keyof typeof configSets>(database: Database, key: K, read: () => Promise<ConfigSet<K>>) =>
  async () => {
    const version = await configVersion(database, key)
    return { ...(await read()), version }
  }

/** Every part of the state, by its contract name; `id` comes from the path. */
const readersOf = (
  database: Database,
  clock: Clock,
  fileUrl: string,
  payer: DepositPayer,
): { [N in StateName]: (id: string) => Promise<StateAnswer<N> | null> } => ({
  parameters: versioned(database, 'parameters', () => parametersState(database)),
  gifts: versioned(database, 'gifts', () => giftsState(database, clock.now(), fileUrl)),
  countries: versioned(database, 'countries', () => countriesState(database)),
  versions: () => versionsState(database),
  community: () => communityState(database),
  banners: versioned(database, 'banners', () => bannersState(database, clock.now(), fileUrl)),
  adverts: versioned(database, 'adverts', () => advertsState(database, clock.now())),
  accounts: versioned(database, 'accounts', () => accountsState(database)),
  'users/{id}': async (id) => (wholeNumber.test(id) ? userState(database, BigInt(id)) : null),
  'users/{id}/depositAddresses': async (id) =>
    wholeNumber.test(id) ? depositAddresses(database, clock.now(), payer, Number(id)) : null,
})

/** Opens the bridge and serves `/app/v1`. `fileUrl` is the base of uploaded pictures. */
export async function wireBridge(
  app: FastifyInstance,
  options: {
    database: Database
    clock: Clock
    seals: Seals
    clients: Clients
    fileUrl: string
    handlers: readonly AnyHandler[]
    /** Users' USDT addresses. */
    payer: DepositPayer
    pollMilliseconds: number
    /** True while commits wait for a standby that is not there. */
    isUnconfirmed: () => boolean
    onCrash: (error: unknown, where: string) => void
  },
): Promise<Bridge> {
  const { database, clock, seals, clients, pollMilliseconds, onCrash } = options
  const readers = readersOf(database, clock, options.fileUrl, options.payer)
  const bridge = await openBridge({
    database,
    clock,
    seals,
    clients,
    handlers: options.handlers,
    ensureHistory: () => ensureHistory(database, clock.now()),
    pollMilliseconds,
    isUnconfirmed: options.isUnconfirmed,
    onError: onCrash,
  })
  await serveBridge(app, {
    clients,
    ingest: bridge.ingest,
    state: (Object.keys(stateAnswers) as StateName[]).map((name) => ({
      path: name.replace('{id}', ':id'),
      // An answer that doesn't match the contract must not be sent.
      read: async (id) => {
        const found = await readers[name](id)
        return found === null ? null : stateAnswers[name].parse(found)
      },
    })),
    onError: onCrash,
  })
  return bridge
}
