// The tar format (POSIX ustar), limited to what a cluster needs: regular files and folders. A standard format, so a
// backup can be opened without Greenroom: `tar --zstd -xf cluster.tzst`.

export type Member = {
  /** Relative, with `/`; at most 100 characters. */
  path: string
  kind: 'file' | 'folder'
  size: number
}

const block = 512
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** A member's header. @throws Error if the path is too long for the format. */
export function headerOf({ path, kind, size }: Member): Buffer {
  const name = kind === 'folder' ? `${path}/` : path
  if (Buffer.byteLength(name) > 100) throw new Error(`too long a path for tar: ${path}`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write(octal(kind === 'folder' ? 0o700 : 0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  // The checksum is computed with blanks in its place.
  header.write(' '.repeat(8), 148)
  header.write(kind === 'folder' ? '5' : '0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Padding after a member's bytes, up to a whole block. */
export const paddingAfter = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

/** End of an archive. */
export const ending: Buffer = Buffer.alloc(2 * block)

/**
 * Reads an archive as a stream. A member's `bytes` must be read to their end before the next member is requested.
 *
 * @throws Error if it is cut off or no such archive.
 */
export async function* membersOf(
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Member & { bytes: AsyncIterable<Buffer> }> {
  const source = archive[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Yields up to `length` bytes in the pieces in which they arrive. */
  async function* take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done) throw new Error('the archive is cut off')
        rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
        continue
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  const exactly = async (length: number) => {
    const pieces: Buffer[] = []
    for await (const piece of take(length)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  for (;;) {
    const header = await exactly(block)
    if (header.every((byte) => byte === 0)) return
    if (header.toString('latin1', 257, 262) !== 'ustar') throw new Error('not a tar archive')
    const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
    const kind = text(156, 1) === '5' ? 'folder' : 'file'
    const size = Number.parseInt(text(124, 12), 8)
    yield { path: text(0, 100).replace(/\/$/, ''), kind, size, bytes: take(size) }
    await exactly(paddingAfter(size).length)
  }
}
