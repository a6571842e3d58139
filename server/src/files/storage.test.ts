import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { openStorage } from './storage.open.ts'
import type { Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function textOf(stream: Readable | null): Promise<string | null> {
  if (!stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString()
}

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function* broken(): AsyncIterable<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('the source broke')
}

/** A minimal S3 server: one bucket of small objects. */
async function bucket(): Promise<{ server: Server; url: string; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(url.pathname)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')
      if (!signed) return response.writeHead(403).end()
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
      if (request.method === 'DELETE') objects.delete(key)
      if (request.method !== 'GET') return response.writeHead(200, { etag: '"e"' }).end()
      if (url.searchParams.has('list-type')) {
        const prefix = `${key.replace(/\/$/, '')}/${url.searchParams.get('prefix') ?? ''}`
        const all = [...objects].filter(([name]) => name.startsWith(prefix))
        const rows = all.map(
          ([name, { length }]) =>
            `<Contents><Key>${name.split('/').slice(2).join('/')}</Key><Size>${length}</Size></Contents>`,
        )
        response.writeHead(200, { 'content-type': 'application/xml' })
        return response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`)
      }
      const found = objects.get(key)
      if (!found) {
        response.writeHead(404, { 'content-type': 'application/xml' })
        return response.end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
      }
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
      return response.writeHead(200).end(range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects }
}

describe.each(['disk', 's3'] as const)('storage: %s', (kind) => {
  let storage: Storage
  let s3: Awaited<ReturnType<typeof bucket>> | undefined
  beforeAll(async () => {
    if (kind === 's3') s3 = await bucket()
    storage = await openStorage(
      readConfig({
        DATA_DIR: folder,
        ...(s3 && {
          S3_BUCKET: 'green',
          S3_ENDPOINT: s3.url,
          S3_ACCESS_KEY_ID: 'key',
          S3_SECRET_ACCESS_KEY: 'secret',
        }),
      }),
    )
  })
  afterAll(() => {
    s3?.server.closeAllConnections()
    s3?.server.close()
  })

  it('returns what was stored, in full or in part, until it is removed', async () => {
    expect(await storage.put('exports/one.csv', pieces('hello ', 'world'))).toBe(11)
    expect(await textOf(await storage.get('exports/one.csv'))).toBe('hello world')
    expect(await textOf(await storage.get('exports/one.csv', { start: 6, end: 8 }))).toBe('wor')
    await storage.put('exports/one.csv', pieces('again'))
    expect(await textOf(await storage.get('exports/one.csv'))).toBe('again')
    await storage.remove('exports/one.csv')
    expect(await storage.get('exports/one.csv')).toBeNull()
    await storage.remove('exports/one.csv')
  })

  it('lists objects below a prefix', async () => {
    for (const key of ['base/one/a.json', 'base/two.tzst', 'wal/x.zst']) await storage.put(key, pieces(key))
    const found: string[] = []
    for await (const { key, size } of storage.list('base/')) found.push(`${key} ${size}`)
    expect(found.toSorted()).toEqual(['base/one/a.json 15', 'base/two.tzst 13'])
    for await (const _ of storage.list('none/')) expect.unreachable()
    for (const key of ['base/one/a.json', 'base/two.tzst', 'wal/x.zst']) await storage.remove(key)
  })

  it('keeps nothing of a failed upload', async () => {
    await expect(storage.put('exports/two.csv', broken())).rejects.toThrow('the source broke')
    expect(await storage.get('exports/two.csv')).toBeNull()
    if (kind === 'disk') expect(readdirSync(join(folder, 'files', 'exports'))).toEqual([])
    else expect([...s3!.objects.keys()]).toEqual([])
  })

  it.each(['../one', '/etc/passwd', 'a/../../b', 'a//b', '', 'A/b', 'a/b.c.d', 'a\\b', 'a/.hidden', 'x'.repeat(201)])(
    'takes no key like %s',
    async (key) => {
      await expect(storage.put(key, pieces('x'))).rejects.toThrow('not a storage key')
      await expect(storage.get(key)).rejects.toThrow('not a storage key')
      await expect(storage.remove(key)).rejects.toThrow('not a storage key')
    },
  )
})

it('stores files in the configured folder', async () => {
  const storage = await openStorage(readConfig({ DATA_DIR: folder }))
  await storage.put('pictures/ab/x.png', pieces('picture'))
  expect(readFileSync(join(folder, 'files', 'pictures', 'ab', 'x.png'), 'utf8')).toBe('picture')
  expect(existsSync(join(folder, 'x.png'))).toBe(false)
})

it('a bucket that cannot be reached is an error, soon', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const storage = await openStorage(
    readConfig({
      S3_BUCKET: 'green',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
  )
  const began = performance.now()
  await expect(storage.put('pictures/ab/1.webp', [Buffer.from('x')])).rejects.toThrow(/ECONNREFUSED/)
  await expect(storage.get('pictures/ab/1.webp')).rejects.toThrow(/ECONNREFUSED/)
  expect(performance.now() - began).toBeLessThan(20_000)
})
