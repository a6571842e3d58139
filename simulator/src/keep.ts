// The state file with which a stopped world continues later; written atomically.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { People } from './world/people.ts'
import type { Size } from './world/sizes.ts'

export type Kept = {
  seed: number
  size: Size
  /** Start of the history, and how far it has been sent; milliseconds. */
  start: number
  sentUntil: number
  /** The whole history has been sent. */
  filled: boolean
  /** Start counter of this world: each start uses its own names. */
  run: number
  port: number
  people: number
}

const version = 1

/** The saved state, or null if there is no readable one. */
export async function readKept(file: string): Promise<{ kept: Kept; people: People } | null> {
  try {
    const bytes = await readFile(file)
    const end = bytes.indexOf(0x0a)
    const { version: kind, ...kept } = JSON.parse(bytes.subarray(0, end).toString()) as Kept & { version: number }
    if (kind !== version || bytes.length - end - 1 !== People.bytesOf(kept.people)) return null
    const people = new People(kept.seed, Math.ceil(kept.people * 1.1))
    people.restore(kept.people, bytes.subarray(end + 1))
    people.forgetSince(kept.sentUntil)
    return { kept, people }
  } catch {
    return null
  }
}

export async function keep(file: string, kept: Omit<Kept, 'people'>, people: People): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const head = Buffer.from(`${JSON.stringify({ version, ...kept, people: people.count })}\n`)
  const arrays = people.arrays().map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength))
  await writeFile(`${file}.new`, Buffer.concat([head, ...arrays]))
  await rename(`${file}.new`, file)
}
