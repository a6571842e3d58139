import { expect, test } from 'vitest'
import { keyOf, phoneticKey, wordsOf } from './sanctions.names.ts'
import { addressKey, entryOf, type Places, placesOf } from './sanctions.reading.ts'

test('a name is its words, ignoring order, case and diacritics', () => {
  expect(wordsOf('PETROV, Ivan Sergeyevich')).toEqual(wordsOf('Ivan Sergeyevich Petrov'))
  expect(keyOf('Łukasz O’Brien-Müller')?.key).toBe('lukasz muller obrien')
  expect(wordsOf('Bashar al-Assad')).toEqual(['assad', 'bashar'])
  // Particles alone are still a name.
  expect(wordsOf('Al')).toEqual(['al'])
  expect(wordsOf('김정은 金正恩')).toHaveLength(2)
  expect(keyOf('—')).toBeNull()
})

test.each([
  ['mohammed', 'muhamad'],
  ['youssef', 'yusuf'],
  ['alexander', 'aleksandr'],
  ['hussein', 'husayn'],
  ['qasim', 'kassem'],
  ['khalid', 'kalid'],
  ['zahra', 'sahra'],
  ['philipp', 'filip'],
])('%s sounds like %s', (one, other) => {
  expect(phoneticKey(one)).toBe(phoneticKey(other))
})

test('other names sound different', () => {
  const names = ['ivan', 'petrov', 'maria', 'lena', 'fischer', 'zhang', 'garcia', 'khan', 'santos', 'ahmed']
  expect(new Set(names.map(phoneticKey)).size).toBe(names.length)
})

test('a list of OpenSanctions is read: names, aliases, wallets, account numbers', () => {
  const header = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'addresses', 'identifiers', 'sanctions']
  const places = placesOf(header) as Places
  const line = [
    'NK-1',
    'Person',
    'Ivan Petrov',
    'Petrov Ivan;Иван Петров',
    '1970',
    'ru',
    'Moscow',
    'DE89 3704 0044 0532 0130 00',
    'EU',
  ]
  expect(entryOf(line, places)).toEqual({
    reference: 'NK-1',
    kind: 'Person',
    names: ['Ivan Petrov', 'Petrov Ivan', 'Иван Петров'],
    addresses: ['DE89370400440532013000'],
    program: 'EU',
    countries: 'ru',
  })
  const wallet = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
  expect(entryOf(['w', 'CryptoWallet', wallet], places)?.addresses).toEqual([wallet.toUpperCase()])
  expect(entryOf(['w', 'CryptoWallet', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'], places)?.addresses).toEqual([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ])
  expect(entryOf(['', 'Person', 'Nobody'], places)).toBeNull()
  expect(entryOf(['x', 'Person', ''], places)).toBeNull()
  expect(placesOf(['schema', 'birth_date'])).toEqual(['id', 'name'])
})

test('numbers are compared as they are dialled, those of chains as the chain does', () => {
  expect(addressKey('de89 3704-0044 0532013000')).toBe('DE89370400440532013000')
  expect(addressKey('0xdac17f958d2ee523a2206206994597c13d831ec7')).toBe(
    addressKey('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  )
  expect(addressKey('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
})
