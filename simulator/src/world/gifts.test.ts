// The app sells the gifts of Greenroom's catalogue, at its prices, as it says.
import { expect, test } from 'vitest'
import { giftsOf, isOfferedAt, ownGifts, priceAt } from './gifts.ts'
import { SmallGreenroom } from './greenroom.fixture.ts'
import { day } from './sizes.ts'
import { World } from './world.ts'

const start = Date.UTC(2026, 0, 5)
const moment = (hours: number) => new Date(start + (hours / 24) * day).toISOString()
const gift = (giftId: number, price: number, more: object = {}) => ({
  giftId,
  names: { en: 'Rose', cn: '玫瑰' },
  texts: { en: 'Rose', cn: '玫瑰' },
  type: 'ordinary' as const,
  price,
  nextPrice: null,
  continuous: true,
  floatingScreen: false,
  sort: giftId,
  pictureUrl: '',
  animationUrl: null,
  from: null,
  to: null,
  ...more,
})
const catalogue = giftsOf([
  gift(21, 2, { nextPrice: { price: 3, from: moment(30) } }),
  gift(22, 7, { continuous: false, floatingScreen: true }),
  gift(23, 5, { to: moment(20) }),
  gift(24, 11, { from: moment(40) }),
])

test('a catalogue without gifts leaves the app its own', () => {
  expect(giftsOf([])).toBe(ownGifts)
  expect(catalogue.map(({ id }) => id)).toEqual([21, 22, 23, 24])
})

test('sent gifts have the price, the number and the period that the catalogue says', () => {
  const world = new World({ seed: 5, size: 'village', start, media: 'http://127.0.0.1:4000' })
  world.setGifts(catalogue)
  const greenroom = new SmallGreenroom()
  const sent = new Set<string>()
  while (world.now < start + 60 * day && sent.size < 5) {
    for (const one of world.advance(start + 60 * day, 500)) {
      world.answered(one, greenroom.answer(one))
      if (one.event.type !== 'gift.sent') continue
      const { giftId, count, tokens, floatingScreen = false } = one.event.data
      const at = Date.parse(one.event.at)
      const found = catalogue.find(({ id }) => id === giftId)!
      expect({ tokens, offered: isOfferedAt(found, at) }).toEqual({ tokens: count * priceAt(found, at), offered: true })
      expect(floatingScreen).toBe(found.floatingScreen)
      if (!found.continuous) expect(count).toBe(1)
      sent.add(`${giftId}${count > 1 ? ' several' : ''} at ${tokens / count}`)
    }
  }
  expect([...sent]).toEqual(expect.arrayContaining(['21 at 3', '21 several at 3', '22 at 7', '24 at 11']))
})
