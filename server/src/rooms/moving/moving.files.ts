// Reads an import's files from the disk, for the command line: the same parts, the same dry run.
import { open } from 'node:fs/promises'
import type { Clock } from '../../kit/clock.ts'
import { type Database, inTransaction } from '../../kit/database/database.ts'
import type { Params } from '../../params/index.ts'
import { checkPart } from './moving.checks.ts'
import * as queries from './moving.queries.ts'
import { beginCheck, momentAllowed, storePart } from './moving.upload.ts'

export type FileSource = { name: string; parts: AsyncIterable<Buffer> }

/** Smaller than the parts that a browser sends: a part is held in memory more than once while it is read. */
const partBytes = 1024 * 1024

/** A file of the disk in parts. */
export async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (;;) {
      const part = Buffer.allocUnsafeSlow(partBytes)
      const { bytesRead } = await file.read(part, 0, partBytes)
      if (bytesRead === 0) return
      yield part.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

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
  await inTransaction(database, async (tx) => beginCheck(tx, (await queries.lockImport(tx, id))!, clock.now()))
  // A running server may do parts of it, too.
  let found = (await queries.importNow(database, id))!
  for (; found.state === 'checking'; found = (await queries.importNow(database, id))!)
    await checkPart({ database, clock, params }, found)
  return { found, faults: await queries.firstFaults(database, id) }
}
