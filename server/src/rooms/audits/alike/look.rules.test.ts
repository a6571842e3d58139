import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  distance,
  foldedText,
  heapsOf,
  isAlike,
  type Leader,
  type Look,
  lookOf,
  mirrored,
  pictureHash,
  searchKey,
  side,
  textLook,
} from './look.rules.ts'

const grey = (level: (across: number, down: number) => number): Uint8Array =>
  Uint8Array.from({ length: side * side }, (_, at) => level(at % side, Math.floor(at / side)))

const anyGrey = fc.uint8Array({ minLength: side * side, maxLength: side * side })

describe('a picture’s hash', () => {
  test('of the mirror image is made of the hash alone', () => {
    fc.assert(
      fc.property(anyGrey, (picture) => {
        const turned = grey((across, down) => picture[down * side + side - 1 - across]!)
        const hash = pictureHash(picture)
        fc.pre(hash !== null)
        // A wave of almost nothing may lose its sign to rounding.
        expect(distance(mirrored(hash), pictureHash(turned)!)).toBeLessThanOrEqual(1)
        expect(mirrored(mirrored(hash))).toBe(hash)
      }),
    )
  })

  test('does not change with brightness or contrast', () => {
    fc.assert(
      fc.property(anyGrey, fc.integer({ min: 1, max: 40 }), (picture, by) => {
        const dark = picture.map((level) => level >> 1)
        const hash = pictureHash(dark)
        fc.pre(hash !== null)
        expect(distance(hash, pictureHash(dark.map((level) => level + by))!)).toBe(0)
      }),
    )
  })

  test('is nothing for a blank wall, a gradient, stripes and a wall with grain', () => {
    const plain = [
      grey(() => 0),
      grey(() => 255),
      grey(() => 128),
      grey((across) => across * 8),
      grey((across, down) => (across + down) * 4),
      grey((across) => (across % 2) * 255),
      grey((across, down) => 200 + ((across * 7 + down * 13) % 3)),
    ]
    expect(plain.map(pictureHash)).toEqual(plain.map(() => null))
  })
})

describe('a text', () => {
  test('is folded to what people read', () => {
    const same = (...texts: string[]) => expect(new Set(texts.map(foldedText)).size, texts.join(' | ')).toBe(1)
    same(
      'Add me on Telegram',
      'add  me, on telegram!!!',
      'ADD ME ON TELEGRAM 👉',
      'аdd mе on tеlegram',
      'Aaadd me on telegram',
    )
    same('call 0900123456', 'call 0900999999!')
    same('加微信 abc', '加微信abc～')
    const differ = ['I am 15', 'I am 25', 'hello', 'hallo', '👋', '🌹', 'שלום']
    expect(new Set(differ.map(foldedText)).size).toBe(differ.length)
    expect(textLook(' \n​')).toBeNull()
  })

  test('that is long and hardly changed is near; other texts and short ones are not', () => {
    const advert =
      'Earn two hundred dollars a day from home without any experience, write to my private page and ask for the free starting package today, only for the first hundred people. We have been doing this for three years with more than nine thousand happy members from all over the world. Ask me how it works, I answer everyone within the hour.'
    const look = (text: string) => ({ pictures: [], text: textLook(text) })
    expect(isAlike(look(advert), look(advert.replace('package', 'packages')))).toBe(true)
    expect(
      isAlike(look(advert), look('I sing every evening at nine, and on Sundays with my sister who plays the guitar')),
    ).toBe(false)
    expect(isAlike(look('hello there'), look('hello theme'))).toBe(false)
    expect(isAlike(look('hello there'), look('Hello, there!'))).toBe(true)
  })

  test('folded once more is itself, and spaces that nobody sees change nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const folded = foldedText(text)
        expect(foldedText(folded)).toBe(folded)
        expect(foldedText(` ${text}\u200b `)).toBe(folded)
      }),
    )
  })
})

const bit = (...places: number[]): bigint =>
  BigInt.asIntN(
    64,
    places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n),
  )
const look = (pictures: bigint[], text = ''): Look => lookOf(pictures, text)!

describe('items', () => {
  test('are alike in all their pictures and their text, or in none of it', () => {
    const six = bit(0, 9, 18, 27, 36, 63)
    expect(isAlike(look([0n]), look([six]))).toBe(true)
    expect(isAlike(look([0n]), look([six | bit(5)]))).toBe(false)
    expect(isAlike(look([0n]), look([mirrored(0n)]))).toBe(true)
    expect(isAlike(look([0n, 0n]), look([0n]))).toBe(false)
    expect(isAlike(look([0n, -1n]), look([0n, 0n]))).toBe(false)
    expect(isAlike(look([0n, 5n]), look([mirrored(0n), 5n]))).toBe(false)
    expect(isAlike(look([0n], 'buy here'), look([0n], 'my cat'))).toBe(false)
    expect(isAlike(look([0n], 'buy here'), look([0n]))).toBe(false)
    expect(isAlike(look([0n], 'buy here'), look([6n], 'Buy here!'))).toBe(true)
  })

  test('without a telling picture or text have no look', () => {
    expect(lookOf([], '')).toBeNull()
    expect(lookOf([null], 'hello')).toBeNull()
    expect(lookOf([1n, null], '')).toBeNull()
    expect(searchKey(look([], 'hello'))).toBe(textLook('hello')!.fold)
  })
})

describe('heaps', () => {
  const found = () => []
  const numbered = () => {
    let last = 0
    return () => `h${++last}`
  }

  test('have no chains: what is near a member only begins one of its own', () => {
    const [one, two, three] = [0n, bit(0, 1, 2, 3), bit(0, 1, 2, 3, 4, 5, 6, 7)].map((hash) => ({
      kind: 'photo',
      look: look([hash]),
    }))
    expect(isAlike(two!.look, three!.look)).toBe(true)
    expect(heapsOf([one!, two!, three!], found, numbered()).map(({ heap, leads }) => [heap, leads])).toEqual([
      ['h1', true],
      ['h1', false],
      ['h2', true],
    ])
  })

  test('hold what is like their leader, of one queue, and every item once', () => {
    const any = fc.record({
      kind: fc.constantFrom('photo', 'avatar'),
      hash: fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 9 }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), fc.array(any, { maxLength: 3 }), (drawn, before) => {
        const items = drawn.map(({ kind, hash }) => ({ kind, look: look([bit(...hash)]) }))
        const leaders: Leader[] = before.map(({ kind, hash }, at) => ({
          kind,
          heap: `old${at}`,
          look: look([bit(...hash)]),
        }))
        const heaps = heapsOf(items, () => leaders, numbered())
        expect(heaps.map(({ item }) => item)).toEqual(items)
        for (const { item, heap } of heaps) {
          const begun = heaps.find((other) => other.heap === heap && other.leads)?.item
          const leader = begun ?? leaders.find((other) => other.heap === heap)!
          expect(isAlike(item.look, leader.look) && leader.kind === item.kind).toBe(true)
        }
      }),
    )
  })
})
