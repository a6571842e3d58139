// @vitest-environment happy-dom
// Which pictures are made smaller before they are sent, and to what size. That a browser draws them is in `agents.spec.ts`.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shrunk } from './shrunk.ts'

const KB = 1_024
let drawn: { width: number; height: number; blob: Blob | null }

beforeEach(() => {
  drawn = { width: 0, height: 0, blob: new Blob(['x'.repeat(300 * KB)]) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, give) {
    drawn = { ...drawn, width: this.width, height: this.height }
    give(drawn.blob)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const photo = (bytes: number, type = 'image/jpeg', name = 'IMG_1.HEIC.jpeg') =>
  new File(['x'.repeat(bytes)], name, { type })
const ofSize = (width: number, height: number) =>
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }))

test.each([
  [3_000, 4_000, 1_500, 2_000],
  [4_032, 3_024, 2_000, 1_500],
  [1_600, 1_200, 1_600, 1_200],
  // A long picture of a chat.
  [1_080, 21_600, 100, 2_000],
])('a camera’s %d × %d is sent as %d × %d', async (width, height, toWidth, toHeight) => {
  ofSize(width, height)
  const sent = await shrunk(photo(3_900 * KB))
  expect(drawn).toMatchObject({ width: toWidth, height: toHeight })
  expect(sent).toMatchObject({ name: 'IMG_1.HEIC.jpg', type: 'image/jpeg', size: 300 * KB })
})

test('what is small, animated, unreadable, not drawn or would grow is sent as it is', async () => {
  ofSize(3_000, 4_000)
  const small = photo(600 * KB)
  expect(await shrunk(small)).toBe(small)
  const animated = photo(900 * KB, 'image/gif')
  expect(await shrunk(animated)).toBe(animated)
  const large = photo(900 * KB)
  drawn.blob = new Blob(['x'.repeat(950 * KB)])
  expect(await shrunk(large)).toBe(large)
  drawn.blob = null
  expect(await shrunk(large)).toBe(large)
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  expect(await shrunk(large)).toBe(large)
})
