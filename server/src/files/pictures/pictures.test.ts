import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fileUpload } from '@greenroom/contract/access'
import { type Answer, basePath, type Envelope } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import { roleList } from '@greenroom/contract/systemStaff'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../../../test/people.ts'
import { anOperationId, type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { diskStorage } from '../storage.disk.ts'
import { removeOrphans } from './pictures.service.ts'

let product: TestProduct
let token: string

beforeAll(async () => {
  product = await startProduct()
  token = (await person(product, { permissions: { 'official.gift': 3 } })).token
})
afterAll(() => product.close())

type Sent = { purpose?: string; file?: Buffer; name?: string; token?: string; field?: string }

function bodyOf({ purpose = 'giftPicture', file, name = 'a.png', field = 'file' }: Sent) {
  const parts: Buffer[] = []
  const head = (text: string) => parts.push(Buffer.from(`--limit\r\n${text}\r\n\r\n`))
  head('content-disposition: form-data; name="purpose"')
  parts.push(Buffer.from(`${purpose}\r\n`))
  if (file) {
    head(`content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png`)
    parts.push(file, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from('--limit--\r\n'))
  return Buffer.concat(parts)
}

async function send(sent: Sent, path: string = fileUpload.path) {
  const response = await product.app.inject({
    method: 'POST',
    url: `${basePath}${path}?operationId=${anOperationId()}`,
    headers: { token: sent.token ?? token, 'content-type': 'multipart/form-data; boundary=limit' },
    payload: bodyOf(sent),
  })
  return { status: response.statusCode, body: response.json() as Envelope<Answer<typeof fileUpload>> }
}

async function uploaded(sent: Sent): Promise<Answer<typeof fileUpload>> {
  const { body } = await send(sent)
  if (body.code !== 200) throw new Error(JSON.stringify(body))
  return body.result
}

async function refused(sent: Sent) {
  const { body } = await send(sent)
  if (body.code === 200) throw new Error('was not refused')
  const { field, reason, message } = body.detail?.[0] ?? {}
  return { code: body.errorCode, field, reason, message }
}

const fetched = async (url: string, headers = {}) => {
  const response = await product.app.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } })

async function animation(frames: number, side: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const still = (red: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: red, g: 0, b: 0 } } })
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, i) =>
      still(i * 40)
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

describe('accepts', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s, whatever it is called', async (format) => {
    const file = await plain(40, 30).toFormat(format).toBuffer()
    const answer = await uploaded({ file, name: 'whatever.exe' })
    expect(answer).toMatchObject({ mime: `image/${format}`, width: 40, height: 30 })
    const { status, headers, body } = await fetched(answer.url)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': `image/${format}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(body.byteLength).toBe(answer.bytes)
    expect((await sharp(body).metadata()).format).toBe(format)
    expect((await fetched(answer.url, { 'if-none-match': headers['etag'] })).status).toBe(304)
  })

  it.each(['gif', 'webp'] as const)('an animated %s with all its frames', async (format) => {
    const answer = await uploaded({ file: await animation(5, 60, format) })
    expect(answer).toMatchObject({ width: 60, height: 60 })
    const known = await sharp((await fetched(answer.url)).body, { animated: true }).metadata()
    expect([known.pages, known.pageHeight]).toEqual([5, 60])
  })

  it('only the pixels: removes metadata and trailing data, applies the orientation', async () => {
    const picture = await plain(80, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const answer = await uploaded({ file: Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]) })
    expect(answer).toMatchObject({ width: 20, height: 80 })
    const { body } = await fetched(answer.url)
    expect((await sharp(body).metadata()).exif).toBeUndefined()
    expect(body.includes('secret place')).toBe(false)
    expect(body.includes('<script>')).toBe(false)
  })

  it('400 × 400 at most where the purpose says so; scales down avatars', async () => {
    expect(await uploaded({ file: await plain(400, 400).png().toBuffer() })).toMatchObject({ width: 400, height: 400 })
    const wide = await plain(401, 10).png().toBuffer()
    expect(await refused({ file: wide })).toMatchObject({ code: 10009, field: 'file', reason: 'picture.tooWide' })
    expect((await refused({ file: wide })).message).toContain('401 × 10')
    const avatar = await uploaded({ file: await plain(1_000, 500).png().toBuffer(), purpose: 'avatar' })
    expect(avatar).toMatchObject({ width: 400, height: 200 })
  })
})

describe('refuses', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['SVG', () => svg, 'kind'],
    ['text', () => Buffer.from('hello'), 'kind'],
    ['TIFF', () => plain(9, 9).tiff().toBuffer(), 'kind'],
    ['a page that begins like a GIF', () => Buffer.from('GIF89a<html><script>alert(1)</script>'), 'broken'],
    ['a PNG cut short', async () => (await plain(300, 300).png().toBuffer()).subarray(0, 60), 'broken'],
    ['nothing', () => Buffer.alloc(0), 'kind'],
  ])('%s', async (_, make, why) => {
    expect(await refused({ file: await make() })).toMatchObject({
      code: 10009,
      field: 'file',
      reason: `picture.${why}`,
    })
  })

  it('a picture that is a small file but fills the memory', async () => {
    // Its header claims 900 million pixels.
    const bomb = await plain(9, 9).png().toBuffer()
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const answer = await refused({ file: bomb, purpose: 'avatar' })
    expect(answer).toMatchObject({ code: 10009, field: 'file', message: 'too many pixels' })
  })

  it('more than 2 MB with a catalogue code, much more with HTTP 413', async () => {
    expect(await refused({ file: Buffer.alloc(2 * 1024 * 1024 + 1) })).toMatchObject({
      code: 10009,
      field: 'file',
      reason: 'picture.size',
    })
    expect((await send({ file: Buffer.alloc(9 * 1024 * 1024) })).status).toBe(413)
  })

  it('no file, a file under another name, an unknown purpose', async () => {
    expect(await refused({})).toMatchObject({ code: 10009, field: 'file', reason: 'picture.kind' })
    const file = await plain(9, 9).png().toBuffer()
    expect(await refused({ file, field: 'other' })).toMatchObject({
      code: 10009,
      field: 'file',
      reason: 'picture.kind',
    })
    expect(await refused({ file, purpose: 'wallpaper' })).toMatchObject({
      code: 10009,
      field: 'purpose',
      reason: 'field.oneOf',
    })
  })

  it('a body that is not multipart, and multipart where none is expected', async () => {
    const response = await product.app.inject({
      method: 'POST',
      url: `${basePath}${fileUpload.path}`,
      headers: { token, 'content-type': 'multipart/form-data' },
      payload: 'nonsense',
    })
    expect(response.json()).toMatchObject({ code: 500, errorCode: 10009, detail: [{ reason: 'body.multipart' }] })
    const admin = await product.administrator()
    expect(await admin.refused(fileUpload, { purpose: 'avatar' })).toMatchObject({
      code: 10009,
      reason: 'picture.kind',
    })
    expect((await send({ file: Buffer.from('x') }, roleList.path)).body).toMatchObject({
      code: 500,
      errorCode: 10009,
      detail: [{ reason: 'body.noMultipart' }],
    })
  })

  it('callers without the purpose’s menu, who may still upload an avatar', async () => {
    const file = await plain(9, 9).png().toBuffer()
    const reader = await person(product, { permissions: { 'official.gift': 1 } })
    expect(await refused({ file, token: reader.token })).toMatchObject({
      code: 10026,
      field: 'menu',
      reason: 'menu.missing',
    })
    await uploaded({ file, token: reader.token, purpose: 'avatar' })
    expect((await refused({ file, token: 'x'.repeat(43) })).code).toBe(10007)
  })
})

it.each([
  '/files/00000000-0000-7000-8000-000000000000.png',
  '/files/..%2f..%2fetc%2fpasswd',
  '/files/%2e%2e%2f%2e%2e%2fpackage.json',
  '/files/nonsense.png',
])('answers 404 to %s', async (url) => {
  expect((await fetched(url)).status).toBe(404)
})

it('answers 404 to a valid id with the wrong extension', async () => {
  const { url } = await uploaded({ file: await plain(9, 9).png().toBuffer() })
  expect((await fetched(url.replace('.png', '.gif'))).status).toBe(404)
})

it('logs who uploaded what', async () => {
  const admin: Client = await product.administrator()
  const { records } = await admin.call(logList, { opName: 'file.upload', size: 1 })
  expect(records[0]?.logContent).toMatch(/^Gift picture of 9 × 9 uploaded$/)
})

it('removes unreferenced pictures after a day, row and file, and keeps the others', async () => {
  const file = await plain(9, 9).png().toBuffer()
  const [orphan, used, young] = [await uploaded({ file }), await uploaded({ file }), await uploaded({ file })]
  await product.database
    .updateTable('files.file')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '!=', young.fileId)
    .execute()
  const storage = diskStorage(join(product.dataDir, 'files'))
  const inUse = async (_: unknown, ids: string[]) => ids.filter((id) => id === used.fileId)
  expect(await removeOrphans(product.database, storage, [inUse])).toBeGreaterThanOrEqual(1)
  expect((await fetched(orphan.url)).status).toBe(404)
  expect((await fetched(used.url)).status).toBe(200)
  expect((await fetched(young.url)).status).toBe(200)
  const folder = join(product.dataDir, 'files', 'pictures')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(existsSync(folder)).toBe(true)
  expect(files.map((entry) => entry.name).toSorted()).toEqual([`${used.fileId}.png`, `${young.fileId}.png`].toSorted())
})
