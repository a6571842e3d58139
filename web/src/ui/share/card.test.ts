import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Card, layoutOf, margin, width, wrapped } from './card.ts'

const widthOf = (text: string) => Array.from(text).length * 10

test('a text is split at spaces, and a long word anywhere', () => {
  expect(wrapped('one two three', 70, widthOf)).toEqual(['one two', 'three'])
  expect(wrapped('abcdefghij', 40, widthOf)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrapped('  ', 40, widthOf)).toEqual([])
})

test('no line is wider than there is room, and no sign is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 10, max: 300 }), (text, most) => {
      const lines = wrapped(text, most, widthOf)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(most, 10))
      expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
    }),
  )
})

test('nothing of a card overlaps or leaves it', () => {
  const measure = (text: string, { size }: { size: number }) => Array.from(text).length * size * 0.6
  const line = fc.record({ label: fc.string({ maxLength: 60 }), value: fc.string({ minLength: 1, maxLength: 20 }) })
  const card: fc.Arbitrary<Card> = fc.record({
    from: fc.string(),
    title: fc.string(),
    figure: fc.string({ maxLength: 12 }),
    lines: fc.array(line, { maxLength: 8 }),
    notes: fc.array(fc.string(), { maxLength: 3 }),
    link: fc.constant('https://greenroom.example/r/abcdefgh23456777'),
  })
  fc.assert(
    fc.property(card, (of) => {
      const { texts, height, code } = layoutOf(of, measure)
      for (const [at, { top, size, text, ...style }] of texts.entries()) {
        if (style.end !== true) expect(measure(text, { size })).toBeLessThanOrEqual(width - 2 * margin)
        expect(top + size).toBeLessThanOrEqual(height)
        const next = texts[at + 1]
        if (next && next.end !== true) expect(next.top).toBeGreaterThan(top)
      }
      expect(code!.top + code!.size).toBeLessThan(height)
    }),
  )
})
