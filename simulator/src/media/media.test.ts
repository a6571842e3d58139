import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alterations } from '../world/spam.ts'
import { draw, kinds } from './drawings.ts'
import { serveMedia } from './server.ts'
import { playlistAt } from './stream.ts'

test('pictures are derived from their names, and differ', () => {
  for (const kind of kinds) {
    expect(draw(kind, 'a')).toBe(draw(kind, 'a'))
    const many = new Set(Array.from({ length: 50 }, (_, turn) => draw(kind, `n${turn}`)))
    expect(many.size).toBe(50)
    for (const picture of many) expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>$/)
  }
})

test('the copies of a poster differ, and each is of its wave', () => {
  const copies = alterations.map((how, number) => draw('poster', `wave~${how}~${number}`))
  expect(new Set(copies).size).toBe(alterations.length - 1)
  expect(draw('poster', 'wave~poor~3')).toBe(draw('poster', 'wave~same~0'))
  expect(draw('poster', 'other~same~0')).not.toBe(draw('poster', 'wave~same~0'))
})

test('the stream is endless, segment after segment', () => {
  const [now, later] = [1_000_000_000, 1_000_002_000].map(playlistAt)
  const parts = (list: string) => list.split('\n').filter((line) => line.endsWith('.ts'))
  expect(parts(now!)).toHaveLength(3)
  expect(parts(later!).slice(0, 2)).toEqual(parts(now!).slice(1))
  expect(later).toContain('#EXT-X-MEDIA-SEQUENCE:499999')
})

test('serves them to browsers of any origin, and nothing else', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'greenroom-media-'))
  const media = await serveMedia({
    port: 0,
    stream: directory,
    now: () => 1_000_000_000,
    commands: (_, response) => void response.writeHead(204).end(),
  })
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${media.port}${path}`, { method })
  try {
    const picture = await get('/media/portrait/100001.svg')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(picture.headers.get('access-control-allow-origin')).toBe('*')
    const photo = await get('/media/poster/wave~mirrored~1.jpg')
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await photo.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect((await get('/media/hls/live.m3u8?live=1')).status).toBe(200)
    expect((await get('/commands', 'POST')).status).toBe(204)
    for (const path of [
      '/',
      '/media/portrait/..%2f..svg',
      '/media/unknown/1.svg',
      '/media/hls/part9.ts',
      '/media/hls/part99.ts',
    ])
      expect((await get(path)).status).toBe(404)
    expect((await get('/media/portrait/1.svg', 'DELETE')).status).toBe(405)
    const other = await serveMedia({ port: media.port, stream: null, now: Date.now, commands: () => {} })
    expect(other.port).not.toBe(media.port)
    await other.close()
  } finally {
    await media.close()
    rmSync(directory, { recursive: true })
  }
})
