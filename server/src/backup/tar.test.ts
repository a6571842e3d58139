import { expect, it } from 'vitest'
import { ending, headerOf, type Member, membersOf, paddingAfter } from './tar.ts'
import { nextSegment } from './wal.ts'

/** Yields bytes in pieces of any size. */
async function* inPieces(bytes: Buffer, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const archive = Buffer.concat([
  headerOf({ path: 'base', kind: 'folder', size: 0 }),
  ...[0, 1, 511, 512, 513, 5_000].flatMap((size) => [
    headerOf({ path: `base/${size}`, kind: 'file', size }),
    Buffer.alloc(size, size % 251),
    paddingAfter(size),
  ]),
  ending,
])

async function read(bytes: Buffer, pieces: number) {
  const found: (Member & { text: Buffer })[] = []
  for await (const { bytes: own, ...member } of membersOf(inPieces(bytes, pieces))) {
    const chunks: Buffer[] = []
    for await (const chunk of own) chunks.push(chunk)
    found.push({ ...member, text: Buffer.concat(chunks) })
  }
  return found
}

it.each([1, 7, 512, 100_000])('reads what it wrote, in pieces of %i bytes', async (pieces) => {
  const found = await read(archive, pieces)
  expect(found.map(({ path, kind, size }) => `${kind} ${path} ${size}`)).toEqual([
    'folder base 0',
    ...[0, 1, 511, 512, 513, 5_000].map((size) => `file base/${size} ${size}`),
  ])
  for (const { size, text } of found) expect(text.equals(Buffer.alloc(size, size % 251))).toBe(true)
})

it('detects an archive that is cut off, or is none', async () => {
  await expect(read(archive.subarray(0, 4_000), 512)).rejects.toThrow('cut off')
  await expect(read(Buffer.alloc(1_024, 'x'), 512)).rejects.toThrow('not a tar archive')
})

it('counts WAL segments up', () => {
  expect(nextSegment('000000010000000000000009')).toBe('00000001000000000000000A')
  expect(nextSegment('0000000200000000000000FF')).toBe('000000020000000100000000')
})
