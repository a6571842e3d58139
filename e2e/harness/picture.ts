// A minimal PNG for uploads, and pictures that the server has.
import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { fileUpload } from '@greenroom/contract/access'
import { type Answer, basePath, type Envelope, type Payload } from '@greenroom/contract/call'
import { newId } from '@greenroom/contract/operationId'
import type { Server } from './server.ts'

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A square of one grey, or of these rows. */
export function png(
  side: number,
  grey = 128,
  rows: readonly Uint8Array[] = Array.from({ length: side }, () => Buffer.alloc(side, grey)),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** In the form a file chooser accepts. */
export const pictureFile = (name: string, side: number, grey?: number) => ({
  name,
  mimeType: 'image/png',
  buffer: png(side, grey),
})

/** As a phone's camera makes it: more pixels and bytes than the server takes, since there is noise in it. */
export function cameraFile(name: string) {
  const side = 2_400
  const noisy = () => randomFillSync(Buffer.alloc(side)).map((value) => 120 + (value & 15))
  return { name, mimeType: 'image/png', buffer: png(side, 0, Array.from({ length: side }, noisy)) }
}

/** Uploads a picture. @returns its id */
export async function storedPicture(server: Server, purpose: Payload<typeof fileUpload>['purpose']): Promise<string> {
  const { token } = await server.administrator()
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('operationId', newId())
  form.set('file', new Blob([Uint8Array.from(png(400))], { type: 'image/png' }), 'picture.png')
  const address = `${server.url}${basePath}${fileUpload.path}`
  const response = await fetch(address, { method: 'POST', headers: { token }, body: form })
  const envelope = (await response.json()) as Envelope<Answer<typeof fileUpload>>
  if (envelope.code !== 200) throw new Error(`the picture was refused: ${JSON.stringify(envelope)}`)
  return envelope.result.fileId
}
