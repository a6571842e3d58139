// Commands that update the app's copy of this room's data: the complete current set, in the transaction of the change. Call them after
// the change is written.
import { configChanged, send } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { countriesState, giftsState, parametersState, versionState } from './system.state.ts'

/** Parameters for the front end. */
export const sendParameters = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'parameters', async (version) => ({
      key: 'parameters',
      version,
      value: await parametersState(tx),
    })),
  ])

/** Enabled gift templates, and the catalogue. `fileUrl` is the base of uploaded pictures. */
export const sendGifts = async (tx: Transaction, now: Date, fileUrl: string): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'gifts', async (version) => ({
      key: 'gifts',
      version,
      value: await giftsState(tx, now, fileUrl),
    })),
  ])

/** Enabled countries. */
export const sendCountries = async (tx: Transaction, now: Date): Promise<void> =>
  send(tx, now, [
    await configChanged(tx, 'countries', async (version) => ({
      key: 'countries',
      version,
      value: await countriesState(tx),
    })),
  ])

/** The newest version of each app in `newest`. The caller must hold these apps' locks. */
export const sendVersions = (
  tx: Transaction,
  now: Date,
  newest: readonly Parameters<typeof versionState>[0][],
): Promise<void> =>
  send(
    tx,
    now,
    newest.map((row) => ({ type: 'version.published', subject: `app:${row.app}`, data: versionState(row) })),
  )
