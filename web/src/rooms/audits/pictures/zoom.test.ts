import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flat, pan, rotate, zoomAt, zoomToggle } from './zoom.ts'

test('what is under the pointer stays there', () => {
  fc.assert(
    fc.property(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }), (x, y) => {
      const before = pan(zoomAt(flat, 2, 10, -20), 15, 5)
      const after = zoomAt(before, 1.5, x, y)
      // The point of the picture that the pointer is on.
      const under = (transform: typeof flat) => [
        (x - transform.x) / transform.scale,
        (y - transform.y) / transform.scale,
      ]
      expect(under(after)[0]).toBeCloseTo(under(before)[0]!)
      expect(under(after)[1]).toBeCloseTo(under(before)[1]!)
    }),
  )
})

test('is never smaller than the frame, where it is centred, and has a maximum', () => {
  expect(zoomAt(zoomAt(flat, 3, 50, 50), 0.01, 9, 9)).toEqual(flat)
  expect(zoomAt(flat, 1_000, 0, 0).scale).toBe(8)
  expect(pan(flat, 40, 40)).toEqual(flat)
})

test('rotates by quarter turns, and keeps the angle on reset', () => {
  const turned = rotate(rotate(flat))
  expect(turned.angle).toBe(180)
  expect(zoomToggle(zoomToggle(turned))).toEqual(turned)
})
