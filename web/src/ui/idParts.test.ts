import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idParts } from './Facts.tsx'

test('a long id keeps its beginning and its end, alone or after a word', () => {
  expect(idParts('usdt-01a224c0-f860-7cfa-8bff-36ea372414d0')).toEqual([
    'usdt-01a224c0',
    '-f860-7cfa-8bff-36ea37',
    '2414d0',
  ])
  expect(idParts('gift 01a21697-f575-7001-8000-0123456789ab')).toEqual([
    'gift 01a21697-f575',
    '-7001-8000-012345',
    '6789ab',
  ])
})

test('short ids and names stay whole', () => {
  for (const text of [
    'order-1.tp8m5b.13ms',
    'withdrawal.requested.somewhat.longer',
    'a_name_that_is_rather_long_indeed',
    '',
  ])
    expect(idParts(text)).toEqual([text])
})

test('nothing is lost, whatever the text', () => {
  const text = fc.oneof(fc.string(), fc.uuid(), fc.stringMatching(/^([\w-]{20,60} ?){1,3}$/))
  fc.assert(
    fc.property(text, (one) => {
      expect(idParts(one).join('')).toBe(one)
    }),
  )
})
