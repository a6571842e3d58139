// The database and the platform's clock, for commands that change accounts.
import { type Clock, platformClock } from '../kit/clock.ts'
import { type Database, openDatabase } from '../kit/database/database.ts'
import { locate } from './locate.ts'

const minute = 60_000

/** What a command works on; `keysPath` is the installation's key file. */
export type Opened = { database: Database; clock: Clock; keysPath: string }

/** Runs `work` on the database that the settings name, whether or not a server runs. */
export async function withDatabase<T>(work: (at: Opened) => Promise<T>): Promise<T> {
  const { url, keysPath, close } = await locate()
  const database = openDatabase(url, { max: 2 })
  try {
    const clock = await platformClock(database, minute)
    try {
      return await work({ database, clock, keysPath })
    } finally {
      clock.close()
    }
  } finally {
    await database.destroy()
    await close()
  }
}
