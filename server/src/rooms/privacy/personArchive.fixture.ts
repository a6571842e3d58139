// What a test of archives needs: an app that keeps pictures, and a reader of ZIP files that shares no line with the writer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, inflateRawSync } from 'node:zlib'

const face = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** `/face.png` is there, `/broken.png` breaks off, everything else is gone. */
export async function openPictures() {
  const server = createServer((request, response) => {
    const isBroken = request.url === '/broken.png'
    if (!isBroken && request.url !== '/face.png') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(face.length) })
    if (!isBroken) return response.end(face)
    return response.write(face.subarray(0, 9), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    face,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The files of an archive, by name, read by its directory; sizes and sums must fit. */
export function unzipped(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [sum, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    if (content.length !== size || crc32(content) !== sum) throw new Error('the archive is damaged')
    files.set(bytes.subarray(at + 46, at + 46 + name).toString(), content)
    at += 46 + name + extra + comment
  }
  return files
}
