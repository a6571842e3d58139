// What a stopped world leaves behind, so that it goes on later: one small file, written whole or not at all.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { People } from './world/people.ts'
import type { Size } from './world/sizes.ts'

export type Kept = {
  seed: number
  size: Size
  /** The first moment of the history, and how far it has been told; milliseconds. */
  start: number
  told: number
  /** The history has been told to its end. */
  filled: boolean
  /** How often this world was started: each start gives names of its own. */
  run: number
  port: number
  people: number
}

const version = 1

/** What was kept, or null when there is nothing that can be read. */
export async function readKept(file: string): Promise<{ kept: Kept; people: People } | null> {
  try {
    const bytes = await readFile(file)
    const end = bytes.indexOf(0x0a)
    const { version: kind, ...kept } = JSON.parse(bytes.subarray(0, end).toString()) as Kept & { version: number }
    if (kind !== version || bytes.length - end - 1 !== People.bytesOf(kept.people)) return null
    const people = new People(kept.seed, Math.ceil(kept.people * 1.1))
    people.restore(kept.people, bytes.subarray(end + 1))
    people.forgetSince(kept.told)
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
