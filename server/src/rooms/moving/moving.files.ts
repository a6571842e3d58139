// Reads an import's files from the disk, for the command line: the same parts, the same dry run.
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { checkImport } from './moving.checks.ts'
import * as queries from './moving.queries.ts'
import { beginCheck, momentAllowed, storePart } from './moving.upload.ts'

export type FileSource = { name: string; parts: AsyncIterable<Buffer> }

/** Who made an import of the command line. */
const maker = 'command line'

/**
 * Loads files and checks them.
 *
 * @param at the moment of the openings; undefined: that of their application
 * @throws Refusal of a file that cannot be read, or of the moment
 */
export async function importFiles(
  { database, clock, params }: { database: Database; clock: Pick<Clock, 'now'>; params: Params },
  files: readonly FileSource[],
  at: Date | undefined,
): Promise<{ found: queries.Import; faults: Awaited<ReturnType<typeof queries.firstFaults>> }> {
  const now = clock.now()
  const moment = at === undefined ? null : momentAllowed(at, now)
  const id = await inTransaction(database, (tx) => queries.addImport(tx, { at: moment, made_by: maker }, now))
  for (const { name, parts } of files) {
    let number = 0
    let bytes: Buffer | undefined
    const store = (part: Buffer, last: boolean) =>
      inTransaction(database, async (tx) => {
        const found = await queries.lockImport(tx, id)
        await storePart(tx, found!, { fileName: name, number: number++, last, bytes: part }, clock.now())
      })
    // The last part is known by the end behind it.
    for await (const part of parts) {
      if (bytes) await store(bytes, false)
      bytes = part
    }
    await store(bytes ?? Buffer.alloc(0), true)
  }
  const found = await inTransaction(database, async (tx) => {
    await beginCheck(tx, (await queries.lockImport(tx, id))!, clock.now())
    await checkImport(tx, (await queries.lockImport(tx, id))!, clock.now(), params)
    return (await queries.lockImport(tx, id))!
  })
  return { found, faults: await queries.firstFaults(database, id) }
}
