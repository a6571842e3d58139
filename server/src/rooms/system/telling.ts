// What the app is told when something it reads of this room changes: the whole set as it is now, in the transaction of the
// change. Call it after the change is written.
import { configChanged, send } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database.ts'
import { countriesState, giftsState, parametersState, versionState } from './state.ts'

/** Parameters that the front end needs. */
export const tellParameters = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'parameters', async (version) => ({
      key: 'parameters',
      version,
      value: await parametersState(tx),
    })),
  ])

/** Gift templates that are enabled, and the catalogue. `fileUrl` is the base of uploaded pictures. */
export const tellGifts = async (tx: Transaction, now: Date, fileUrl: string): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'gifts', async (version) => ({
      key: 'gifts',
      version,
      value: await giftsState(tx, now, fileUrl),
    })),
  ])

/** Countries that are enabled. */
export const tellCountries = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'countries', async (version) => ({
      key: 'countries',
      version,
      value: await countriesState(tx),
    })),
  ])

/** The newest version of an app, of each of `newest`. Whoever changes an app's versions holds its lock. */
export const tellVersions = (
  tx: Transaction,
  now: Date,
  newest: readonly Parameters<typeof versionState>[0][],
): Promise<void> =>
  send(
    tx,
    now,
    newest.map((row) => ({ type: 'version.published', subject: `app:${row.app}`, data: versionState(row) })),
  )
